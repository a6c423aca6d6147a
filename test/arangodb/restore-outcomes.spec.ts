import { mkdir, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAULTS, answer, type Fault } from '../helpers/arango-replay-server.js';
import { arangoSetup } from '../helpers/arango-setup.js';
import { removeFolder, scratchFolder } from '../helpers/scratch-folder.js';

const TEXT = '{"_key":"1"}\n{"_key":"2"}\n';
const root = await scratchFolder();
const arango = arangoSetup('2026-07-28', { ARANGO_BACKUP_ROOT: root });

/** An export of one collection of two documents. */
beforeAll(async () => {
  await mkdir(join(root, 'f'));
  await writeFile(join(root, 'f', 'demo.jsonl'), TEXT);
  const sha256 = createHash('sha256').update(TEXT).digest('hex');
  const file = {
    name: 'demo',
    type: 'document',
    file: 'demo.jsonl',
    documents: 2,
    bytes: TEXT.length,
    sha256,
  };
  const manifest = { database: '_system', format: 'jsonl', collections: [{ ...file, complete: true }] };
  await writeFile(join(root, 'f', 'manifest.json'), JSON.stringify(manifest));
});
afterAll(() => removeFolder(root));

/** What a step is answered, and what is known behind it. */
interface Step {
  readonly name: string;
  readonly fault: Fault;
  /** `done` where it is undefined. */
  readonly leaves?: 'failed' | 'unknown';
}

const refused = (code: number, errorNum: number): Fault =>
  answer(code, { code, error: true, errorNum, errorMessage: 'no' });
/** Answers to a request that changes something, behind which it may have been carried out, or was not. */
const LOST: readonly Step[] = [
  { name: 'reset', fault: FAULTS.reset, leaves: 'unknown' },
  { name: 'HTTP 500 of the engine', fault: refused(500, 4), leaves: 'unknown' },
  { name: 'HTTP 503 of a proxy', fault: FAULTS.unavailable, leaves: 'unknown' },
  { name: 'JSON of another kind', fault: answer(200, { hello: 'world' }), leaves: 'unknown' },
  { name: 'a conflict', fault: refused(409, 1200), leaves: 'failed' },
];
const count = (count: number): Fault => answer(200, { count });
const missing = refused(404, 1203);
const BEFORE = [
  { name: 'missing', fault: missing, makes: true, had: 0 },
  { name: 'empty', fault: count(0), makes: false, had: 0 },
  { name: 'with one document of the file', fault: count(1), makes: false, had: 1 },
];
const CREATES: readonly Step[] = [{ name: 'made', fault: answer(200, { name: 'demo' }) }, ...LOST];
const imports = (had: number): readonly Step[] => [
  { name: 'imported', fault: answer(201, { created: 2 - had, errors: 0, ignored: had }) },
  {
    name: 'fewer results than documents',
    fault: answer(201, { created: 1, errors: 0, ignored: 0 }),
    leaves: 'unknown',
  },
  ...LOST,
];
/** The count behind it: only a question, so that a lost answer leaves nothing unknown. */
const AFTER = [
  { name: 'as many', fault: count(2), outcome: 'loaded' },
  { name: 'more', fault: count(3), outcome: 'not empty' },
  { name: 'reset', fault: FAULTS.reset, outcome: 'failed' },
  { name: 'HTTP 500 of the engine', fault: refused(500, 4), outcome: 'failed' },
];

describe.each(BEFORE)('arango_restore into a collection that is $name', ({ fault: before, makes, had }) => {
  it.each(makes ? CREATES : CREATES.slice(0, 1))('creation: $name', async (create) => {
    for (const imported of imports(had)) {
      for (const after of AFTER) {
        const { server, session } = arango;
        server.load();
        let asked = 0;
        server.fail('GET /_api/collection/demo/count', (...call) =>
          (asked++ === 0 ? before : after.fault)(...call),
        );
        server.fail('POST /_api/collection', create.fault);
        server.fail('POST /_api/import', imported.fault);
        const { document, isError } = await session.call('arango_restore', { folder: 'f' });
        const broke = (makes ? create.leaves : undefined) ?? imported.leaves;
        const outcome = broke ?? after.outcome;
        const row = `import ${imported.name}, count ${after.name}`;
        const saved = broke === undefined ? 2 - had : 0;
        expect(document.collections, row).toMatchObject([
          { name: 'demo', outcome, documents: 2, loaded: broke === undefined ? 2 : 0, saved },
        ]);
        expect(isError, row).toBe(outcome !== 'loaded');
        // What was saved counts, whatever became of the rest.
        expect(document.affectedRows, row).toBe(saved);
        const made = makes && create.leaves === undefined;
        expect(document.changed, row).toEqual(made || saved > 0 ? ['demo'] : []);
        expect(document.outcome, row).toBe(outcome === 'unknown' ? 'unknown' : undefined);
        expect(document.mayHaveChanged, row).toEqual(outcome === 'unknown' ? ['demo'] : undefined);
        if (outcome === 'unknown') {
          expect(document.error.message, row).toMatch(/^The request was sent, .* it may have been\. /);
          expect(document.error.hint, row).toMatch(/^Call again to go on/);
        }
        // Nothing more is sent once it broke.
        if (makes && create.leaves) expect(server.log.at(-1), row).toBe('POST /_api/collection');
      }
    }
  });
});
