import type { Charset } from './charset.js';

/** What a connection agreed on; every message is written and read by it. */
export interface WireContext {
  /** The lower of the announced and the server's protocol version, 7 to 12 (cas-protocol §10). */
  readonly protocolVersion: number;
  /** Charset of the database: SQL text, titles, error messages, bind strings (cas-protocol §9.3). */
  readonly charset: Charset;
}
