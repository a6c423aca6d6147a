import {
  DuckDBArrayType,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  DuckDBUnionType,
  type DuckDBStructValue,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';

const numbered = new WeakSet<DuckDBStructType>();

/**
 * Numbers the fields of a vector's struct types, before the first value is read. The binding makes each struct an object
 * with the field names as keys, in which fields without a name (`ROW(1, 2)`) replace each other, names of digits
 * change their place, and `__proto__` is lost.
 */
export function numberFields(type: DuckDBType): void {
  if (type instanceof DuckDBStructType) {
    if (!numbered.has(type)) {
      // An array of the type's own, made for this vector.
      const names = type.entryNames as string[];
      names.forEach((name, index) => (names[index] = `${index}:${name}`));
      numbered.add(type);
    }
    type.entryTypes.forEach(numberFields);
  } else if (type instanceof DuckDBListType || type instanceof DuckDBArrayType) {
    numberFields(type.valueType);
  } else if (type instanceof DuckDBMapType) {
    numberFields(type.keyType);
    numberFields(type.valueType);
  } else if (type instanceof DuckDBUnionType) {
    type.memberTypes.forEach(numberFields);
  }
}

/** Names and values of a struct whose type has been numbered, in the order of the type. */
export function fieldsOf(value: DuckDBStructValue): (readonly [name: string, value: DuckDBValue])[] {
  return Object.entries(value.entries).map(([key, field]) => [key.slice(key.indexOf(':') + 1), field]);
}
