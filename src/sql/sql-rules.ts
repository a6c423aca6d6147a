/**
 * What a statement does beside what the engine calls it (engine-behaviour, "Side effects of statements compiled
 * as SELECT"):
 *
 * - `increment`: changes a row in a sub-step that commits on its own
 * - `serial`: takes a number of a serial, which no rollback gives back
 * - `lock`: locks rows until the end of the transaction
 * - `remote`: works on another database
 * - `serverFile`: reads a file of the database host
 * - `lobFile`: creates a LOB file
 */
export type SideEffectKind = 'increment' | 'serial' | 'lock' | 'remote' | 'serverFile' | 'lobFile';

/** Unquoted words that follow one another in a statement. */
export type Words = readonly string[];

/** Statements that begin with these words, except those that begin with the others. */
export interface FirstWords {
  readonly words: Words;
  /** Words that would make it another, harmless statement. */
  readonly unless?: Words;
  /** Completes a sentence about the words. */
  readonly because: string;
}

/** A clause that has a side effect wherever it stands. */
export interface EffectClause {
  readonly words: Words;
  readonly kind: SideEffectKind;
  /** How a message names it; the words themselves unless given. */
  readonly construct?: string;
  /** Only in statements that begin with this word. */
  readonly verb?: string;
}

/** Words by which a statement that adds replaces what is there. */
export interface ReplacingWords {
  readonly words: Words;
  /** They count only as the first words of the statement. */
  readonly first?: true;
}

/** Statement kinds as the engine compiles them: the second look at a statement, after its text. */
export interface KindRules {
  /** Ends or steers the transaction or the connection, which belong to the call. */
  readonly control: ReadonlySet<string>;
  /** Not undone by a rollback, and none of the above. */
  readonly notUndone: ReadonlySet<string>;
}

/** What a dialect's words mean; the facts of a statement are read by them. All words are in upper case. */
export interface SqlRules {
  /** First words of statements that return rows and change nothing by themselves. */
  readonly readingVerbs: ReadonlySet<string>;
  /** Verbs that may follow the list of common table expressions. */
  readonly mainVerbs: ReadonlySet<string>;
  /** Verbs whose statements only add, each with the words by which one replaces what is there all the same. */
  readonly addingVerbs: ReadonlyMap<string, readonly ReplacingWords[]>;
  /** What ends or steers the transaction, or changes the connection under the call. */
  readonly control: readonly FirstWords[];
  /** Verbs that evaluate an expression, and methods that steer the connection when they are called there. */
  readonly controlMethods: {
    readonly verbs: ReadonlySet<string>;
    readonly methods: ReadonlyMap<string, string>;
  };
  /** What a rollback does not undo. */
  readonly notUndone: readonly FirstWords[];
  /** Functions with a side effect, by name. */
  readonly calls: ReadonlyMap<string, SideEffectKind>;
  /** Names behind a dot that take a number of the serial before it. */
  readonly serialSteps: ReadonlySet<string>;
  readonly clauses: readonly EffectClause[];
  /** First words of statements that carry SQL in strings: the first word, and one of the next three. */
  readonly carriesSql: readonly Words[];
  /** Verbs that may fill a column which counts by itself. */
  readonly fillsCounters: ReadonlySet<string>;
  /** Objects whose definition only keeps the text of a serial step. */
  readonly keepsText: ReadonlySet<string>;
  readonly kinds: KindRules;
}
