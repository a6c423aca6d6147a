/**
 * How long a call's text holds up the server before anything is sent: the checks of the tools against reading the
 * same text token by token once. The ratio says how many times over the text is read.
 */
import { CoradbSettings } from '../dist/config/coradb-settings.js';
import { CORADB_DIALECT } from '../dist/driver/coradb/coradb-dialect.js';
import { CallRunner } from '../dist/execution/run/call-runner.service.js';
import { Lexer } from '../dist/sql/lexer.js';
import { DEFAULT_LEXICAL_SETTINGS } from '../dist/sql/lexical-settings.js';

const MEGABYTE = 1_000_000;
const ROUNDS = 7;
const markers = `SELECT ${'?, a.b + 1, '.repeat(MEGABYTE / 12)}1`;

const TEXTS = {
  '100,000 bind markers': { sql: `SELECT 1 IN (${'?, '.repeat(100_000)}?) FROM t`, parameters: 100_001 },
  '1 MB of expressions and markers': { sql: markers, parameters: Math.floor(MEGABYTE / 12) },
  '50 statements of 20,000 characters': { sql: `SELECT ${'a.b + 1, '.repeat(2_200)}1;\n`.repeat(50) },
  'a string of 1 MB': { sql: `SELECT '${'x'.repeat(MEGABYTE - 20)}'` },
  'a string of 1 MB with backslashes': { sql: `SELECT '${'x\\n'.repeat(MEGABYTE / 3 - 20)}'` },
  'comments of 1 MB': { sql: `SELECT 1 ${'/* c */ -- d\n'.repeat(MEGABYTE / 13 - 20)}` },
};
const CALLS = {
  execute_select: { purpose: 'select' },
  execute_sql: { purpose: 'execute', dryRun: false },
  'execute_sql, dryRun': { purpose: 'execute', dryRun: true },
};

const runner = new CallRunner({ dialect: async () => CORADB_DIALECT }, undefined, new CoradbSettings());
const login = { host: 'localhost', port: 33_000, database: 'd', user: 'u', password: '' };

/** Median of processor time in ms: what other processes take meanwhile does not count. */
async function milliseconds(run) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1e3);
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1];
}

function readOnce(sql) {
  const lexer = new Lexer(sql, DEFAULT_LEXICAL_SETTINGS);
  while (lexer.next() !== undefined);
}

for (const [title, { sql, parameters = 0 }] of Object.entries(TEXTS)) {
  const once = await milliseconds(() => readOnce(sql));
  console.log(`${title}: read once ${once.toFixed(1)} ms`);
  for (const [tool, call] of Object.entries(CALLS)) {
    const values = new Array(parameters).fill(null);
    const checked = await milliseconds(async () => {
      const refused = await runner.refusal({
        ...call,
        login,
        sql,
        ...(parameters > 0 && { params: values }),
      });
      if (refused !== undefined) throw new Error(JSON.stringify(refused.error));
    });
    // A text that is one token is read in no time: nothing to compare with.
    const ratio = once < 1 ? '' : `, ratio ${(checked / once).toFixed(1)}`;
    console.log(`  ${tool.padEnd(20)} ${checked.toFixed(1).padStart(8)} ms${ratio}`);
  }
}
