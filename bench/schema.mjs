/**
 * Reading the schema of 5,000 generated tables (6 columns, 2 indexes each, 1,000 foreign keys) at every level of detail, as
 * dba: catalog statements, processor time from rows to printed forms, bytes of the rows, size of the forms, and peak memory, each level
 * in a process of its own. The rows are made in this process, so the time is the reader's and printers' alone, not a server's.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const TABLES = 5_000;
const DETAILS = ['names', 'summary', 'full'];

const owner = (k) => (k % 2 === 0 ? 'BIG' : 'ORD');
const table = (k) => `tbl_${String(k).padStart(5, '0')}`;
const hasForeignKey = (k) => k % 5 === 4;

/** What `catalog.md` made its cost database of: name, type, precision, scale, default, nullable, comment. */
const COLUMNS = [
  ['id', 'INTEGER', 10, 0, null, 'NO', null],
  ['code', 'STRING', 20, 0, null, 'NO', null],
  ['name', 'STRING', 100, 0, 'n/a', 'YES', 'the name'],
  ['amount', 'NUMERIC', 12, 2, '0.00', 'YES', null],
  ['created', 'DATETIME', 23, 3, 'SYS_DATETIME', 'YES', null],
  ['parent', 'INTEGER', 10, 0, null, 'YES', null],
];

const keysOf = (k) => [
  [`pk_${table(k).slice(4)}`, 'YES', ['id']],
  [`i_${table(k).slice(4)}_code`, 'NO', ['code', 'created']],
  ...(hasForeignKey(k) ? [[`fk_${table(k).slice(4)}`, 'NO', ['parent']]] : []),
];

const each = (make) => Array.from({ length: TABLES }, (_, k) => make(k)).flat();

const VIEWS = {
  db_class: () => each((k) => [[owner(k), table(k), 'CLASS', 'NO', 'NONE', 'NO', 'YES', 'utf8_bin', null]]),
  db_attribute: () =>
    each((k) =>
      COLUMNS.map(([name, type, prec, scale, value, nullable, comment], at) => {
        const charset = type === 'STRING' ? ['utf8', 'utf8_bin'] : ['Not applicable', 'Not applicable'];
        const from = [null, null, null, null, null];
        return [
          owner(k),
          table(k),
          'INSTANCE',
          at,
          name,
          type,
          prec,
          scale,
          ...charset,
          ...from,
          value,
          nullable,
          comment,
        ];
      }),
    ),
  db_index: () =>
    each((k) =>
      keysOf(k).map(([name, primary]) => {
        const foreign = name.startsWith('fk_') ? 'YES' : 'NO';
        return [owner(k), table(k), name, primary, 'NO', primary, foreign, 'NO', null, 'NORMAL INDEX', null];
      }),
    ),
  db_index_key: () =>
    each((k) =>
      keysOf(k).flatMap(([name, , columns]) =>
        columns.map((column, at) => [owner(k), table(k), name, at, column, 'ASC', -1, null]),
      ),
    ),
  db_serial: () =>
    each((k) => [
      [owner(k), `${table(k)}_ai_id`, table(k), 'id', '1', '1', '1', '2147483647', 0, 0, 0, null],
    ]),
};

const FEATURES = {
  db_class:
    'owner_name class_name class_type is_system_class tde_algorithm partitioned is_reuse_oid_class collation comment',
  db_attribute:
    'owner_name class_name attr_type def_order attr_name data_type prec scale charset collation domain_owner_name domain_class_name from_owner_name from_class_name from_attr_name default_value is_nullable comment',
  db_attr_setdomain_elm:
    'owner_name class_name attr_type attr_name data_type prec scale code_set domain_owner_name domain_class_name',
  db_index:
    'owner_name class_name index_name is_unique is_reverse is_primary_key is_foreign_key have_function filter_expression status comment',
  db_index_key: 'owner_name class_name index_name key_order key_attr_name asc_desc key_prefix_length func',
  db_serial:
    'owner name class_name att_name current_val increment_val min_val max_val cyclic started cached_num comment',
  db_partition:
    'owner_name class_name partition_name partition_class_name partition_type partition_expr partition_values comment',
  db_direct_super_class: 'owner_name class_name super_owner_name super_class_name',
  db_vclass: 'owner_name vclass_name vclass_def comment',
  db_trig:
    'owner_name trigger_name target_owner_name target_class_name target_attr_name target_attr_type action_type action_time comment',
  db_auth: 'owner_name class_name grantor_name grantee_name auth_type is_grantable',
  db_synonym: 'synonym_owner_name synonym_name is_public_synonym target_owner_name target_name comment',
  db_server: 'owner link_name host port db_name user_name properties comment',
};

