import { applyDecorators, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { McpController } from '@rekog/mcp-nest';
import { NotDrainingGuard } from '../guards/not-draining.guard.js';
import { CORADB_SERVER } from '../mcp.constants.js';
import { RunningCallInterceptor } from '../running-call.interceptor.js';
import { RequestErrorFilter } from './request-error.filter.js';

/** A class of resources or prompts: the guards of the tools, with failures as JSON-RPC errors. */
export function CoradbRequests(): ClassDecorator {
  return applyDecorators(
    McpController({ server: CORADB_SERVER }),
    UseGuards(NotDrainingGuard),
    UseInterceptors(RunningCallInterceptor),
    UseFilters(RequestErrorFilter),
  );
}
