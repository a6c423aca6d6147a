import { CallError } from '../../errors/call-error.js';
import { type FailurePlace, describeFailure, placed } from '../broker/broker-failure.js';
import { normalizeCasCode } from '../broker/messages/cas-error-codes.js';
import { casError, decodeErrorItem } from '../broker/messages/error-reply.js';
import { DriverError } from '../driver-errors.js';

/** Indicator of an error of the database server (cas-protocol §3.4). */
const DBMS_INDICATOR = -2;

/** node-cubrid puts the symbol of a broker's error where the broker sent no words. */
const CAS_SYMBOL = /^CAS_ER_/;

/**
 * The error to throw for a failure inside the package. A numeric code comes from the server; a text code (`ECONNRESET`)
 * from the socket; anything else is the package's own fault. Packages hand out server errors without their indicator,
 * so the broker's are told apart by the missing words.
 */
export function packageFailure(place: FailurePlace, packageName: string, error: unknown): CallError {
  if (error instanceof CallError) return error;
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  const text = typeof message === 'string' ? message : String(error);
  if (typeof code === 'number' && Number.isInteger(code)) {
    if (!CAS_SYMBOL.test(text)) return decodeErrorItem(DBMS_INDICATOR, code, text);
    return describeFailure(place, casError(normalizeCasCode(code), ''));
  }
  if (typeof code === 'string' || /^connect ETIMEDOUT/.test(text)) return describeFailure(place, error);
  return new DriverError(placed(place, `the driver package ${packageName} failed: ${text}`), {
    cause: error,
  });
}
