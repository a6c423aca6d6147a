import { applyDecorators, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { McpController } from '@rekog/mcp-nest';
import { NotDrainingGuard } from '../guards/not-draining.guard.js';
import { CORADB_SERVER } from '../mcp.constants.js';
import { RunningCallInterceptor } from '../running-call.interceptor.js';
import { ToolErrorFilter } from '../tool-error.filter.js';

/**
 * A class of CoraDB tools. Guards, interceptor and filter stand on the class and not on the application: an app that
 * embeds this module has its own, and mcp-nest runs only those of the class.
 */
export function CoradbTools(): ClassDecorator {
  return applyDecorators(
    McpController({ server: CORADB_SERVER }),
    UseGuards(NotDrainingGuard),
    UseInterceptors(RunningCallInterceptor),
    UseFilters(ToolErrorFilter),
  );
}
