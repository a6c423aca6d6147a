import { statSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import type { HttpSettings } from '../../config/http-settings.js';
import { SettingsError } from '../../config/settings-error.js';
import { BearerTokens } from './bearer-tokens.js';
import { readTokens } from './read-tokens.js';

/** Shortest time between two looks at the file, in ms. */
const LOOK_AGAIN_MS = 1_000;

/** Told in words that hold no token. */
export type TokensLog = Pick<Logger, 'log' | 'warn'>;

/**
 * The tokens of the settings and of the tokens file as it is now: a changed file counts from the next request on that
 * comes a second or more after the last look. A file that cannot be used changes nothing, so that a slip in it neither
 * locks everybody out nor lets anybody in.
 */
export class FixedTokens {
  private tokens: BearerTokens;
  /** Which file the tokens are of, or which one could not be used. */
  private version: string | undefined;
  private lookedAt = performance.now();

  /** @throws SettingsError when the file cannot be used now */
  constructor(
    private readonly settings: HttpSettings,
    private readonly log: TokensLog = new Logger('HTTP'),
  ) {
    this.version = versionOf(settings.tokensFile);
    this.tokens = new BearerTokens(readTokens(settings));
  }

  get size(): number {
    return this.tokens.size;
  }

  /** @returns the name of the token's holder, or undefined */
  nameOf(token: string): string | undefined {
    this.lookAgain();
    return this.tokens.nameOf(token);
  }

  private lookAgain(): void {
    const { tokensFile } = this.settings;
    const now = performance.now();
    if (tokensFile === undefined || now - this.lookedAt < LOOK_AGAIN_MS) return;
    this.lookedAt = now;
    // Looked at before it is read: what is written meanwhile is then another version.
    const version = versionOf(tokensFile);
    if (version === this.version) return;
    this.version = version;
    try {
      this.tokens = new BearerTokens(readTokens(this.settings));
      this.log.log('CORADB_HTTP_TOKENS_FILE has changed; its tokens are in force now.');
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      this.log.warn(`${error.problems.join('; ')}. The tokens read before stay in force.`);
    }
  }
}

/** Differs when the file was written or replaced; undefined without a file. A link is followed, as Kubernetes swaps it. */
function versionOf(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
