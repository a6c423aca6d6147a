import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CoradbSettings } from '../config/coradb-settings.js';
import { settingsOf } from '../config/setting.decorators.js';
import { edgeNames } from '../mcp/edge-names.js';
import { offeredTools } from '../mcp/offered-tools.js';
import { deed, named, settingName, whereReadOnly, whereSaved, whereTried, withNames } from './edge-names.js';

const SOURCE = join(import.meta.dirname, '..');
/** What lies below the edge. */
const BELOW = ['address', 'driver', 'errors', 'execution', 'limits', 'schema', 'sql', 'store'];

const files = BELOW.flatMap((folder) =>
  readdirSync(join(SOURCE, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => join(folder, file)),
);
const textOf = (file: string): string => readFileSync(join(SOURCE, file), 'utf8');

describe('below the edge', () => {
  const variables = settingsOf(CoradbSettings).map(({ variable }) => variable);
  const tools = offeredTools({ ...new CoradbSettings(), writeMode: 'write' });
  const names = new RegExp(`\\b(?:${[...variables, ...tools].join('|')})\\b`);

  it('there is something to look at', () => {
    expect(files.length).toBeGreaterThan(200);
    expect(names.test('set CORADB_MAX_ROWS')).toBe(true);
    expect(names.test('use execute_sql')).toBe(true);
  });

  it('no source names a tool or the variable of a setting', () => {
    expect(files.filter((file) => names.test(textOf(file)))).toEqual([]);
  });

  it('every place of a setting is for one that there is', () => {
    const used = files.flatMap((file) =>
      [...textOf(file).matchAll(/settingName\('(\w+)'\)/g)].map(([, property]) => property),
    );
    const known = settingsOf(CoradbSettings).map(({ property }) => property);
    expect(used.length).toBeGreaterThan(20);
    expect(used.filter((property) => property !== undefined && !known.includes(property))).toEqual([]);
  });
});

describe('places for names', () => {
  const text =
    `At most 5 (${settingName('maxRowsLimit')})` +
    whereSaved(`; use ${deed('execute')}`) +
    whereTried(`; try with ${deed('execute')}`) +
    whereReadOnly('; only read') +
    ` or ${deed('select')}.`;

  it.each([
    ['write', 'At most 5 (CORADB_MAX_ROWS_LIMIT); use execute_sql or execute_select.'],
    ['dryrun', 'At most 5 (CORADB_MAX_ROWS_LIMIT); try with execute_sql or execute_select.'],
    ['off', 'At most 5 (CORADB_MAX_ROWS_LIMIT); only read or execute_select.'],
  ] as const)('are filled with what a server offers that is set to %s', (writeMode, expected) => {
    expect(withNames(text, edgeNames({ writeMode }))).toBe(expected);
  });

  it('are filled in all of a reply but its rows', () => {
    const names = edgeNames({ writeMode: 'write' });
    const place = deed('select');
    const reply = { error: { hint: place }, notes: [place, 1, null], rows: [[place]] };
    expect(named(reply, names)).toEqual({
      error: { hint: 'execute_select' },
      notes: ['execute_select', 1, null],
      rows: [[place]],
    });
    const plain = { statements: [{ rows: [['x']], notes: ['y'] }] };
    expect(named(plain, names)).toBe(plain);
  });
});
