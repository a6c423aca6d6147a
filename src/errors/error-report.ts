import type { CallError, ErrorLayer, SqlPosition } from './call-error.js';

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

/** @param message instead of the error's own, which may carry a prefix */
export function errorReport(error: CallError, message: string = error.message): ErrorReport {
  return {
    layer: error.layer,
    ...(error.code !== undefined && { code: error.code }),
    message,
    ...(error.hint !== undefined && { hint: error.hint }),
    ...(error.position !== undefined && { position: error.position }),
  };
}
