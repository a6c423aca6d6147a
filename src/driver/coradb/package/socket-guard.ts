import { isObject, objectProperty, optionalMethod } from './package-api.js';

/** Where node-cubrid 11 keeps the socket of a connection; it has no method to reach or drop it. */
const SOCKET = '_socket';

export interface SocketEvents {
  /** A listener of the package threw this. */
  readonly onThrow: (error: unknown) => void;
  /** The socket in use is closed, whoever did it. */
  readonly onClose: () => void;
  /** Bytes arrived, and are about to be given to the package. */
  readonly onData: (bytes: Uint8Array) => void;
}

/**
 * Watches the sockets that a connection object opens. What a listener of the package throws there, such as a
 * RangeError on a reply it misreads, would end this process, since nothing stands above it.
 *
 * @returns the socket in use; undefined before there is one, or when the package keeps it elsewhere
 */
export function guardSockets(connection: object, events: SocketEvents): () => object | undefined {
  let current = objectProperty(connection, SOCKET);
  Object.defineProperty(connection, SOCKET, {
    get: () => current,
    set: (value: unknown) => {
      const socket = isObject(value) ? value : undefined;
      current = socket;
      if (socket === undefined) return;
      // A package that goes on with another socket closes the first one.
      const onClose = (): void => (current === socket ? events.onClose() : undefined);
      guard(socket, { ...events, onClose });
    },
    configurable: true,
    enumerable: true,
  });
  return () => current;
}

function guard(socket: object, { onThrow, onClose, onData }: SocketEvents): void {
  const emit = optionalMethod(socket, 'emit');
  if (emit === undefined) return;
  const guarded = (...event: unknown[]): unknown => {
    if (event[0] === 'data' && event[1] instanceof Uint8Array) onData(event[1]);
    try {
      return emit(...event);
    } catch (error) {
      onThrow(error);
      return true;
    } finally {
      if (event[0] === 'close') onClose();
    }
  };
  Object.defineProperty(socket, 'emit', { value: guarded, configurable: true });
}
