import { TypeCode } from '../column-type.js';
import type { WireType } from '../wire-type.js';
import { doubleType } from './double.js';

/** A double on the wire; its currency is lost by the protocol (cas-protocol §5.3). */
export const monetaryType: WireType = { ...doubleType, code: TypeCode.MONETARY, names: ['MONETARY'] };
