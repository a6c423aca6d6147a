import type { Type } from '@nestjs/common';
import type { ArangoSettings, ArangoToolGroup } from '../../config/arango-settings.js';
import { toolNamesOf } from '../../mcp/tool-names.js';
import { CheckDataTool } from './check-data.tool.js';
import { CheckQueryTools } from './check-query.tool.js';
import { CollectionTools } from './collections.tool.js';
import { DefinitionTools } from './definitions.tool.js';
import { DocumentTools } from './documents.tool.js';
import { ExportTool } from './export.tool.js';
import { GraphQueryTools } from './graph-query.tool.js';
import { GraphTool } from './graph.tool.js';
import { GraphAndViewTools } from './graphs-and-views.tool.js';
import { ListDatabasesTool } from './list-databases.tool.js';
import { QueryTool } from './query.tool.js';
import { ReadQueryTools } from './read-query.tool.js';
import { RestoreTool } from './restore.tool.js';
import { SearchTool } from './search.tool.js';
import { QueriesTool, StatusTool } from './server.tool.js';
import { ViewTool } from './view.tool.js';

/** A class of tools and when it is offered. */
interface Offer {
  readonly toolClass: Type;
  readonly group: ArangoToolGroup;
  /** Of no use where nothing may be written. */
  readonly writes?: true;
}

/** In the order clients see them. */
const OFFERS: readonly Offer[] = [
  { toolClass: ListDatabasesTool, group: 'read' },
  { toolClass: CollectionTools, group: 'read' },
  { toolClass: GraphAndViewTools, group: 'read' },
  { toolClass: CheckQueryTools, group: 'read' },
  { toolClass: ReadQueryTools, group: 'read' },
  { toolClass: GraphQueryTools, group: 'graph' },
  { toolClass: SearchTool, group: 'read' },
  { toolClass: CheckDataTool, group: 'read' },
  { toolClass: StatusTool, group: 'read' },
  { toolClass: QueriesTool, group: 'admin' },
  { toolClass: QueryTool, group: 'write', writes: true },
  { toolClass: DocumentTools, group: 'write', writes: true },
  { toolClass: GraphTool, group: 'graph', writes: true },
  { toolClass: DefinitionTools, group: 'admin', writes: true },
  { toolClass: ViewTool, group: 'admin', writes: true },
  { toolClass: ExportTool, group: 'export' },
  { toolClass: RestoreTool, group: 'export', writes: true },
];

/** All classes, in the order clients see their tools. */
export const ARANGO_TOOL_CLASSES: readonly Type[] = OFFERS.map(({ toolClass }) => toolClass);

/** Names of the tools that the settings let this server offer. */
export function offeredArangoTools({ writeMode, backupRoot, tools }: ArangoSettings): readonly string[] {
  const offered = OFFERS.filter(
    ({ group, writes }) =>
      tools.includes(group) &&
      (writeMode !== 'off' || !writes) &&
      (backupRoot !== undefined || group !== 'export'),
  );
  return toolNamesOf(offered.map(({ toolClass }) => toolClass));
}
