import type { CallToolResult } from '@modelcontextprotocol/server';
import { Inject } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { ArangoSettings } from '../../config/arango-settings.js';
import { GuardError, InputError } from '../../errors/call-error.js';
import { strictObject } from '../../mcp/server/strict-object.js';
import { ARANGO_SETTINGS } from '../arango.constants.js';
import { ArangoCalls } from '../arango-calls.service.js';
import { CallLimits } from '../call-limits.service.js';
import type { Caller } from '../caller.js';
import type { ArangoSession } from '../client/arango-session.js';
import { exportCollections } from '../export/export-collections.js';
import { ExportFolder } from '../export/export-folder.js';
import { listCollections, type CollectionInfo } from '../inspect/collection-info.js';
import { CREATE } from './annotations.js';
import { ArangoTools } from './arango-tools.decorator.js';
import { dataSource, databaseShape, list, runShape, text, whole } from './inputs.js';
import { progressOf } from './export-progress.js';
import { ArangoOutput } from './outputs.js';

export const ExportInput = strictObject({
  folder: text(1_000).describe('Name of a folder; made when missing'),
  collections: list(dataSource, 1, 1_000).optional().describe('Default: all but system collections'),
  format: z.enum(['jsonl', 'json']).default('jsonl'),
  limit: whole(1).optional().describe('Documents written at most, in all'),
  memoryLimit: runShape.memoryLimit,
  ...databaseShape,
});

/** Offered only when `ARANGO_BACKUP_ROOT` is set. */
@ArangoTools()
export class ExportTool {
  constructor(
    private readonly calls: ArangoCalls,
    private readonly limits: CallLimits,
    @Inject(ARANGO_SETTINGS) private readonly settings: ArangoSettings,
  ) {}

  @Tool({
    name: 'arango_export',
    description:
      "Writes the documents of collections as JSON files into a folder on the server's machine, with a manifest of " +
      'what is and is not in it. For inspection or transfer only: a database cannot be restored from it. Never ' +
      'overwrites a file.',
    parameters: ExportInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Export documents', ...CREATE },
  })
  run(@Payload() input: z.infer<typeof ExportInput>, @Ctx() caller: Caller): Promise<CallToolResult> {
    const documentLimit = this.documentLimit(input.limit);
    const call = this.limits.call(input);
    return this.calls.run(caller, call, async (session) => {
      const collections = await chosenCollections(session, input.collections);
      const folder = await ExportFolder.open(this.settings.backupRoot ?? '', input.folder);
      try {
        const manifest = await exportCollections(session, folder, {
          collections,
          format: input.format,
          documentLimit,
          ...this.limits.query(input, call),
          onProgress: progressOf(caller),
        });
        return { folder: folder.path, ...manifest };
      } finally {
        await folder.close();
      }
    });
  }

  private documentLimit(asked: number | undefined): number {
    const most = this.settings.exportMaxDocuments;
    if (asked !== undefined && asked > most) {
      throw new InputError(
        `"limit" is ${asked}; this server exports at most ${most} documents (ARANGO_EXPORT_MAX_DOCUMENTS).`,
      );
    }
    return asked ?? most;
  }
}

/** @throws GuardError for a system collection, InputError for one that does not exist */
async function chosenCollections(
  session: ArangoSession,
  names: readonly string[] | undefined,
): Promise<readonly CollectionInfo[]> {
  const known = await listCollections(session, true);
  if (!names) return known.filter(({ isSystem }) => !isSystem);
  return [...new Set(names)].map((wanted) => {
    const found = known.find(({ name: each }) => each === wanted);
    if (!found) throw new InputError(`There is no collection "${wanted}" in ${session.database}.`);
    if (found.isSystem) throw new GuardError(`"${wanted}" is a system collection; these are never exported.`);
    return found;
  });
}
