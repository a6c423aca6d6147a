import type { Type } from '@nestjs/common';
import { ConnectionInfoTool } from './connection-info.tool.js';
import { DescribeSchemaTool } from './describe-schema.tool.js';
import { ExecuteSelectTool } from './execute-select.tool.js';
import { ExecuteSqlTool } from './execute-sql.tool.js';
import { ExplainQueryTool } from './explain-query.tool.js';

/** The classes of the CoraDB tools, in the order clients see them. */
export const TOOL_CLASSES: readonly Type[] = [
  ConnectionInfoTool,
  DescribeSchemaTool,
  ExecuteSelectTool,
  ExecuteSqlTool,
  ExplainQueryTool,
];
