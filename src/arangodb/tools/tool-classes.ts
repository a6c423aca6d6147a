import type { Type } from '@nestjs/common';
import type { ArangoSettings } from '../../config/arango-settings.js';
import { CheckQueryTools } from './check-query.tool.js';
import { CollectionTools } from './collections.tool.js';
import { DefinitionTools } from './definitions.tool.js';
import { DocumentTools } from './documents.tool.js';
import { ExportTool } from './export.tool.js';
import { GraphTool } from './graph.tool.js';
import { GraphAndViewTools } from './graphs-and-views.tool.js';
import { GraphQueryTools } from './graph-query.tool.js';
import { ListDatabasesTool } from './list-databases.tool.js';
import { QueryTool } from './query.tool.js';
import { ReadQueryTool } from './read-query.tool.js';
import { SearchTool } from './search.tool.js';

/** The classes of the tools that the settings let this server offer, in the order clients see them. */
export function arangoToolClasses({ writeMode, backupRoot }: ArangoSettings): readonly Type[] {
  return [
    ListDatabasesTool,
    CollectionTools,
    GraphAndViewTools,
    CheckQueryTools,
    ReadQueryTool,
    GraphQueryTools,
    SearchTool,
    ...(writeMode === 'off' ? [] : [QueryTool, DocumentTools, GraphTool, DefinitionTools]),
    ...(backupRoot === undefined ? [] : [ExportTool]),
  ];
}
