import { PROBE } from '../../src/driver/coradb/package/connection-probe.js';
import type { StatementRule } from './scripted-database.js';

/** What a CUBRID server with default settings answers to the probe of the package adapter. */
export const PROBE_RULE: StatementRule = {
  sql: PROBE,
  columns: [
    { name: 'q', type: 'VARCHAR' },
    { name: 'b', type: 'INT' },
    { name: 'k', type: 'INT' },
    { name: 'big', type: 'BIGINT', precision: 19 },
    { name: 'num', type: 'NUMERIC', precision: 38, scale: 7 },
    { name: 'zoned', type: 'DATETIMETZ', precision: 23, scale: 3 },
    { name: 'list', type: 'SEQUENCE', elementType: 'INT', precision: 0 },
  ],
  rows: [
    [
      'integer',
      2,
      1,
      -9007199254740993n,
      '1234567890123456789012.3456789',
      '2024-02-29 23:59:58.123 Asia/Seoul KST',
      [1, 2],
    ],
  ],
};

/** The same from a server that takes `"…"` for strings, backslashes for escapes, or has another charset. */
export function probeRule(settings: {
  readonly ansiQuotes?: boolean;
  readonly noBackslashEscapes?: boolean;
  readonly utf8?: boolean;
}): StatementRule {
  const [row = []] = PROBE_RULE.rows as readonly (readonly (string | number)[])[];
  const quoted = settings.ansiQuotes === false ? 'character (-1)' : 'integer';
  const backslashes = settings.noBackslashEscapes === false ? 1 : 2;
  return {
    ...PROBE_RULE,
    rows: [[quoted, backslashes, settings.utf8 === false ? 0 : 1, ...row.slice(3)]],
  };
}