/** Column headings and rows of one statement. */
function answer(sql) {
  if (sql.startsWith('SHOW CREATE TABLE')) {
    const k = Number(/tbl_(\d+)/.exec(sql)[1]);
    const target = `[${owner(k - 2).toLowerCase()}.${table(k - 2)}]`;
    const text = `CREATE TABLE [${table(k)}] ([id] INTEGER AUTO_INCREMENT (1, 1) NOT NULL, [code] CHARACTER VARYING(20) NOT NULL, [name] CHARACTER VARYING(100) DEFAULT 'n/a' COMMENT 'the name', [amount] NUMERIC(12,2) DEFAULT 0.00, [created] DATETIME DEFAULT SYS_DATETIME, [parent] INTEGER,  CONSTRAINT [pk_${table(k).slice(4)}] PRIMARY KEY  ([id]),  INDEX [i_${table(k).slice(4)}_code] ([code], [created]),  CONSTRAINT [fk_${table(k).slice(4)}] FOREIGN KEY  ([parent]) REFERENCES ${target} ([id]) ON DELETE CASCADE ON UPDATE RESTRICT) REUSE_OID, COLLATE utf8_bin`;
    return [['TABLE', 'CREATE TABLE'], [[table(k), text]]];
  }
  if (sql.startsWith('SELECT CURRENT_USER')) {
    return [
      ['login_user', 'db_name', 'engine_version', 'db_lang', 'db_charset_id'],
      [['DBA', 'big', '11.4.0.1460', 'en_US', 5]],
    ];
  }
  if (sql.startsWith('SELECT class_name, attr_name')) {
    const rows = Object.entries(FEATURES).flatMap(([view, columns]) =>
      columns.split(' ').map((column, at) => [view, column, at]),
    );
    return [['class_name', 'attr_name', 'def_order'], rows];
  }
  const view = /FROM (\w+)/.exec(sql)?.[1] ?? '';
  const headings = /^SELECT (.*?) FROM/
    .exec(sql)[1]
    .split(', ')
    .map((column) => column.replace(/^.* AS /, '').replace(/[[\]]/g, ''));
  if (sql.endsWith("is_system_class = 'YES'") && view === 'db_class') return [headings, []];
  return [headings, VIEWS[view]?.() ?? []];
}

function connection(log) {
  return {
    dialect: 'coradb',
    engineVersion: '11.4.0.1460',
    rollback: async () => undefined,
    prepare: async (sql) => {
      log.statements.push(sql);
      const [headings, rows] = sql.startsWith('SET ') ? [[], []] : answer(sql);
      let at = 0;
      return {
        kind: 'SELECT',
        parameterCount: 0,
        columns: headings.map((name) => ({ name, type: 'String' })),
        close: async () => undefined,
        execute: async () => ({
          resultSet: {
            read: async (count) => {
              const batch = rows.slice(at, (at += count));
              log.bytes += Buffer.byteLength(JSON.stringify(batch));
              return batch;
            },
            countRows: async () => rows.length,
          },
        }),
      };
    },
  };
}

async function measureDetail(detail) {
  const { SchemaReader } = await import('../dist/schema/schema-service.js');
  const { printSchema } = await import('../dist/schema/printers/print-schema.js');
  const { fitDetail } = await import('../dist/schema/fit-detail.js');
  const log = { statements: [], bytes: 0 };
  const cpuMs = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  };
  const start = cpuMs();
  const model = await new SchemaReader().read(connection(log), { detail, timeoutMs: 0 });
  const read = cpuMs();
  const text = printSchema(model, 'text').length;
  const json = printSchema(model, 'json').length;
  const printed = cpuMs();
  const fitted = fitDetail(model, 'text', 200_000);
  const shows = log.statements.filter((sql) => sql.startsWith('SHOW ')).length;
  return {
    detail,
    'catalog statements': log.statements.length - shows,
    'SHOW statements': shows,
    'rows MB': (log.bytes / 1e6).toFixed(1),
    'read CPU ms': Math.round(read - start),
    'print CPU ms': Math.round(printed - read),
    'text chars': text,
    'JSON chars': json,
    'in 200,000 chars': fitted.detail,
    'peak MB': Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

const detail = process.env.BENCH_SCHEMA_DETAIL;
if (detail) {
  console.log(JSON.stringify(await measureDetail(detail)));
} else {
  const rows = DETAILS.map((level) => {
    const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], {
      env: { ...process.env, BENCH_SCHEMA_DETAIL: level },
      encoding: 'utf8',
    });
    if (child.status !== 0) throw new Error(child.stderr);
    return JSON.parse(child.stdout);
  });
  console.table(rows);
}
