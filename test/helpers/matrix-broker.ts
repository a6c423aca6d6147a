import { createServer } from 'node:net';
import { type Fault } from './broker-faults.js';
import { errorFrame, i32, INACTIVE, openRefusedFrame } from './frame-builder.js';
import { type BrokerScript, ReplayBroker } from './replay-broker.js';
import { ScriptedDatabase } from './scripted-database.js';

const ROWS = Array.from({ length: 300 }, (_, index) => [`row ${index} ${'y'.repeat(80)}`]);

/** Two changes around a result that needs one FETCH beyond what comes with EXECUTE. */
export const SCRIPT = 'UPDATE t SET n = 1; SELECT n FROM big; UPDATE t SET n = 2';

const STATEMENTS = [
  { sql: /^UPDATE t SET n = \d+$/, type: 22, count: 1 },
  {
    sql: 'SELECT n FROM big',
    columns: [{ name: 'n', type: 'VARCHAR' as const, precision: 100 }],
    rows: ROWS,
  },
  { sql: 'SELECT slow', columns: [{ name: 'n', type: 'INT' as const }], runs: 'until cancelled' as const },
];

/** One step of a call as the replay broker knows it: which request, and the how manieth of its kind. */
export interface Step {
  readonly name: string;
  readonly at: string;
  readonly nth: number;
  /** What became of the transaction before the step began. While `settling`, a worker that leaves is replaced. */
  readonly phase:
    'connecting' | 'settling' | 'working' | 'closing statement' | 'commit' | 'rollback' | 'closing';
  /** Statement at work, from 1. */
  readonly statement?: number;
}

const statementSteps = [1, 2, 3].flatMap((statement): Step[] => [
  { name: `prepare ${statement}`, at: 'PREPARE', nth: statement, phase: 'working', statement },
  { name: `execute ${statement}`, at: 'EXECUTE', nth: statement, phase: 'working', statement },
  ...(statement === 2 ? [{ name: 'fetch', at: 'FETCH', nth: 1, phase: 'working' as const, statement }] : []),
  {
    name: `close statement ${statement}`,
    at: 'CLOSE_REQ_HANDLE',
    nth: statement,
    phase: 'closing statement',
  },
]);

export const STEPS: readonly Step[] = [
  { name: 'dial', at: 'accept', nth: 1, phase: 'connecting' },
  { name: 'hello', at: 'handshake', nth: 1, phase: 'connecting' },
  { name: 'open', at: 'openDatabase', nth: 1, phase: 'connecting' },
  { name: 'end transaction', at: 'END_TRAN', nth: 1, phase: 'connecting' },
  { name: 'lock time-out', at: 'SET_DB_PARAMETER', nth: 1, phase: 'settling' },
  { name: 'engine version', at: 'GET_DB_VERSION', nth: 1, phase: 'settling' },
  ...statementSteps,
  { name: 'commit', at: 'END_TRAN', nth: 2, phase: 'commit' },
  { name: 'rollback', at: 'END_TRAN', nth: 2, phase: 'rollback' },
  { name: 'close', at: 'CON_CLOSE', nth: 1, phase: 'closing' },
];

export const FAULTS = ['refused', 'hang', 'cut', 'garbage', 'error', 'slow'] as const;
export type FaultName = (typeof FAULTS)[number];

const NOISE = Buffer.from('fe'.repeat(64), 'hex');

function faultOf(step: Step, name: FaultName, slowMs: number): Fault | undefined {
  switch (name) {
    case 'refused':
      return { kind: 'reset' };
    case 'hang':
      return { kind: 'hang' };
    case 'cut':
      return { kind: 'cut', bytes: 3 };
    case 'garbage':
      return { kind: 'replace', bytes: NOISE };
    case 'error':
      if (step.at === 'handshake') return { kind: 'replace', bytes: i32(-10_018), thenClose: true };
      return undefined;
    case 'slow':
      return { kind: 'hold', until: new Promise((resolve) => setTimeout(resolve, slowMs)) };
  }
}

