import type { IncomingKey } from './key-model.js';
import { objectKey, type SchemaObject } from './schema-model.js';

/** The same objects with `referencedBy` filled from the foreign keys of all of them. */
export function linkIncomingKeys(objects: readonly SchemaObject[]): readonly SchemaObject[] {
  const incoming = new Map<string, IncomingKey[]>();
  for (const child of objects) {
    for (const key of child.foreignKeys) {
      if (key.references === null || key.inherited) continue;
      const target = objectKey({ owner: key.references.owner, name: key.references.table });
      const list = incoming.get(target) ?? [];
      list.push({
        owner: child.owner,
        table: child.name,
        name: key.name,
        columns: key.keys.flatMap((part) => part.column ?? []),
        references: key.references.columns,
        ...(key.onDelete === undefined ? {} : { onDelete: key.onDelete }),
        ...(key.onUpdate === undefined ? {} : { onUpdate: key.onUpdate }),
      });
      incoming.set(target, list);
    }
  }
  return objects.map((object) => ({ ...object, referencedBy: incoming.get(objectKey(object)) ?? [] }));
}
