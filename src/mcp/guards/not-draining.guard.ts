import { Injectable, type CanActivate } from '@nestjs/common';
import { GuardError } from '../../errors/call-error.js';
import { RunningCalls } from '../running-calls.service.js';

/** Refuses new calls while the server shuts down. */
@Injectable()
export class NotDrainingGuard implements CanActivate {
  constructor(private readonly calls: RunningCalls) {}

  canActivate(): boolean {
    if (this.calls.draining) {
      throw new GuardError('The server is shutting down and takes no new calls.', {
        hint: 'Call again when the server has been started anew.',
      });
    }
    return true;
  }
}
