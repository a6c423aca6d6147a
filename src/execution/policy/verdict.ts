import { GuardError, InputError, type CallError, type SqlPosition } from '../../errors/call-error.js';
import { placeInScript, type CheckedStatement } from '../../sql/statement-place.js';
import { describePosition } from '../../text/text-position.js';

/** A statement may not run, or may not be sent at all. */
export interface Refused {
  readonly verdict: 'refused';
  /** What the caller wrote cannot be a call, or a rule of this server forbids it. */
  readonly layer: 'input' | 'guard';
  /** UTF-16 offset in the statement of what is refused. */
  readonly offset?: number;
  /** @param place of the offset in the caller's text, as messages name it; empty without one */
  readonly reason: (place: string) => string;
  readonly hint: string;
}

/** It may run, and the reply must say what it leaves behind. */
export interface Noted {
  readonly verdict: 'noted';
  readonly notes: readonly string[];
}

export interface Allowed {
  readonly verdict: 'allowed';
}

export type Verdict = Allowed | Noted | Refused;

export const ALLOWED: Allowed = { verdict: 'allowed' };

/** @param reason what is wrong, or a function of the place where it is */
export function refused(
  reason: string | ((place: string) => string),
  hint: string,
  offset?: number,
): Refused {
  return {
    verdict: 'refused',
    layer: 'guard',
    reason: typeof reason === 'string' ? () => reason : reason,
    hint,
    ...(offset !== undefined && { offset }),
  };
}

/** The error that a refusal is thrown as. */
export function refusalError(
  statement: CheckedStatement,
  { layer, offset, reason, hint }: Refused,
): CallError {
  const position: SqlPosition | undefined =
    offset === undefined ? undefined : placeInScript(statement, offset);
  const message = reason(position ? describePosition(position) : '');
  const details = { hint, ...(position && { position }) };
  return layer === 'input' ? new InputError(message, details) : new GuardError(message, details);
}
