import type { CallToolResult } from '@modelcontextprotocol/server';
import { Inject } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { ArangoSettings } from '../../config/arango-settings.js';
import { InputError } from '../../errors/call-error.js';
import { strictObject } from '../../mcp/server/strict-object.js';
import { ARANGO_SETTINGS } from '../arango.constants.js';
import { ArangoCalls } from '../arango-calls.service.js';
import { CallLimits } from '../call-limits.service.js';
import type { Caller } from '../caller.js';
import { ExportFolder } from '../export/export-folder.js';
import { assertDefinitionsAllowed } from '../guards/definitions-allowed.js';
import { assertWritable } from '../guards/system-collections.js';
import { readManifest, type StoredExport } from '../restore/exported-files.js';
import { loadCollections, type LoadedCollection } from '../restore/load-collections.js';
import { WRITE } from './annotations.js';
import { ArangoConfirmation } from './arango-confirmation.service.js';
import { ArangoTools } from './arango-tools.decorator.js';
import { progressOf } from './export-progress.js';
import { databaseShape, dataSource, list, text } from './inputs.js';
import { ArangoOutput } from './outputs.js';

export const RestoreInput = strictObject({
  folder: text(1_000),
  collections: list(dataSource, 1, 1_000).optional().describe('Default: all in the manifest'),
  dryRun: z.boolean().default(false),
  ...databaseShape,
});
export type RestoreInput = z.infer<typeof RestoreInput>;

/** Outcomes that make the call fail. */
const BROKEN: ReadonlySet<LoadedCollection['outcome']> = new Set(['failed', 'unknown', 'not empty']);

/** Offered only when `ARANGO_BACKUP_ROOT` is set and something may be written. */
@ArangoTools()
export class RestoreTool {
  constructor(
    private readonly calls: ArangoCalls,
    private readonly limits: CallLimits,
    private readonly confirmation: ArangoConfirmation,
    @Inject(ARANGO_SETTINGS) private readonly settings: ArangoSettings,
  ) {}

  @Tool({
    name: 'arango_restore',
    description:
      'Loads the files of an arango_export into collections that are missing or empty, checksums first. Call again to ' +
      'go on after a failure. dryRun only checks. Indexes and properties are not in an export.',
    parameters: RestoreInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Load an export', ...WRITE, destructiveHint: false, idempotentHint: true },
  })
  async run(@Payload() input: RestoreInput, @Ctx() caller: Caller): Promise<CallToolResult> {
    if (!input.dryRun) assertDefinitionsAllowed(this.settings);
    const call = this.limits.call(input);
    const asked = input.dryRun
      ? undefined
      : await this.confirmation.definition(
          caller,
          ['arango_restore', call.database, input],
          { destructive: false },
          `Load the export "${input.folder}" into database "${call.database}"?`,
        );
    if (asked && 'asks' in asked) return asked.asks;
    return this.calls.run(caller, call, async (session) => {
      const folder = await ExportFolder.openExisting(this.settings.backupRoot ?? '', input.folder);
      try {
        const manifest = await readManifest(folder);
        const chosen = chosenFrom(manifest, input.collections);
        assertWritable(
          chosen.map(({ name }) => name),
          this.settings,
        );
        const collections = await loadCollections(session, folder, {
          collections: chosen,
          dryRun: input.dryRun,
          onProgress: progressOf(caller),
        });
        const first = collections.find(({ outcome }) => BROKEN.has(outcome));
        const unknown = collections.filter(({ outcome }) => outcome === 'unknown');
        const changed = collections.filter(({ made, saved }) => made || saved > 0);
        return {
          exportedFrom: manifest.database,
          ...(unknown.length > 0 && { outcome: 'unknown', mayHaveChanged: unknown.map(({ name }) => name) }),
          ...(first && {
            error: first.error ?? {
              layer: 'guard',
              message: `"${first.name}" holds other documents than those of the export.`,
              hint: 'Load into an empty collection, or drop this one first.',
            },
          }),
          ...(!input.dryRun && {
            changed: changed.map(({ name }) => name),
            affectedRows: changed.reduce((sum, { saved }) => sum + saved, 0),
          }),
          ...asked,
          collections,
        };
      } finally {
        await folder.close();
      }
    });
  }
}

/** @throws InputError for a collection that the export does not have */
function chosenFrom({ collections }: StoredExport, names: readonly string[] | undefined) {
  if (!names) return collections;
  return [...new Set(names)].map((wanted) => {
    const found = collections.find(({ name }) => name === wanted);
    if (found) return found;
    throw new InputError(`The export has no collection "${wanted}".`, {
      hint: `It has ${collections.map(({ name }) => name).join(', ')}.`,
    });
  });
}
