import { CORADB_DIALECT } from '../../src/driver/coradb/coradb-dialect.js';
import { readFileSync } from 'node:fs';
import type { Connection, Statement } from '../../src/driver/driver.js';
import { EngineError } from '../../src/driver/driver-errors.js';
import type { Parameter, Row, Value } from '../../src/driver/value.js';

interface SampleResult {
  readonly sql: string;
  readonly params?: readonly string[];
  readonly columns?: readonly { readonly name: string; readonly type: string }[];
  readonly rows?: readonly (readonly unknown[])[];
  readonly error?: { readonly code: number; readonly message: string };
}

type SampleUser = Record<string, Record<string, SampleResult>>;

export type SampleUserName = 'dba' | 'reader' | 'nobody_here';

const SAMPLES = JSON.parse(
  readFileSync(new URL('../fixtures/catalog/catalog-samples.json', import.meta.url), 'utf8'),
) as { users: Record<SampleUserName, SampleUser> };

export interface CatalogConnection extends Connection {
  /** Texts sent so far; `ROLLBACK` stands for the end of a transaction. */
  readonly log: string[];
}

export interface CatalogConnectionOptions {
  /** Answers to try before the samples, by the exact statement. */
  readonly extra?: Readonly<Record<string, SampleResult | EngineError>>;
  readonly onPrepare?: (sql: string) => void;
}

/**
 * A connection that answers with the results a CUBRID 11.4 server gave (`catalog-samples.json`). A statement about
 * one object is answered with the matching rows of the same statement about all. Anything else fails the test.
 */
export function connectCatalog(
  user: SampleUserName,
  options: CatalogConnectionOptions = {},
): CatalogConnection {
  const samples = SAMPLES.users[user];
  const log: string[] = [];
  const unused = (): Promise<never> => Promise.reject(new Error('not used by the catalog reader'));
  return {
    dialect: CORADB_DIALECT,
    engineVersion: '11.4.0.1460',
    log,
    lexicalSettings: unused,
    plan: unused,
    commit: unused,
    rollback: () => {
      log.push('ROLLBACK');
      return Promise.resolve();
    },
    cancel: unused,
    close: () => Promise.resolve(),
    destroy: () => undefined,
    prepare: (sql) => {
      log.push(sql);
      options.onPrepare?.(sql);
      const answer = options.extra?.[sql];
      if (answer instanceof EngineError) return Promise.reject(answer);
      return Promise.resolve(statement(samples, sql, answer));
    },
  };
}

function statement(samples: SampleUser, sql: string, answer: SampleResult | undefined): Statement {
  if (sql.startsWith('SET TRANSACTION LOCK TIMEOUT')) {
    return {
      kind: 'SET',
      parameterCount: 0,
      columns: [],
      execute: () => Promise.resolve({}),
      close: () => Promise.resolve(),
    };
  }
  const parameterCount = sql.split('?').length - 1;
  const sample = answer ?? findSample(samples, sql, parameterCount === 0 ? [] : undefined);
  if (sample.error) throw new EngineError('CoraDB', sample.error.code, sample.error.message);
  return {
    kind: 'SELECT',
    parameterCount,
    columns: (sample.columns ?? []).map(({ name, type }) => ({ name, type })),
    execute: (parameters) => {
      const rows = toRows(parameterCount === 0 ? sample : findSample(samples, sql, parameters));
      return Promise.resolve({
        resultSet: {
          read: (count) => Promise.resolve(rows.splice(0, count)),
          countRows: () => Promise.resolve(0),
        },
      });
    },
    close: () => Promise.resolve(),
  };
}

/** Samples with all rows of a view, for statements that select other columns of it. */
const WHOLE_OF_VIEW: Readonly<Record<string, string>> = {
  db_class: 'classes',
  db_index: 'indexes',
  db_synonym: 'synonyms',
};

/** @param parameters undefined while preparing: any answer of that shape will do */
function findSample(
  samples: SampleUser,
  sql: string,
  parameters: readonly Parameter[] | undefined,
): SampleResult {
  const all = Object.values(samples).flatMap((group) => Object.values(group));
  const exact = all.find(
    (sample) =>
      flat(sample.sql) === flat(sql) && (parameters === undefined || same(sample.params ?? [], parameters)),
  );
  if (exact) return exact;
  const select = /^(SELECT .* FROM \w+)(?: WHERE .*)?$/.exec(flat(sql))?.[1];
  const whole = Object.values(samples['whole'] ?? {});
  const view = /FROM (\w+)$/.exec(select ?? '')?.[1];
  const base =
    whole.find((sample) => select !== undefined && flat(sample.sql).startsWith(select)) ??
    samples['whole']?.[WHOLE_OF_VIEW[view ?? ''] ?? ''];
  if (!base?.columns || !base.rows) throw new Error(`No sample answers ${sql}`);
  const at = (name: string): number => base.columns?.findIndex((column) => column.name === name) ?? -1;
  if (sql.endsWith(`is_foreign_key = 'YES'`)) {
    return { ...base, rows: base.rows.filter((row) => row[at('is_foreign_key')] === 'YES') };
  }
  if (parameters === undefined) return base;
  const conditions = (/ WHERE (.*)$/.exec(flat(sql))?.[1] ?? '').split(' AND ').flatMap((text) => {
    const match = /^([\w.]+) = (?:(UPPER|LOWER)\()?\?\)?$/.exec(text);
    return match?.[1]
      ? [{ column: at(match[1] === 'owner.name' ? 'owner_name' : match[1]), fold: match[2] }]
      : [];
  });
  const wanted = parameters.map((value, position) => {
    const fold = conditions[position]?.fold;
    return fold === 'UPPER'
      ? String(value).toUpperCase()
      : fold === 'LOWER'
        ? String(value).toLowerCase()
        : value;
  });
  return {
    ...base,
    rows: base.rows.filter((row) => conditions.every(({ column }, index) => row[column] === wanted[index])),
  };
}

function toRows(sample: SampleResult): Row[] {
  return (sample.rows ?? []).map((row) =>
    row.map((value, column) => toValue(value, sample.columns?.[column]?.type)),
  );
}

/** As the driver hands values out: exact decimals, numbers for DOUBLE. */
function toValue(value: unknown, type: string | undefined): Value {
  if (typeof value === 'string' && type === 'NUMERIC') return { kind: 'decimal', text: value };
  if (typeof value === 'string' && type === 'DOUBLE') return Number(value);
  return value as Value;
}

function flat(sql: string): string {
  return sql.replace(/\s+/g, ' ').trim();
}

function same(a: readonly unknown[], b: readonly unknown[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
