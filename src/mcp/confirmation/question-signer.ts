import { createHmac, randomBytes } from 'node:crypto';
import type { OnApplicationShutdown } from '@nestjs/common';
import { createRequestStateCodec, type ServerContext } from '@modelcontextprotocol/server';
import type { QuestionRegister } from './question-register.js';

/** Token of the signer whose key several processes have; null without `confirmSecret`. */
export const SHARED_SIGNER = Symbol('SHARED_SIGNER');

/** How long a person may take to answer, in seconds. */
export const ANSWER_WITHIN_S = 300;
/** HMAC-SHA256 key, in bytes. */
export const KEY_BYTES = 32;
const NONCE_BYTES = 16;

/** What an answer is bound to; it travels through the client, signed but readable. */
export interface Bound {
  readonly action: string;
  /** Tells this question from the same one asked again. */
  readonly nonce: string;
  readonly details?: unknown;
}

/** Signs questions with one key, and knows its own when the answer comes. */
export class QuestionSigner implements OnApplicationShutdown {
  private readonly codec;

  /** @param key `KEY_BYTES` long */
  constructor(
    private readonly key: Uint8Array,
    private readonly register: QuestionRegister,
  ) {
    this.codec = createRequestStateCodec<Bound>({ key, ttlSeconds: ANSWER_WITHIN_S });
  }

  /** @returns the state that goes with the question; undefined when the register cannot note it now */
  async sign(action: unknown, details: unknown): Promise<string | undefined> {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    if (!(await this.register.note(nonce))) return undefined;
    const bound = { action: this.digest(action), nonce };
    return this.codec.mint(details === undefined ? bound : { ...bound, details });
  }

  /** What was asked, when this key signed it for exactly this action and it is not too old. */
  async recognise(state: string, action: unknown, context: ServerContext): Promise<Bound | undefined> {
    try {
      const bound = await this.codec.verify(state, context);
      return bound.action === this.digest(action) ? bound : undefined;
    } catch {
      // Forged, expired or signed with another key: it is asked again.
      return undefined;
    }
  }

  /** @returns true once for each question */
  take({ nonce }: Bound): Promise<boolean> {
    return this.register.take(nonce);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.register.close();
  }

  /** A name for the action: its parts, a password among them, must not be readable in the state. */
  private digest(action: unknown): string {
    return createHmac('sha256', this.key).update(JSON.stringify(action)).digest('base64url');
  }
}
