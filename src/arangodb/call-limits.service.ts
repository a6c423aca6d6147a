import { Inject, Injectable } from '@nestjs/common';
import { ArangoSettings } from '../config/arango-settings.js';
import { InputError } from '../errors/call-error.js';
import { ARANGO_SETTINGS } from './arango.constants.js';
import { ReplyLimits } from './reply/reply-limits.js';

/** What the arguments of a tool may say about database and limits. */
export interface CallInput {
  readonly database?: string | undefined;
  /** Seconds, as ArangoDB counts. */
  readonly maxRuntime?: number | undefined;
  /** Bytes. */
  readonly memoryLimit?: number | undefined;
}

export interface CallTarget {
  readonly database: string;
  /** Limit of the whole call in ms; 0 for none. */
  readonly limitMs: number;
}

/** Turns tool arguments into limits: defaults from the settings, what is asked for checked against them. */
@Injectable()
export class CallLimits {
  constructor(@Inject(ARANGO_SETTINGS) private readonly settings: ArangoSettings) {}

  /**
   * Database and time limit of a call.
   * @throws InputError when the call asks for more time than the server allows
   */
  call(input: CallInput = {}): CallTarget {
    return {
      database: input.database ?? this.settings.database,
      limitMs: this.callMs(input.maxRuntime),
    };
  }

  /** What one query of a call may use on the server. */
  query(input: CallInput, { limitMs }: CallTarget): { maxRuntimeMs: number; memoryLimit: number } {
    return {
      maxRuntimeMs: limitMs === 0 ? this.settings.queryTimeoutMs : limitMs,
      memoryLimit: input.memoryLimit ?? this.settings.memoryLimit,
    };
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

  reply(): ReplyLimits {
    return new ReplyLimits(this.settings.maxCellChars, this.settings.maxResponseChars);
  }

  /** Why a call that changes something is rolled back in the end, or undefined when it is not. */
  dryRun(asked: boolean): string | undefined {
    if (this.settings.writeMode === 'dryrun')
      return 'this server allows dry runs only (ARANGO_WRITE_MODE=dryrun)';
    return asked ? 'a dry run was asked for' : undefined;
  }

  private callMs(maxRuntime: number | undefined): number {
    const { callTimeoutMs, maxTimeoutMs } = this.settings;
    if (maxRuntime === undefined) return callTimeoutMs;
    if (maxRuntime * 1_000 > maxTimeoutMs) {
      throw new InputError(
        `"maxRuntime" is ${maxRuntime} s; this server allows at most ${maxTimeoutMs / 1_000} s (ARANGO_MAX_TIMEOUT_MS).`,
      );
    }
    return Math.ceil(maxRuntime * 1_000);
  }
}
