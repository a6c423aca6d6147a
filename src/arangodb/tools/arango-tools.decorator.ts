import { applyDecorators, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { McpController } from '@rekog/mcp-nest';
import { NotDrainingGuard } from '../../mcp/guards/not-draining.guard.js';
import { RunningCallInterceptor } from '../../mcp/running-call.interceptor.js';
import { ToolErrorFilter } from '../../mcp/tool-error.filter.js';
import { ARANGO_SERVER } from '../arango.constants.js';
import { ArangoDatabaseAllowedGuard } from '../guards/arango-database-allowed.guard.js';

/** A class of ArangoDB tools, with guards of the same kinds as the CoraDB tools have. */
export function ArangoTools(): ClassDecorator {
  return applyDecorators(
    McpController({ server: ARANGO_SERVER }),
    UseGuards(NotDrainingGuard, ArangoDatabaseAllowedGuard),
    UseInterceptors(RunningCallInterceptor),
    UseFilters(ToolErrorFilter),
  );
}
