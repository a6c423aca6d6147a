import { describe, expect, it } from 'vitest';
import { PROBE, readTraits } from './connection-probe.js';

const NAMES = ['q', 'b', 'k', 'big', 'num', 'zoned', 'list'];
const TYPES = ['String', 'Int', 'Int', 'Bigint', 'Numeric', 'DateTimeTz', 'Sequence'];

const traitsOf = (row: readonly unknown[], nullable?: boolean) =>
  readTraits(
    { names: NAMES, types: TYPES, rows: [row], count: 1 },
    nullable === undefined ? undefined : { columns: [{ nullable }] },
    'x 1.0',
  );

describe('the probe of a connection', () => {
  it('trusts a package that reads every type exactly', () => {
    const zoned = '2024-02-29 23:59:58.123 Asia/Seoul KST';
    const row = ['integer', 2, 1, -9007199254740993n, '1234567890123456789012.3456789', zoned, [1, 2]];
    expect(traitsOf(row, true)).toEqual({
      settings: { ansiQuotes: true, noBackslashEscapes: true },
      exact: { bigint: true, numeric: true, zoned: true, collections: true },
      nullableInverted: false,
    });
  });

  it('does not trust what was cut, rounded or misread', () => {
    const row = ['character (-1)', 1, 1, -1, 1.2345678901234568e21, new Date(0), 134_217_728];
    expect(traitsOf(row, false)).toEqual({
      settings: { ansiQuotes: false, noBackslashEscapes: false },
      exact: { bigint: false, numeric: false, zoned: false, collections: false },
      nullableInverted: true,
    });
  });

  it('refuses a server that does not answer, and a charset that the package cannot read', () => {
    expect(() => traitsOf([])).toThrow('CoraDB did not say how it reads quotes and backslashes');
    expect(() => traitsOf(['integer', 2, 0])).toThrow('The driver package x 1.0 reads UTF-8 only');
  });

  it('asks for the name of the charset, since EUC-KR counts the UTF-8 bytes of 한 as one character too', () => {
    expect(PROBE).toContain("CASE CHARSET('a') WHEN 'utf8' THEN 1 ELSE 0 END");
    // Plain ASCII, which every charset reads alike.
    expect(PROBE).toMatch(/^[ -~]*$/);
  });
});