export interface MatrixBroker {
  readonly host: string;
  readonly port: number;
  readonly database: ScriptedDatabase;
  readonly broker?: ReplayBroker;
  /** Resolves when the broker has no open socket any more. */
  untilQuiet(): Promise<void>;
  stop(): Promise<void>;
}

/** A broker that treats one step of a call as the fault says. */
export async function startBrokerWith(
  step: Step,
  fault: Fault,
): Promise<MatrixBroker & { readonly broker: ReplayBroker }> {
  const database = new ScriptedDatabase({ statements: STATEMENTS, users: { dba: '' } });
  const broker = await ReplayBroker.start(database, { faults: [{ at: step.at, nth: step.nth, fault }] });
  return { ...around(broker), database, broker };
}

/** Resolves when the broker has got what it treats that way. */
export function untilReached(broker: ReplayBroker, { at, nth }: Step): Promise<void> {
  if (at === 'handshake') return broker.until(({ handshakes }) => handshakes.length >= nth);
  if (at === 'openDatabase') return broker.until(({ logins }) => logins.length >= nth);
  return broker.until(({ requests }) => requests.filter(({ name }) => name === at).length >= nth);
}

function around(broker: ReplayBroker): Omit<MatrixBroker, 'database' | 'broker'> {
  return {
    host: broker.host,
    port: broker.port,
    untilQuiet: () => broker.until(({ openSockets }) => openSockets === 0),
    stop: () => broker.stop(),
  };
}

/** A broker with one fault at one step. */
export async function startMatrixBroker(step: Step, fault: FaultName, slowMs = 60): Promise<MatrixBroker> {
  const database = new ScriptedDatabase({ statements: STATEMENTS, users: { dba: '' } });
  if (step.at === 'accept' && fault !== 'slow') return startRawServer(fault, database);
  const script = fault === 'error' ? failingAt(database, step) : database;
  const at = step.at === 'accept' ? 'handshake' : step.at;
  const struck = faultOf(step, fault, slowMs);
  const broker = await ReplayBroker.start(script, {
    faults: struck === undefined ? [] : [{ at, nth: step.nth, fault: struck }],
  });
  return { ...around(broker), database, broker };
}

/** The database itself refuses one request; nothing of it takes effect. */
function failingAt(database: ScriptedDatabase, step: Step): BrokerScript {
  const counts = new Map<string, number>();
  return {
    openDatabase: (block, client) =>
      step.at === 'openDatabase'
        ? { bytes: openRefusedFrame(-2, -171, 'Incorrect or missing password.'), thenClose: true }
        : database.openDatabase(block, client),
    request: (request, client) => {
      const nth = (counts.get(request.name) ?? 0) + 1;
      counts.set(request.name, nth);
      if (request.name !== step.at || nth !== step.nth) return database.request(request, client);
      return request.name === 'END_TRAN'
        ? { bytes: errorFrame(-2, -529, 'Transaction cannot be committed, it was invalidated.', INACTIVE) }
        : { bytes: errorFrame(-2, -493, 'Syntax: refused by the test.') };
    },
    closed: (client) => database.closed(client),
  };
}

/** What happens before a broker says anything. */
async function startRawServer(fault: FaultName, database: ScriptedDatabase): Promise<MatrixBroker> {
  let open = 0;
  let wake: () => void = () => undefined;
  const server = createServer((socket) => {
    open += 1;
    socket.on('error', () => undefined);
    socket.resume();
    socket.once('close', () => {
      open -= 1;
      wake();
    });
    if (fault === 'cut') socket.end();
    if (fault === 'garbage') socket.write(NOISE);
    if (fault === 'error') socket.end(i32(-10_018));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  if (fault === 'refused') await close();
  return {
    host: '127.0.0.1',
    port: address.port,
    database,
    untilQuiet: async () => {
      while (open > 0) await new Promise<void>((resolve) => (wake = resolve));
    },
    stop: fault === 'refused' ? () => Promise.resolve() : close,
  };
}
