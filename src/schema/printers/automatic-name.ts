import type { SchemaKey } from '../../driver/model/key-model.js';

/**
 * True when nobody chose the name of this key. CUBRID makes `pk_<table>_<c1>_<c2>` (`u_`, `ru_`, `fk_` for the
 * other kinds) with `_d` after a descending column (catalog, §4); DuckDB makes `<table>_<c1>_pkey`.
 */
export function isAutomaticName(table: string, key: SchemaKey): boolean {
  const parts = key.keys.map((part) => part.column ?? '');
  const marked = key.keys.map((part) => `${part.column ?? ''}${part.order === 'DESC' ? '_d' : ''}`);
  const made = ['pk', 'u', 'ru', 'fk'].flatMap((prefix) => [
    [prefix, table, ...parts].join('_'),
    [prefix, table, ...marked].join('_'),
  ]);
  if (made.includes(key.name)) return true;
  return key.name.startsWith(`${table}_${parts.join('_')}_`) && /_(?:pkey|key|fkey)\d*$/.test(key.name);
}
