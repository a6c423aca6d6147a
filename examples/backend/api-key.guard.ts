import { Injectable, UnauthorizedException, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Accounts } from './accounts.service.js';

/** The backend's own authentication. It guards the controllers and, unchanged, the MCP endpoint. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(private readonly accounts: Accounts) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request & { user?: unknown }>();
    const account = this.accounts.find(request.get('x-api-key'));
    if (!account) throw new UnauthorizedException('Send a valid X-Api-Key.');
    // `name` goes to CoraDB's call records, `scopes` decide whether execute_sql is offered.
    request.user = account;
    return true;
  }
}
