import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { finalize, type Observable } from 'rxjs';
import { RunningCalls } from './running-calls.service.js';

/** Counts every call of the tools it is put on. */
@Injectable()
export class RunningCallInterceptor implements NestInterceptor {
  constructor(private readonly calls: RunningCalls) {}

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    this.calls.enter();
    return next.handle().pipe(finalize(() => this.calls.leave()));
  }
}
