import { settingName } from '../../errors/edge-names.js';
import type { DriverCapabilities } from '../../driver/driver.js';
import { DriverError } from '../../driver/driver-errors.js';
import { GuardError } from '../../errors/call-error.js';
import type { StatementFacts } from '../../sql/facts.js';

const BUILT_IN = `Set ${settingName('driver')}=broker to use the built-in client.`;

/** For a reply whose statement reads something that may be a view. */
const VIEWS_NOT_SEEN =
  'The driver in use shows no plans, so it was not seen whether a view steps a serial (which no rollback takes back) or reaches another database.';

/** What calls do without when their driver cannot do it. Capabilities are looked at here and nowhere else. */
export class DriverLimits {
  constructor(private readonly capabilities: DriverCapabilities) {}

  /** False: a call that must stop drops its connection at once, and the engine rolls back. */
  get canCancel(): boolean {
    return this.capabilities.cancel;
  }

  /** False: nothing tells what a view hides; `viewsNotSeen` says so in the reply. */
  get showsPlans(): boolean {
    return this.capabilities.planWithoutRunning;
  }

  get viewsNotSeen(): readonly string[] {
    return this.showsPlans ? [] : [VIEWS_NOT_SEEN];
  }

  /**
   * For the tools that only read. Where the engine cannot be asked what a statement is before it runs, its text must
   * be known to be a query, in every way the server may read it.
   * @throws GuardError
   */
  checkReads(readings: readonly StatementFacts[]): void {
    if (this.capabilities.compileOnlyPrepare) return;
    if (readings.length > 0 && readings.every(({ reads }) => reads)) return;
    throw new GuardError(
      'This tool takes SELECT statements only: the text is not known to be one, and the driver in use cannot ask the engine.',
      { hint: BUILT_IN },
    );
  }

  /** @throws DriverError when plans cannot be shown */
  checkExplains(): void {
    if (this.showsPlans) return;
    throw new DriverError('The driver in use cannot show a plan without running the statement.', {
      hint: BUILT_IN,
    });
  }
}
