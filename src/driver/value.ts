/** An exact decimal number as the engine wrote it: digits, scale kept. */
export interface DecimalValue {
  readonly kind: 'decimal';
  readonly text: string;
}

/** A large object: its type and length only, never its contents. */
export interface LobValue {
  readonly kind: 'lob';
  readonly type: 'BLOB' | 'CLOB';
  /** Bytes for BLOB, as the locator states for CLOB. */
  readonly length: bigint;
}

/** A value whose type this driver does not decode, such as a graph object. */
export interface OpaqueValue {
  readonly kind: 'opaque';
  readonly typeCode: number;
  readonly bytes: Uint8Array;
}

/**
 * A value as drivers hand it out. Dates and times are wall-clock text (`YYYY-MM-DD`, `YYYY-MM-DD HH:MM:SS.mmm`, …),
 * never a Date object; `Uint8Array` is binary data; an array is a collection.
 * FLOAT, DOUBLE and MONETARY are numbers and may be NaN or infinite.
 */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | DecimalValue
  | LobValue
  | OpaqueValue
  | readonly Value[];

export type Row = readonly Value[];

/**
 * A bind parameter as the caller gave it. A plain JSON value gets the natural type; the explicit form names one
 * of the SQL types (`NUMERIC`, `BIGINT`, `DATE`, `VARBIT`, …) and gives the value as text (binary as hex).
 */
export type Parameter = null | boolean | number | string | TypedParameter;

/** A bind parameter whose SQL type the caller names. */
export interface TypedParameter {
  /** SQL type name in upper case, without precision. */
  readonly type: string;
  readonly value: string | number | boolean | null;
}
