import type {
  Column,
  Connection,
  Driver,
  Execution,
  ResultSet,
  Statement,
} from '../../../src/driver/driver.js';
import { EngineError } from '../../../src/driver/driver-errors.js';
import type { Parameter, Row, Value } from '../../../src/driver/value.js';
import { TOY_DIALECT } from './toy-dialect.js';

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

type Tables = ReadonlyMap<string, Table>;

/** Tables in memory. A connection works on what it found when it was opened; a commit makes its tables those of all. */
export function createToyDriver(): Driver {
  let committed: Tables = new Map([
    [
      'animal',
      {
        columns: ['id', 'name'],
        rows: [
          [1, 'ant'],
          [2, 'bee'],
        ],
      },
    ],
  ]);
  return {
    name: 'toy',
    version: '1',
    capabilities: {
      compileOnlyPrepare: true,
      cancel: false,
      planWithoutRunning: true,
      serverTimeLimit: false,
    },
    dialect: TOY_DIALECT,
    connect: () =>
      Promise.resolve(
        new ToyConnection(
          () => committed,
          (tables) => (committed = tables),
        ),
      ),
    databases: () => Promise.resolve(['zoo']),
  };
}

class ToyConnection implements Connection {
  readonly dialect = TOY_DIALECT;
  readonly engineVersion = 'Toy 1';
  private tables: Tables;

  constructor(
    private readonly load: () => Tables,
    private readonly save: (tables: Tables) => void,
  ) {
    this.tables = load();
  }

  lexicalSettings = () => Promise.resolve(TOY_DIALECT.lexical!);

  async prepare(sql: string): Promise<Statement> {
    const reads = /^\s*SELECT\s+\*\s+FROM\s+(\w+)\s*$/i.exec(sql);
    const adds = /^\s*INSERT\s+INTO\s+(\w+)\s+VALUES\s*\(([\s?,]*)\)\s*$/i.exec(sql);
    const name = (reads ?? adds)?.[1]?.toLowerCase();
    if (name === undefined)
      throw new EngineError('Toy', 'Syntax', `syntax error near ${sql.trim().split(/\s/)[0]}`);
    const table = this.table(name);
    return {
      kind: reads ? 'SELECT' : 'INSERT',
      parameterCount: sql.split('?').length - 1,
      columns: reads ? table.columns.map(columnOf) : [],
      execute: async (params, { skip }): Promise<Execution> => {
        if (reads) return { resultSet: resultSetOf(this.table(name).rows, skip) };
        const before = this.table(name);
        const added = { ...before, rows: [...before.rows, params.map(valueOf)] };
        this.tables = new Map([...this.tables, [name, added]]);
        return { affectedRows: 1 };
      },
      close: () => Promise.resolve(),
    };
  }

  plan = async (sql: string) => `WALK ${/FROM\s+(\w+)/i.exec(sql)?.[1] ?? ''}`;
  commit = async () => this.save(this.tables);
  rollback = async () => void (this.tables = this.load());
  cancel = () => Promise.resolve();
  close = () => Promise.resolve();
  destroy(): void {}

  private table(name: string): Table {
    const table = name === 'catalog' ? this.catalog() : this.tables.get(name);
    if (table === undefined) throw new EngineError('Toy', 'Table', `no such table near ${name}`);
    return table;
  }

  private catalog(): Table {
    const rows = [...this.tables].map(([name, { columns }]) => [name, columns.join(',')]);
    return { columns: ['table_name', 'column_names'], rows };
  }
}

function columnOf(name: string, index: number): Column {
  return { name, type: index === 0 && name === 'id' ? 'Int' : 'String' };
}

function valueOf(parameter: Parameter): Value {
  return typeof parameter === 'object' && parameter !== null ? parameter.value : parameter;
}

function resultSetOf(rows: readonly Row[], skip: number): ResultSet {
  let at = skip;
  return {
    read: async (count) => rows.slice(at, (at += count)),
    countRows: async () => rows.length,
  };
}
