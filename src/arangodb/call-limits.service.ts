import { Inject, Injectable } from '@nestjs/common';
import { ArangoSettings } from '../config/arango-settings.js';
import { InputError } from '../errors/call-error.js';
import { ARANGO_SETTINGS } from './arango.constants.js';
import { ReplyLimits } from './reply/reply-limits.js';

/** Turns tool arguments into limits: defaults from the settings, what is asked for checked against them. */
@Injectable()
export class CallLimits {
  constructor(@Inject(ARANGO_SETTINGS) private readonly settings: ArangoSettings) {}

  database(asked: string | undefined): string {
    return asked ?? this.settings.database;
  }

  /** @throws InputError when the call asks for more rows than the server allows */
  rows(asked: number | undefined): number {
    const { maxRows, maxRowsLimit } = this.settings;
    if (asked !== undefined && asked > maxRowsLimit) {
      throw new InputError(
        `"limit" is ${asked}; this server allows at most ${maxRowsLimit} (ARANGO_MAX_ROWS_LIMIT).`,
      );
    }
    return asked ?? maxRows;
  }

  /**
   * @param maxRuntime seconds, as ArangoDB counts
   * @returns the call's limit in ms; 0 for none
   * @throws InputError when the call asks for more time than the server allows
   */
  callMs(maxRuntime?: number): number {
    const { callTimeoutMs, maxTimeoutMs } = this.settings;
    if (maxRuntime === undefined) return callTimeoutMs;
    if (maxRuntime * 1_000 > maxTimeoutMs) {
      throw new InputError(
        `"maxRuntime" is ${maxRuntime} s; this server allows at most ${maxTimeoutMs / 1_000} s (ARANGO_MAX_TIMEOUT_MS).`,
      );
    }
    return Math.ceil(maxRuntime * 1_000);
  }

  /** What the server may spend on one query, in ms. @param callMs the call's limit; 0 for none */
  queryMs(callMs: number): number {
    return callMs === 0 ? this.settings.queryTimeoutMs : callMs;
  }

  /** Bytes; 0 for the server's own limit. */
  memory(asked: number | undefined): number {
    return asked ?? this.settings.memoryLimit;
  }

  reply(): ReplyLimits {
    return new ReplyLimits(this.settings.maxCellChars, this.settings.maxResponseChars);
  }

  /** Why a call that changes something is rolled back in the end, or undefined when it is not. */
  dryRun(asked: boolean): string | undefined {
    if (this.settings.writeMode === 'dryrun')
      return 'this server allows dry runs only (ARANGO_WRITE_MODE=dryrun)';
    return asked ? 'a dry run was asked for' : undefined;
  }
}
