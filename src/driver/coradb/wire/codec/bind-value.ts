/** One bind pair of EXECUTE (cas-protocol §4.4.1). */
export interface BindValue {
  readonly typeCode: number;
  /** Empty for NULL, whatever the type code says. */
  readonly payload: Buffer;
}

const NOTHING = Buffer.alloc(0);

export const NULL_BIND_VALUE: BindValue = { typeCode: 0, payload: NOTHING };

/** NULL that still names its type. */
export function typedNull(typeCode: number): BindValue {
  return { typeCode, payload: NOTHING };
}
