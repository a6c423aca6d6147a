import { PACKAGE } from '../../config/package-info.js';

export const MANIFEST_FILE = 'manifest.json';

export type ExportFormat = 'json' | 'jsonl';

/** What no export of this server contains. */
const NOT_EXPORTED = [
  'indexes and collection properties',
  'views, analyzers and named graphs',
  'users and permissions',
  'system collections',
  'other databases',
] as const;

export interface ExportedCollection {
  readonly name: string;
  readonly type: 'document' | 'edge';
  readonly file: string;
  readonly documents: number;
  readonly bytes: number;
  readonly sha256: string;
  /** False when the document limit was reached before the end of the collection. */
  readonly complete: boolean;
}

export interface ExportManifest {
  readonly note: string;
  readonly writtenBy: string;
  readonly database: string;
  readonly format: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly documentLimit: number;
  /** True when every document of the collections asked for is in the files. */
  readonly complete: boolean;
  readonly collections: readonly ExportedCollection[];
  /** Collections asked for that the document limit left nothing for. */
  readonly collectionsLeftOut: readonly string[];
  readonly notExported: readonly string[];
}

export function exportManifest(
  facts: Omit<ExportManifest, 'note' | 'writtenBy' | 'notExported' | 'complete'>,
): ExportManifest {
  const complete = facts.collections.every((each) => each.complete) && facts.collectionsLeftOut.length === 0;
  return {
    note: 'Documents for inspection or transfer. This is not a backup: a database cannot be restored from it.',
    writtenBy: `${PACKAGE.name} ${PACKAGE.version}`,
    ...facts,
    complete,
    notExported: NOT_EXPORTED,
  };
}
