/** A bind parameter as it arrived at the broker (cas-protocol §4.4.1). */
export interface Bind {
  /** Type code of cas-protocol §5.2. */
  readonly type: number;
  readonly bytes: Buffer;
  /** The value, for the types tests look at; hex text for all others. */
  readonly value: null | number | bigint | string;
}

const TEXT_TYPES = [1, 2, 3, 4, 7, 25, 34];

/** Pairs of a one-byte type argument and a value argument. */
export function readBinds(args: readonly Buffer[]): readonly Bind[] {
  const binds: Bind[] = [];
  for (let index = 0; index + 1 < args.length; index += 2) {
    const type = args[index]?.[0] ?? 0;
    const bytes = args[index + 1] ?? Buffer.alloc(0);
    binds.push({ type, bytes, value: readValue(type, bytes) });
  }
  return binds;
}

function readValue(type: number, bytes: Buffer): null | number | bigint | string {
  if (bytes.length === 0) return null;
  if (TEXT_TYPES.includes(type)) return bytes.toString('utf8', 0, bytes.length - 1);
  if (type === 8) return bytes.readInt32BE(0);
  if (type === 9) return bytes.readInt16BE(0);
  if (type === 21) return bytes.readBigInt64BE(0);
  if (type === 11) return bytes.readFloatBE(0);
  if (type === 12 || type === 10) return bytes.readDoubleBE(0);
  return bytes.toString('hex');
}
