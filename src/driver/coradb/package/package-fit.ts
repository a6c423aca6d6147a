import { settingName } from '../../../errors/edge-names.js';
import { DriverError } from '../../driver-errors.js';
import {
  type DriverPackage,
  isObject,
  objectProperty,
  optionalMethod,
  type ConnectionObject,
  REQUIRED_METHODS,
} from './package-api.js';

/** What a package turned out to have. */
export interface FittingPackage extends DriverPackage {
  /** Its connections have `cancel()`. */
  readonly canCancel: boolean;
}

/** For the trial connection object, which never dials: an address that is nobody's. */
const TRIAL = { host: '127.0.0.1', port: 1, user: '', password: '', database: '', connectionTimeout: 1 };

const HINT = `The adapter needs the createConnection() API of node-cubrid 11. Install a package that has it, or set ${settingName('driver')}=broker.`;

/**
 * Checks what a package exports: `createConnection` (also on a default export), and the methods of the connection it
 * makes. Nothing is dialled.
 * @param what how messages call the package: name, version, folder
 * @throws DriverError naming everything that is missing
 */
export function fitPackage(exported: unknown, what: string): FittingPackage {
  const create = findCreateConnection(exported);
  if (create === undefined)
    throw new DriverError(`${what} does not fit: it lacks createConnection()`, { hint: HINT });
  const trial = tryOut(create, what);
  const missing = REQUIRED_METHODS.filter((name) => optionalMethod(trial, name) === undefined);
  if (missing.length > 0) {
    const names = missing.map((name) => `${name}()`).join(', ');
    throw new DriverError(`${what} does not fit: its connections lack ${names}`, { hint: HINT });
  }
  return {
    createConnection: (options) => create(options) as ConnectionObject,
    canCancel: optionalMethod(trial, 'cancel') !== undefined,
  };
}

function findCreateConnection(exported: unknown): ((options: object) => unknown) | undefined {
  const owner = [exported, objectProperty(exported, 'default')].find(
    (candidate) => isObject(candidate) && optionalMethod(candidate, 'createConnection') !== undefined,
  );
  return isObject(owner) ? optionalMethod(owner, 'createConnection') : undefined;
}

function tryOut(create: (options: object) => unknown, what: string): object {
  let trial: unknown;
  try {
    trial = create({ ...TRIAL });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DriverError(`${what} does not fit: createConnection() fails: ${reason}`, {
      hint: HINT,
      cause: error,
    });
  }
  if (!isObject(trial) || trial instanceof Promise) {
    throw new DriverError(`${what} does not fit: createConnection() gives no connection object`, {
      hint: HINT,
    });
  }
  return trial;
}
