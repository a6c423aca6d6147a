import { deed } from '../../errors/edge-names.js';
import { Logger } from '@nestjs/common';
import { CallError } from '../../errors/call-error.js';
import { ConnectionLostError, EngineEndedError } from '../../driver/driver-errors.js';
import { errorReport, INTERNAL_ERROR } from '../../errors/error-report.js';
import type { CallDocument } from '../reply/reply-document.js';
import { END_TRANSACTION_TIMEOUT_MS, type StoppableConnection } from './stoppable-connection.js';

const logger = new Logger('CoraDB');

/** Rolls back and says why. A connection that is gone is rolled back by the server (engine-behaviour §5.3). */
export async function rollBack(
  document: CallDocument,
  stoppable: StoppableConnection,
  because: string,
): Promise<void> {
  await stoppable.rollback();
  document.transaction = 'rolled back';
  document.rolledBackBecause = because;
}

/**
 * Commits; neither the call's limit nor a cancel cuts a commit short. The outcome is `unknown` only when the
 * connection, or the process of the engine, was lost before the reply came.
 */
export async function commit(document: CallDocument, stoppable: StoppableConnection): Promise<void> {
  try {
    await stoppable.connection.commit({ timeoutMs: END_TRANSACTION_TIMEOUT_MS });
    document.transaction = 'committed';
  } catch (error) {
    document.stopped = 'error';
    if (!(error instanceof CallError)) {
      // A fault of this program, after which nobody can say what the server did.
      document.transaction = 'unknown';
      document.error = INTERNAL_ERROR;
      logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
      return;
    }
    document.error = errorReport(error);
    if (error instanceof EngineEndedError && error.outcomeUnknown) {
      document.transaction = 'unknown';
      return;
    }
    if (error instanceof ConnectionLostError) {
      document.transaction = 'unknown';
      document.error = {
        ...document.error,
        message: `The commit was sent, but the connection was lost before its reply came. ${error.message}`,
        hint: `Check with ${deed('select')} whether the changes are there before you send them again.`,
      };
      return;
    }
    await rollBack(document, stoppable, 'the commit failed');
  }
}
