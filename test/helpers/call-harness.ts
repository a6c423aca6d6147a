import type { CoradbSettings } from '../../src/config/coradb-settings.js';
import { coradbSettingsFrom } from '../../src/config/coradb-settings-from.js';
import { DriverProvider } from '../../src/driver/driver-provider.js';
import type { Driver, Login } from '../../src/driver/driver.js';
import { named } from '../../src/errors/edge-names.js';
import { edgeNames } from '../../src/mcp/edge-names.js';
import { CallRunner } from '../../src/execution/run/call-runner.service.js';
import { callSlots } from '../../src/execution/call-slots.js';
import type { Call, ExecuteCall, SelectCall } from '../../src/execution/call.js';
import { ConnectionOpener } from '../../src/execution/run/connection-opener.service.js';
import { SchemaCache } from '../../src/schema/schema-cache.js';

/** Always the same driver. */
class GivenDriver extends DriverProvider {
  constructor(private readonly driver: Driver) {
    super();
  }

  current(): Promise<Driver> {
    return Promise.resolve(this.driver);
  }

  readonly ownPlace = undefined;

  info(): undefined {
    return undefined;
  }
}

/** The part of the server that runs calls, without MCP, over a driver; its documents are worded as an MCP client reads them. */
export function createRunner(driver: Driver, settings: Partial<CoradbSettings> = {}): CallRunner {
  const all = coradbSettingsFrom(settings);
  const opener = new ConnectionOpener(new GivenDriver(driver), callSlots(all), all);
  const runner = new CallRunner(opener, new SchemaCache({ ttlMs: 0 }), all);
  const run = runner.run.bind(runner);
  runner.run = async (call) => named(await run(call), edgeNames(all));
  return runner;
}

/** Of a call of any purpose. */
export type CallChanges = Partial<Omit<SelectCall, 'purpose'> & Omit<ExecuteCall, 'purpose'>> & {
  readonly purpose?: Call['purpose'];
};

/** A call of execute_sql without a limit, unless told otherwise. */
export function callOf(login: Login, sql: string, changes: CallChanges = {}): Call {
  return {
    purpose: 'execute',
    login,
    sql,
    dryRun: false,
    startRow: 1,
    maxRows: 1_000,
    timeoutMs: 0,
    signal: new AbortController().signal,
    ...changes,
  } as Call;
}
