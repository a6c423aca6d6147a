import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

interface KnownToken {
  readonly name: string;
  readonly digest: Buffer;
}

/**
 * The fixed tokens of the settings. Compared by keyed digests of equal length and always with all of them, so that
 * the time says nothing about how much of a guess was right, nor which token matched.
 */
export class BearerTokens {
  private readonly key = randomBytes(32);
  private readonly known: readonly KnownToken[];

  /** @param entries `token` or `name:token` */
  constructor(entries: readonly string[]) {
    this.known = entries.map((entry, index) => {
      const separator = entry.indexOf(':');
      const name = separator > 0 ? entry.slice(0, separator) : `token-${index + 1}`;
      return { name, digest: this.digest(entry.slice(separator + 1)) };
    });
  }

  get size(): number {
    return this.known.length;
  }

  /** @returns the name of the token's holder, or undefined */
  nameOf(token: string): string | undefined {
    const digest = this.digest(token);
    let name: string | undefined;
    for (const known of this.known) {
      if (timingSafeEqual(known.digest, digest)) name = known.name;
    }
    return name;
  }

  private digest(token: string): Buffer {
    return createHmac('sha256', this.key).update(token).digest();
  }
}
