import { Inject, Injectable } from '@nestjs/common';
import { CoradbSettings } from '../../config/coradb-settings.js';
import { EngineError } from '../../driver/driver-errors.js';
import { CallError } from '../../errors/call-error.js';
import { SchemaCache } from '../../schema/schema-cache.js';
import type { LexicalSettings } from '../../sql/lexical-settings.js';
import { rememberingReader } from '../../sql/statement-tokens.js';
import type { StatementText } from '../../sql/statement-splitter.js';
import { checkParameters, type CallContext } from './call-context.js';
import { CallDeadline } from '../../limits/call-deadline.js';
import { CallStoppedError } from '../../limits/call-stopped-error.js';
import { loginText, type Call } from '../call.js';
import { ConnectionOpener } from './connection-opener.service.js';
import { commit, rollBack } from './end-transaction.js';
import { CORADB_SETTINGS } from '../../config/settings.tokens.js';
import { noteLeftBehind } from './left-behind.js';
import { markFailed, markNothingRan, markStopped } from './mark-failure.js';
import type { CallDocument } from '../reply/reply-document.js';
import { ReplyBudget } from './result-reader.js';
import { CallProgress, checkConfirmedRows, explain, runScript, runSelects } from './run-statements.js';
import { parseScript, shownSql } from '../script.js';
import { StatementPolicy } from '../policy/statement-policy.js';

/**
 * Runs one call: one connection, one transaction, one document. Nothing outlives it.
 *
 * @example
 * const document = await runner.run({ purpose: 'select', login, sql: 'SELECT 1', startRow: 1,
 *   maxRows: 200, timeoutMs: 0, signal: AbortSignal.timeout(10_000) });
 */
@Injectable()
export class CallRunner {
  constructor(
    private readonly opener: ConnectionOpener,
    private readonly schemas: SchemaCache,
    @Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings,
  ) {}

  /**
   * @returns the document, also for a call that failed: then `error` is set. A failure that is not a `CallError`
   *   (a fault of this program) is thrown after the transaction was rolled back.
   */
  async run(call: Call): Promise<CallDocument> {
    const document: CallDocument = { login: loginText(call.login), elapsedMs: 0, statements: [] };
    const deadline = new CallDeadline(call.timeoutMs, call.signal);
    try {
      await this.runWithin(call, deadline, document);
    } catch (error) {
      if (error instanceof CallStoppedError) markStopped(document, error);
      else if (!(error instanceof CallError)) throw error;
      else if (!document.error) markNothingRan(document, error, call.sql);
    } finally {
      deadline.dispose();
      document.elapsedMs = deadline.elapsedMs();
    }
    return document;
  }

  /** How the engine reads text, where the driver knows without asking a server. */
  knownLexical(): Promise<LexicalSettings | undefined> {
    return this.opener.knownLexical();
  }

  /** The document of a call that is refused by its text alone, before anything is sent; undefined for any other. */
  async refusal(call: Call): Promise<CallDocument | undefined> {
    const document: CallDocument = { login: loginText(call.login), elapsedMs: 0, statements: [] };
    try {
      const lexical = await this.knownLexical();
      const parsed = parseScript(call, this.settings.maxStatements, lexical);
      if (parsed !== 'ambiguous')
        check(call, new StatementPolicy(call, this.settings), parsed, document, lexical);
      return undefined;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (!document.error) markNothingRan(document, error, call.sql);
      return document;
    }
  }

  private async runWithin(call: Call, deadline: CallDeadline, document: CallDocument): Promise<void> {
    const policy = new StatementPolicy(call, this.settings);
    const known = await this.knownLexical();
    const parsed = parseScript(call, this.settings.maxStatements, known);
    if (parsed !== 'ambiguous') check(call, policy, parsed, document, known);
    const readOnly = call.purpose !== 'execute';
    await this.opener.use(call.login, deadline, readOnly, async (connection, stoppable) => {
      let statements = parsed;
      let lexical = known;
      if (statements === 'ambiguous') {
        lexical = await stoppable.run(() => connection.lexicalSettings());
        statements = this.parseAgain(call, lexical);
        check(call, policy, statements, document, lexical);
      }
      const budget = new ReplyBudget(this.settings.maxResponseChars);
      const { settings } = this;
      const context = {
        call,
        settings,
        deadline,
        connection,
        stoppable,
        statements,
        policy,
        document,
        budget,
      };
      await this.transaction(lexical ? { ...context, lexical } : context);
    });
  }

  private parseAgain(call: Call, lexical: LexicalSettings): readonly StatementText[] {
    const split = parseScript(call, this.settings.maxStatements, lexical);
    if (split === 'ambiguous') throw new Error('ambiguous although the settings are known');
    return split;
  }

  private async transaction(context: CallContext): Promise<void> {
    const { call, document, stoppable } = context;
    const at = new CallProgress();
    const rollBackAt = async (because: string, failedAt?: number): Promise<void> => {
      await rollBack(document, stoppable, because);
      await noteLeftBehind(context, at, failedAt);
    };
    try {
      if (call.purpose === 'select') await runSelects({ ...context, call }, at);
      else if (call.purpose === 'explain') await explain({ ...context, call }, at);
      else {
        await runScript({ ...context, call }, at);
        checkConfirmedRows({ ...context, call }, at);
      }
      if (context.deadline.stopped) throw context.deadline.stopped;
    } catch (error) {
      const { index } = at;
      if (error instanceof CallStoppedError) {
        markStopped(document, error, index);
        return rollBackAt(error.because, index);
      }
      const statement = context.statements[index];
      if (error instanceof CallError && statement) {
        markFailed(document, error, { index, statement, call, dialect: context.connection.dialect });
      }
      await rollBackAt(failureText(index, error), index);
      if (!(error instanceof CallError)) throw error;
      return;
    }
    const because = context.policy.rollsBackBecause;
    if (because !== undefined) return rollBackAt(because);
    await commit(document, stoppable);
    if (document.transaction === 'rolled back') await noteLeftBehind(context, at);
    if (changesDefinitions(document)) this.schemas.drop(call.login, call.login.database);
  }
}

/** Everything that can be refused before the server is asked; each statement gets its report first. */
function check(
  call: Call,
  policy: StatementPolicy,
  statements: readonly StatementText[],
  document: CallDocument,
  lexical?: LexicalSettings,
): void {
  document.statements = statements.map(({ text }, index) => ({ statement: index + 1, sql: shownSql(text) }));
  for (const [index, statement] of statements.entries()) {
    // One statement's tokens at a time: those of a long script would need many times its memory.
    const read = rememberingReader();
    try {
      policy.checkText(statement, lexical, read);
      if (call.purpose !== 'explain') checkParameters(call, statement, lexical, read);
    } catch (error) {
      if (error instanceof CallError) markFailed(document, error, { index, statement, call });
      throw error;
    }
  }
}

function failureText(index: number, error: unknown): string {
  const lost = error instanceof EngineError && error.transactionLost;
  return `statement ${index + 1} failed${lost ? ', and the engine undid the whole transaction' : ''}`;
}

/** Kinds that change rows only; anything else may have changed a definition that a kept schema shows. */
const ROW_KINDS: ReadonlySet<string> = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'DO']);

function changesDefinitions({ statements }: CallDocument): boolean {
  return statements.some(({ type }) => type !== undefined && !ROW_KINDS.has(type));
}
