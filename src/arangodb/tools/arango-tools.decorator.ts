import { applyDecorators, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { McpController } from '@rekog/mcp-nest';
import { NotDrainingGuard } from '../../mcp/guards/not-draining.guard.js';
import { CORADB_SERVER } from '../../mcp/mcp.constants.js';
import { RunningCallInterceptor } from '../../mcp/running-call.interceptor.js';
import { ToolErrorFilter } from '../../mcp/tool-error.filter.js';
import { ArangoDatabaseAllowedGuard } from '../guards/arango-database-allowed.guard.js';

/** A class of ArangoDB tools; they belong to the same server as the CoraDB tools, with guards of the same kinds. */
export function ArangoTools(): ClassDecorator {
  return applyDecorators(
    McpController({ server: CORADB_SERVER }),
    UseGuards(NotDrainingGuard, ArangoDatabaseAllowedGuard),
    UseInterceptors(RunningCallInterceptor),
    UseFilters(ToolErrorFilter),
  );
}
