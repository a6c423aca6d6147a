import { settingName } from '../../../errors/edge-names.js';
import type { CallErrorDetails } from '../../../errors/call-error.js';
import { BrokerError, ConnectionLostError, EngineError } from '../../driver-errors.js';
import { type BrokerAddress, formatAddress } from '../../../address/broker-address.js';
import { GivenUp } from './deadline.js';
import { WireFormatError } from './codec/reader.js';

/** Where something went wrong: which broker, and which step of the dialogue with it. */
export interface FailurePlace {
  readonly address: BrokerAddress;
  /** `connect`, `hello`, `tls`, `open database`, `prepare`, `execute`, `fetch`, `commit`, … */
  readonly step: string;
}

/** What to do about certificates and TLS versions. */
const TLS_HINT = `Check ${settingName('tls')}, the CA file given for it, and the certificate of the broker.`;

/** What to do when nothing better is known. */
const CONNECT_HINT = 'Check host and port, and that the broker runs and can be reached from here.';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the broker reset the connection',
  EPIPE: 'the broker closed the connection',
  ENOTFOUND: 'unknown host name',
  EAI_AGAIN: 'the host name could not be looked up',
  ETIMEDOUT: 'no answer from the host',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ERR_SSL_WRONG_VERSION_NUMBER:
    'the broker does not speak TLS after its hello; its certificate may be missing',
  DEPTH_ZERO_SELF_SIGNED_CERT: "the broker's certificate is self-signed and not trusted",
  SELF_SIGNED_CERT_IN_CHAIN: "the broker's certificate chain is self-signed and not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the broker's certificate is not signed by a trusted authority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the broker's certificate is not signed by a trusted authority",
  CERT_HAS_EXPIRED: "the broker's certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "the broker's certificate is for another host name",
};

/** A failure with its place in front: `Could not work with CoraDB at db1:33000 (prepare): …`. */
export function placed(place: FailurePlace, reason: string): string {
  return `Could not work with CoraDB at ${formatAddress(place.address)} (${place.step}): ${reason}`;
}

/** The connection is gone, or out of step; what was under way may or may not have taken effect. */
export function connectionLost(
  place: FailurePlace,
  reason: string,
  details: CallErrorDetails = {},
): ConnectionLostError {
  return new ConnectionLostError(placed(place, reason), details);
}

/**
 * The error to throw for anything that went wrong at a place. The engine's own words pass unchanged; errors of
 * the broker keep their code and hint; all else becomes a `ConnectionLostError` with a reason in plain words.
 */
export function describeFailure(place: FailurePlace, error: unknown): BrokerError | EngineError {
  if (error instanceof EngineError) return error;
  if (error instanceof BrokerError) return placeBrokerError(place, error);
  if (error instanceof GivenUp && error.reason === 'cancelled') {
    return new BrokerError(placed(place, error.message));
  }
  const code = errorCode(error);
  const hint = place.step === 'tls' ? TLS_HINT : CONNECT_HINT;
  return connectionLost(place, reasonOf(error), { hint, ...(code !== undefined && { code }) });
}

/** Runs one step and gives its failure a place. */
export async function step<T>(address: BrokerAddress, name: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw describeFailure({ address, step: name }, error);
  }
}

/** What went wrong, in plain words, without a place. */
export function reasonOf(error: unknown): string {
  const code = errorCode(error);
  return (code !== undefined && REASONS[code]) || (error instanceof Error ? error.message : 'unknown reason');
}

function placeBrokerError(place: FailurePlace, error: BrokerError): BrokerError {
  if (error.message.startsWith('Could not work with CoraDB at ')) return error;
  const details = {
    ...(error.code !== undefined && { code: error.code }),
    ...(error.hint !== undefined && { hint: error.hint }),
    cause: error,
  };
  const lost = error instanceof ConnectionLostError || error instanceof WireFormatError;
  return lost
    ? connectionLost(place, error.message, details)
    : new BrokerError(placed(place, error.message), details);
}

function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}
