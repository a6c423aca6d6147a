import { z } from 'zod';

/**
 * Shape of the schema document, in the terms of the model (`schema-model.ts`). The JSON Schema made from it is
 * published as `docs/schema-document.schema.json`. Lists that are absent are empty.
 */
const keyPart = z.strictObject({
  column: z.string().optional(),
  expression: z.string().optional(),
  order: z.literal('DESC').optional().describe('Absent for ascending'),
  prefixLength: z.number().optional().describe('Characters of the column that are indexed'),
});

const key = z.strictObject({
  name: z.string(),
  keys: z.array(keyPart).optional().describe('In key order'),
  reverse: z.literal(true).optional(),
  filter: z.string().optional(),
  status: z.string().optional().describe('As the engine words it, when the index is not a normal one'),
  inherited: z.literal(true).optional(),
  comment: z.string().optional(),
});

const foreignKey = key.extend({
  references: z
    .strictObject({ owner: z.string(), table: z.string(), columns: z.array(z.string()).optional() })
    .nullable()
    .describe('null when it was not read'),
  onDelete: z.string().optional(),
  onUpdate: z.string().optional(),
});

const incomingKey = z.strictObject({
  owner: z.string(),
  table: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  references: z.array(z.string()),
  onDelete: z.string().optional(),
  onUpdate: z.string().optional(),
});

const column = z.strictObject({
  name: z.string(),
  position: z.number().describe('From 1; class attributes have their own numbering'),
  type: z.string().describe('As a CREATE statement would write it'),
  dataType: z.string().optional().describe("The engine's own name of the type; not at detail summary"),
  precision: z.number().optional().describe('Where the type text does not hold it'),
  scale: z.number().optional(),
  charset: z.string().optional(),
  collation: z.string().optional(),
  elements: z.array(z.string()).optional().describe('Element types of a collection'),
  enumValues: z.array(z.string()).optional(),
  enumValuesExact: z.boolean().optional().describe('false: read from a text in which quotes are ambiguous'),
  jsonSchema: z.string().optional(),
  nullable: z.boolean(),
  attributeKind: z.enum(['shared', 'class']).optional(),
  default: z
    .strictObject({
      sql: z.string(),
      kind: z.enum(['literal', 'expression', 'unclear']),
      truncated: z.literal(true).optional(),
    })
    .optional(),
  sharedValue: z.string().optional(),
  onUpdate: z.string().optional(),
  autoIncrement: z
    .strictObject({
      start: z.string(),
      step: z.string(),
      current: z.string().optional(),
      started: z.boolean().optional(),
    })
    .optional(),
  inheritedFrom: z.string().optional(),
  comment: z.string().optional(),
});

const edgeEnd = z.strictObject({ owner: z.string(), table: z.string(), column: z.string().optional() });

const trigger = z.strictObject({
  owner: z.string(),
  name: z.string(),
  time: z.string(),
  actionKind: z.string(),
  column: z.string().optional(),
  event: z.string().optional(),
  condition: z.string().optional(),
  action: z.string().optional(),
  active: z.boolean().optional(),
  priority: z.string().optional(),
  comment: z.string().optional(),
});

const partitioning = z.strictObject({
  type: z.string(),
  expression: z.string(),
  partitions: z.array(
    z.strictObject({
      name: z.string(),
      table: z.string(),
      values: z
        .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
        .optional()
        .describe('RANGE: from (included) and to (excluded), null for no bound. LIST: the members'),
      comment: z.string().optional(),
    }),
  ),
});

const object = z.strictObject({
  kind: z.string().describe('table, view, vertex table, edge table, or another word of the engine'),
  rawKind: z.string().describe("The engine's own word"),
  owner: z.string(),
  name: z.string(),
  comment: z.string().optional(),
  options: z
    .strictObject({
      reuseOid: z.boolean().optional(),
      collation: z.string().optional(),
      encrypt: z.string().optional(),
    })
    .optional(),
  under: z.array(z.string()).optional(),
  edge: z
    .strictObject({ from: edgeEnd.optional(), to: edgeEnd.optional(), clause: z.string().optional() })
    .optional(),
  columns: z.array(column).optional(),
  primaryKey: key.optional(),
  uniqueKeys: z.array(key).optional(),
  foreignKeys: z.array(foreignKey).optional(),
  referencedBy: z.union([z.array(incomingKey), z.literal('unread')]).optional(),
  indexes: z.array(key).optional(),
  checks: z.array(z.string()).optional(),
  partitioning: partitioning.optional(),
  queries: z.array(z.string()).optional(),
  checkOption: z.enum(['NONE', 'CASCADED', 'LOCAL', 'unknown']).optional(),
  triggers: z.array(trigger).optional(),
  methods: z.array(z.string()).optional(),
  grants: z
    .array(
      z.strictObject({
        grantee: z.string(),
        grantor: z.string(),
        privileges: z.array(z.string()),
        grantable: z.boolean(),
      }),
    )
    .optional(),
  rowEstimate: z
    .strictObject({ rows: z.number(), source: z.string() })
    .optional()
    .describe('From statistics, not counted'),
  extra: z.record(z.string(), z.string()).optional(),
  rawTail: z.string().optional(),
});

const serial = z.strictObject({
  owner: z.string(),
  name: z.string(),
  current: z.string().optional(),
  increment: z.string(),
  min: z.string(),
  max: z.string(),
  cyclic: z.boolean(),
  started: z.boolean().optional(),
  cache: z.number().optional(),
  comment: z.string().optional(),
});

const synonym = z.strictObject({
  owner: z.string(),
  name: z.string(),
  targetOwner: z.string(),
  targetName: z.string(),
  public: z.boolean(),
  dangling: z.literal(true).optional().describe('The target is missing, or this user does not see it'),
  comment: z.string().optional(),
});

const server = z.strictObject({
  owner: z.string(),
  name: z.string(),
  host: z.string(),
  port: z.number(),
  database: z.string(),
  user: z.string(),
  properties: z.string().optional(),
  comment: z.string().optional(),
});

export const schemaDocument = z
  .strictObject({
    format: z.literal('coradb-schema'),
    formatVersion: z.literal(1),
    database: z.string(),
    user: z.string(),
    engine: z.enum(['CoraDB', 'DuckDB']),
    engineVersion: z.string(),
    charset: z.string().optional(),
    collation: z.string().optional(),
    readAt: z.string(),
    detail: z.enum(['names', 'summary', 'full']),
    complete: z.boolean().describe('false: notes say what is missing'),
    notes: z.array(z.string()).optional(),
    foreignKeys: z.enum(['complete', 'partial', 'names only', 'not read']),
    objectCount: z.number().optional().describe('How many there are, when the list itself was left out'),
    objects: z.array(object),
    serials: z.array(serial).optional(),
    synonyms: z.array(synonym).optional(),
    servers: z.array(server).optional(),
  })
  .describe('A database, or one object of it, as one user sees it. What is absent is none.');
