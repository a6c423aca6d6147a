import { Injectable } from '@nestjs/common';
import type { ListResourcesResult } from '@modelcontextprotocol/server';
import { SCHEMA_MIME_TYPES } from '../../schema/printers/print-schema.js';
import type { RequestHandler } from '../requests/request-handler.js';
import { KnownDatabases } from '../known-databases.service.js';
import { schemaUri } from './schema-uri.js';

/** Lists the schema of each known database as a resource; objects have a template and completion. */
@Injectable()
export class ResourceList implements RequestHandler {
  readonly method = 'resources/list';

  constructor(private readonly databases: KnownDatabases) {}

  async handle(): Promise<ListResourcesResult> {
    const names = await this.databases.names();
    return { resources: names.flatMap((database) => [entry(database, false), entry(database, true)]) };
  }
}

function entry(database: string, json: boolean): ListResourcesResult['resources'][number] {
  return {
    uri: schemaUri({ database, json }),
    name: `${database} schema${json ? ' (JSON)' : ''}`,
    description: json
      ? `The schema document of ${database}.`
      : `The objects of ${database} as CREATE-like text.`,
    mimeType: SCHEMA_MIME_TYPES[json ? 'json' : 'text'],
  };
}
