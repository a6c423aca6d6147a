/** What a column gets when an INSERT does not name it. */
export interface ColumnDefault {
  /** Valid SQL: a literal with its quotes, or an expression. */
  readonly sql: string;
  /** `unclear`: the catalog shows the same text for a string and for a function of that name. */
  readonly kind: 'literal' | 'expression' | 'unclear';
  /** The catalog keeps 255 bytes; the rest of the text was not read. */
  readonly truncated?: true;
}

/** The serial behind an AUTO_INCREMENT column. Numbers are text: they may exceed 2^53. */
export interface AutoIncrement {
  readonly start: string;
  readonly step: string;
  /** Last value given when `started`, else the next one. */
  readonly current?: string;
  readonly started?: boolean;
}

/** One column of a table or view. An absent field means "none". */
export interface SchemaColumn {
  readonly name: string;
  /** 1 for the first column. Class attributes have their own numbering. */
  readonly position: number;
  /** As a CREATE statement would write it: `VARCHAR(64)`, `NUMERIC(10,2)`, `SET OF INTEGER`, `SHOP.person`. */
  readonly type: string;
  /** The engine's own name of the type; absent at detail `summary`. */
  readonly dataType?: string;
  /** Digits, characters or bits; only where the type has them. */
  readonly precision?: number;
  readonly scale?: number;
  readonly charset?: string;
  readonly collation?: string;
  /** Element types of a collection; absent for one that takes any element. */
  readonly elements?: readonly string[];
  readonly enumValues?: readonly string[];
  /** False when the values were split out of a text in which quotes are not escaped (catalog, §4). */
  readonly enumValuesExact?: boolean;
  readonly jsonSchema?: string;
  readonly nullable: boolean;
  /** Absent for an ordinary column, which holds one value per row. */
  readonly attributeKind?: 'shared' | 'class';
  readonly default?: ColumnDefault;
  /** The one value of a shared or class attribute, as SQL. */
  readonly sharedValue?: string;
  /** Function that is applied by every UPDATE of the row. */
  readonly onUpdate?: string;
  readonly autoIncrement?: AutoIncrement;
  /** `OWNER.table`, or `OWNER.table.column` when the column was renamed on the way. */
  readonly inheritedFrom?: string;
  readonly comment?: string;
}
