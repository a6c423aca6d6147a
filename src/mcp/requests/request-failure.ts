import type { Logger } from '@nestjs/common';
import { CallError } from '../../errors/call-error.js';
import { errorReport, INTERNAL_ERROR } from '../../errors/error-report.js';
import type { ErrorReport } from '../../execution/reply/reply-document.js';

const INVALID_PARAMS = -32_602;
const INTERNAL = -32_603;

/**
 * A request for a resource, prompt or completion that failed. These have no error results as tools have, only JSON-RPC
 * errors; the SDK sends `code`, `message` and `data` of what is thrown as they are.
 */
export class RequestFailure extends Error {
  /**
   * @param code of JSON-RPC
   * @param data for programs; everything a person needs stands in the message
   * @param report for the record of the call
   */
  constructor(
    readonly code: number,
    readonly data: object,
    readonly report: ErrorReport,
  ) {
    super(report.hint === undefined ? report.message : `${report.message} ${report.hint}`);
    this.name = 'RequestFailure';
  }

  /** The same with the names of tools and settings in their places. */
  named(name: <Value>(value: Value) => Value): RequestFailure {
    return new RequestFailure(this.code, name(this.data), name(this.report));
  }

  /** Invalid parameters when the caller can mend it, otherwise an internal error; the engine's own code is in `data`. */
  static of(error: CallError, data?: object): RequestFailure {
    const report = errorReport(error);
    const { message: _shown, ...details } = report;
    const mendable = error.layer === 'input' || error.layer === 'guard';
    return new RequestFailure(mendable ? INVALID_PARAMS : INTERNAL, data ?? details, report);
  }

  /** What any failure looks like to the client. What an unexpected one says is hidden: the log has it. */
  static from(error: unknown, logger: Logger): RequestFailure {
    if (error instanceof RequestFailure) return error;
    if (error instanceof CallError) return RequestFailure.of(error);
    logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return new RequestFailure(INTERNAL, { layer: INTERNAL_ERROR.layer }, INTERNAL_ERROR);
  }
}
