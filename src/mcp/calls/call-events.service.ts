import { Injectable, Logger } from '@nestjs/common';
import type { CallRecord } from './call-record.js';

/** What a listener may see beyond the record; only the audit log with `CORADB_AUDIT_SQL=on` looks at it. */
export interface CallText {
  readonly sql?: string;
}

/** Called once for every finished call; what it throws is logged. */
export type CallListener = (record: CallRecord, text: CallText) => void;

/**
 * Tells about every finished call of this instance: logs, metrics, and whatever an embedding host wants to know.
 *
 * @example
 * events.subscribe((record) => statistics.add(record.name, record.elapsedMs));
 */
@Injectable()
export class CallEvents {
  private readonly logger = new Logger('CoraDB');
  private readonly listeners = new Set<CallListener>();

  /** @returns ends the subscription */
  subscribe(listener: CallListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * A listener that fails must not harm the call.
   * @internal
   */
  emit(record: CallRecord, text: CallText): void {
    for (const listener of this.listeners) {
      try {
        listener(record, text);
      } catch (error) {
        this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
      }
    }
  }
}
