import { Injectable, type CanActivate } from '@nestjs/common';
import { RunningCalls } from '../running-calls.service.js';

/** Refuses new calls while the server shuts down. */
@Injectable()
export class NotDrainingGuard implements CanActivate {
  constructor(private readonly calls: RunningCalls) {}

  canActivate(): boolean {
    this.calls.assertTakesCalls();
    return true;
  }
}
