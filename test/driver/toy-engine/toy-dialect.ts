import type { Dialect } from '../../../src/driver/dialect.js';
import type { SchemaObject } from '../../../src/driver/model/schema-model.js';
import { emptyObject } from '../../../src/driver/model/schema-model.js';
import { reduceDetail, searchObjects } from '../../../src/driver/model/select-objects.js';
import { UnknownObjectError } from '../../../src/driver/model/unknown-object-error.js';
import { DEFAULT_LEXICAL_SETTINGS } from '../../../src/sql/lexical-settings.js';

/** The engine knows two statements, `SELECT * FROM t` and `INSERT INTO t VALUES (…)`. */
export const TOY_DIALECT: Dialect = {
  engine: 'Toy',
  lexical: DEFAULT_LEXICAL_SETTINGS,
  rules: {
    readingVerbs: new Set(['SELECT']),
    mainVerbs: new Set(['SELECT', 'INSERT']),
    addingVerbs: new Map([['INSERT', []]]),
    control: [{ words: ['HALT'], because: 'stops the toy' }],
    controlMethods: { verbs: new Set(), methods: new Map() },
    notUndone: [],
    calls: new Map(),
    serialSteps: new Set(),
    clauses: [],
    carriesSql: [],
    fillsCounters: new Set(),
    keepsText: new Set(),
    kinds: { control: new Set(), notUndone: new Set() },
  },
  planOperations: {
    fullScans: new Set(['WALK']),
    decidedLate: new Set(),
    crossProducts: new Set(),
  },
  async readSchema(session, { detail, object, search, login }) {
    const all = (await session.query('SELECT * FROM catalog')).map((row) =>
      tableOf(row.text('table_name') ?? '', (row.text('column_names') ?? '').split(',')),
    );
    const named = all.filter(({ name }) => object === undefined || name === object.toLowerCase());
    if (object !== undefined && named.length === 0) throw new UnknownObjectError(object, all);
    return reduceDetail(
      {
        database: login?.database ?? '',
        user: login?.user ?? '',
        engine: 'Toy',
        engineVersion: '1',
        readAt: new Date().toISOString(),
        detail: 'full',
        complete: true,
        notes: [],
        foreignKeys: 'complete',
        objects: search === undefined ? named : searchObjects(named, search),
        serials: [],
        synonyms: [],
        servers: [],
      },
      detail,
    );
  },
  parsePlan(raw) {
    const [operation = '', table = ''] = raw.split(' ');
    return [{ roots: [{ operation, table, predicates: [], facts: {}, children: [] }], tables: [] }];
  },
  errorOffset(message, text) {
    const at = text.indexOf(/near (\S+)$/.exec(message)?.[1] ?? '\0');
    return at < 0 ? undefined : at;
  },
  isUnfitValue: () => false,
};

/** The first column of every table is its key and a number; the others are text. */
function tableOf(name: string, columns: readonly string[]): SchemaObject {
  return {
    ...emptyObject('table', 'TABLE', 'TOY', name),
    columns: columns.map((column, index) => ({
      name: column,
      position: index + 1,
      type: index === 0 ? 'INTEGER' : 'VARCHAR',
      nullable: index > 0,
    })),
    primaryKey: { name: `pk_${name}`, keys: columns.slice(0, 1).map((column) => ({ column })) },
  };
}
