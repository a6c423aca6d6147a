import { hkdfSync } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { CoradbSettings } from '../../config/coradb-settings.js';
import { redisStore } from '../../store/redis-store.js';
import { ForgivingStore } from '../../store/remote-store.js';
import { SharedQuestions } from './question-register.js';
import { ANSWER_WITHIN_S, KEY_BYTES, QuestionSigner } from './question-signer.js';

/** What processes that take each other's answers have in common. */
export type SharedConfirmation = Pick<CoradbSettings, 'confirmSecret' | 'cacheUrl'>;

/** The signer that the settings ask for; connecting to the store goes on in the background. */
export async function sharedSigner({
  confirmSecret,
  cacheUrl,
}: SharedConfirmation): Promise<QuestionSigner | null> {
  if (confirmSecret === undefined || cacheUrl === undefined) return null;
  const logger = new Logger('Confirmations');
  const store = new ForgivingStore(await redisStore(cacheUrl), (reason) =>
    logger.warn(`The store of open questions is away (${reason}); answers count only where was asked.`),
  );
  return new QuestionSigner(signingKey(confirmSecret), new SharedQuestions(store, ANSWER_WITHIN_S * 1_000));
}

/** A key from the secret that serves nothing but this (HKDF, RFC 5869). */
export function signingKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'coradb-mcp', 'confirmations', KEY_BYTES));
}
