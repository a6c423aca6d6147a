/** One part of a key: a column (perhaps its first characters only) or an expression. */
export interface KeyPart {
  readonly column?: string;
  readonly expression?: string;
  /** Absent for ascending. */
  readonly order?: 'DESC';
  /** Characters of the column that are indexed. */
  readonly prefixLength?: number;
}

/** A primary key, unique key or plain index; parts in key order, which need not be the order of the columns. */
export interface SchemaKey {
  readonly name: string;
  readonly keys: readonly KeyPart[];
  /** Declared as a REVERSE index; every part then reads as descending. */
  readonly reverse?: true;
  /** Condition of a filtered index, as the engine stores it. */
  readonly filter?: string;
  /** As the engine words it, when it is not a normal index: `INVISIBLE INDEX`, `INDEX IS IN ONLINE BUILDING`. */
  readonly status?: string;
  /** The parent table of an inherited key declares it. */
  readonly inherited?: true;
  readonly comment?: string;
}

/** The table and columns a foreign key points at. */
export interface KeyReference {
  readonly owner: string;
  readonly table: string;
  readonly columns: readonly string[];
}

/** A foreign key of a table. */
export interface ForeignKey extends SchemaKey {
  /** Null when the target was not read: the catalog views do not hold it (catalog, §4). */
  readonly references: KeyReference | null;
  readonly onDelete?: string;
  readonly onUpdate?: string;
}

/** A foreign key of another table that points here. */
export interface IncomingKey {
  readonly owner: string;
  readonly table: string;
  readonly name: string;
  /** Columns of the other table. */
  readonly columns: readonly string[];
  /** Columns of this table. */
  readonly references: readonly string[];
  readonly onDelete?: string;
  readonly onUpdate?: string;
}
