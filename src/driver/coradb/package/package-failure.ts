import { CallError } from '../../../errors/call-error.js';
import { type FailurePlace, describeFailure, placed } from '../wire/broker-failure.js';
import { casError, decodeErrorItem, normalizeCasCode } from '../wire/messages/error-reply.js';
import { DriverError } from '../../driver-errors.js';
import { isObject } from './package-api.js';

/** Indicator of an error of the database server (cas-protocol §3.4). */
const DBMS_INDICATOR = -2;

/** node-cubrid puts the symbol of a broker's error where the broker sent no words. */
const CAS_SYMBOL = /^CAS_ER_/;

/**
 * The error to throw for a failure inside the package. A numeric code comes from the server; a text code (`ECONNRESET`)
 * from the socket; anything else is the package's own fault. Packages hand out server errors without their indicator,
 * so the broker's are told apart by the missing words.
 *
 * @param secret never shown, whatever the package writes into its messages
 */
export function packageFailure(
  place: FailurePlace,
  packageName: string,
  error: unknown,
  secret: string,
): CallError {
  if (error instanceof CallError) return error;
  const code: unknown = isObject(error) ? Reflect.get(error, 'code') : undefined;
  if (typeof code === 'number' && Number.isInteger(code)) {
    // The engine's own words, which stay as they are.
    const text = failureText(error, '');
    if (!CAS_SYMBOL.test(text)) return decodeErrorItem(DBMS_INDICATOR, code, text);
    return describeFailure(place, casError(normalizeCasCode(code), ''));
  }
  const text = failureText(error, secret);
  const shown = Object.assign(new Error(text), typeof code === 'string' && { code });
  if (typeof code === 'string' || /^connect ETIMEDOUT/.test(text)) return describeFailure(place, shown);
  return new DriverError(placed(place, `the driver package ${packageName} failed: ${text}`), {
    cause: shown,
  });
}

/** What a package says, without the secret. */
export function failureText(error: unknown, secret: string): string {
  const message: unknown = isObject(error) ? Reflect.get(error, 'message') : undefined;
  const text = typeof message === 'string' ? message : String(error);
  return secret === '' ? text : text.replaceAll(secret, '(hidden)');
}
