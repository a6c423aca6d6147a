import { CORADB_DIALECT } from '../../src/driver/coradb/coradb-dialect.js';
import type { Connection } from '../../src/driver/driver.js';

/** What a fake connection was asked to do, in order. */
export type ConnectionEvent = 'commit' | 'rollback' | 'cancel' | 'close' | 'destroy';

/** A connection that does nothing and remembers what it was asked to; a test replaces what it is about. */
export function fakeConnection(
  changes: Partial<Connection> = {},
): Connection & { readonly events: readonly ConnectionEvent[] } {
  const events: ConnectionEvent[] = [];
  const note = (event: ConnectionEvent): void => void events.push(event);
  const noting =
    <A extends unknown[], R>(event: ConnectionEvent, work: ((...args: A) => R) | undefined, usual: R) =>
    (...args: A): R => {
      note(event);
      return work ? work(...args) : usual;
    };
  const unused = (): Promise<never> => Promise.reject(new Error('not used by this test'));
  return {
    events,
    dialect: CORADB_DIALECT,
    engineVersion: '11.4.0.1460',
    lexicalSettings: unused,
    prepare: unused,
    plan: unused,
    commit: noting('commit', changes.commit, Promise.resolve()),
    rollback: noting('rollback', changes.rollback, Promise.resolve()),
    cancel: noting('cancel', changes.cancel, Promise.resolve()),
    close: noting('close', changes.close, Promise.resolve()),
    destroy: noting('destroy', changes.destroy, undefined),
  };
}

/** What every built-in driver can do. */
export const ALL_CAPABILITIES = {
  compileOnlyPrepare: true,
  cancel: true,
  planWithoutRunning: true,
  serverTimeLimit: true,
};
