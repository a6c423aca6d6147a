import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { ProtocolError } from '@modelcontextprotocol/server';
import type { McpContext } from '@rekog/mcp-nest';
import { of, throwError, type Observable } from 'rxjs';
import { CallError } from '../errors/call-error.js';
import { errorReport, INTERNAL_ERROR } from '../errors/error-report.js';
import { PersonAsked } from './login/person-asked.js';
import { errorReply } from './tool-reply.js';

/**
 * Turns what a guard or a tool throws into a tool result. It returns the result instead of throwing on, because
 * mcp-nest would log every refused call as an error and Nest would hide the message.
 */
@Catch()
export class ToolErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('CoraDB');

  catch(error: unknown, host: ArgumentsHost): Observable<unknown> {
    const { mcpRequest } = host.switchToRpc().getContext<McpContext>();
    if (error instanceof ProtocolError || mcpRequest.method !== 'tools/call') return throwError(() => error);
    if (error instanceof PersonAsked) return of(error.reply);
    if (error instanceof CallError) return of(errorReply(errorReport(error)));
    this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return of(errorReply(INTERNAL_ERROR));
  }
}
