import type { ForgivingStore } from '../../store/remote-store.js';

/** Lets each answer be used once. */
export interface QuestionRegister {
  /** Notes a question before it is asked. @returns false when that is not possible now */
  note(nonce: string): Promise<boolean>;
  /** @returns true once for a question that was noted and is not too old */
  take(nonce: string): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * The questions of this process. It keeps the answers that were used, not the questions: those are many, and what was
 * not asked here bears no signature of this process.
 */
export class OwnQuestions implements QuestionRegister {
  /** Answers that were used, with when they may be forgotten, in ms. */
  private readonly used = new Map<string, number>();

  /** @param keptMs how long an answer can be valid */
  constructor(private readonly keptMs: number) {}

  async note(): Promise<boolean> {
    return true;
  }

  async take(nonce: string): Promise<boolean> {
    const now = Date.now();
    for (const [known, until] of this.used) if (until < now) this.used.delete(known);
    if (this.used.has(nonce)) return false;
    this.used.set(nonce, now + this.keptMs);
    return true;
  }

  async close(): Promise<void> {
    this.used.clear();
  }
}

/** Goes before every key, with the form of the notes. */
const PREFIX = 'coradb-mcp:1:question:';

/**
 * The open questions of several processes, in a store that all of them use. A question is there until it is answered,
 * so a store that lost what it held makes answers useless, and never lets one be used twice.
 */
export class SharedQuestions implements QuestionRegister {
  constructor(
    private readonly store: ForgivingStore,
    private readonly keptMs: number,
  ) {}

  note(nonce: string): Promise<boolean> {
    return this.store.set(`${PREFIX}${nonce}`, 'open', this.keptMs);
  }

  async take(nonce: string): Promise<boolean> {
    return (await this.store.delete(`${PREFIX}${nonce}`)) === true;
  }

  close(): Promise<void> {
    return this.store.close();
  }
}
