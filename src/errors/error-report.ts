import type { CallError, ErrorLayer, SqlPosition } from './call-error.js';
import { beginningOf } from '../text/cut-text.js';

/** A failure as it stands in a reply. */
export interface ErrorReport {
  readonly layer: ErrorLayer | 'server';
  /** The engine's or broker's own code. */
  readonly code?: number | string;
  /** For an engine error the engine's own words. */
  readonly message: string;
  /** What to do next. */
  readonly hint?: string;
  /** In the caller's whole text. */
  readonly position?: SqlPosition;
  /** The piece of SQL there, with a mark in front of the place. */
  readonly near?: string;
}

/** Longest message a reply repeats, in characters: an engine may put a value or a whole statement into it. */
const SHOWN_MESSAGE_CHARS = 4_000;

function shownMessage(message: string): string {
  if (message.length <= SHOWN_MESSAGE_CHARS) return message;
  return `${beginningOf(message, SHOWN_MESSAGE_CHARS)}… [cut; ${message.length} characters in all]`;
}

/** @param message instead of the error's own, which may carry a prefix */
export function errorReport(error: CallError, message: string = error.message): ErrorReport {
  return {
    layer: error.layer,
    ...(error.code !== undefined && { code: error.code }),
    message: shownMessage(message),
    ...(error.hint !== undefined && { hint: error.hint }),
    ...(error.position !== undefined && { position: error.position }),
  };
}

/** Hides what an unexpected failure says: it may hold anything. The log has it. */
export const INTERNAL_ERROR: ErrorReport = {
  layer: 'server',
  message: 'The server failed in a way it did not expect.',
  hint: "Look at the data before a change is sent again. The server's log (stderr) has the details.",
};
