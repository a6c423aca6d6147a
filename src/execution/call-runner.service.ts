import { Inject, Injectable } from '@nestjs/common';
import { CoradbSettings } from '../config/coradb-settings.js';
import { EngineError } from '../driver/driver-errors.js';
import { CallError } from '../errors/call-error.js';
import { SchemaCache } from '../schema/schema-cache.js';
import type { LexicalSettings } from '../sql/lexical-settings.js';
import type { StatementText } from '../sql/statement-splitter.js';
import { addNotes, checkParameters, reportAt, type CallContext } from './call-context.js';
import { CallDeadline, CallStoppedError } from './call-deadline.js';
import { loginText, type Call } from './call.js';
import { ConnectionOpener } from './connection-opener.service.js';
import { dropAutoIncrementNotes } from './embedded-counters.js';
import { commit, rollBack } from './end-transaction.js';
import { EXECUTION_SETTINGS } from './execution.constants.js';
import { markFailed, markNothingRan, markStopped } from './mark-failure.js';
import type { CallDocument } from './reply-document.js';
import { ReplyBudget } from './result-reader.js';
import { AtStatement, checkConfirmedRows, explain, runScript, runSelects } from './run-statements.js';
import { parseScript, shownSql } from './script.js';
import { StatementPolicy } from './statement-policy.js';

/**
 * Runs one call: one connection, one transaction, one document. Nothing outlives it.
 *
 * @example
 * const document = await runner.run({ purpose: 'select', login, sql: 'SELECT 1', dryRun: false,
 *   startRow: 1, maxRows: 200, timeoutMs: 0, signal: AbortSignal.timeout(10_000) });
 */
@Injectable()
export class CallRunner {
  constructor(
    private readonly opener: ConnectionOpener,
    private readonly schemas: SchemaCache,
    @Inject(EXECUTION_SETTINGS) private readonly settings: CoradbSettings,
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

  /** The document of a call that is refused by its text alone, before anything is sent; undefined for any other. */
  refusal(call: Call): CallDocument | undefined {
    const document: CallDocument = { login: loginText(call.login), elapsedMs: 0, statements: [] };
    try {
      const parsed = parseScript(call, this.settings.maxStatements);
      if (parsed !== 'ambiguous') check(call, new StatementPolicy(call, this.settings), parsed, document);
      return undefined;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (!document.error) markNothingRan(document, error, call.sql);
      return document;
    }
  }

  private async runWithin(call: Call, deadline: CallDeadline, document: CallDocument): Promise<void> {
    const policy = new StatementPolicy(call, this.settings);
    const parsed = parseScript(call, this.settings.maxStatements);
    if (parsed !== 'ambiguous') check(call, policy, parsed, document);
    const readOnly = call.purpose !== 'execute';
    await this.opener.use(call.login, deadline, readOnly, async (connection, stoppable) => {
      let statements = parsed;
      let lexical: LexicalSettings | undefined;
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
      if (connection.dialect === 'duckdb') dropAutoIncrementNotes(document);
    });
  }

  private parseAgain(call: Call, lexical: LexicalSettings): readonly StatementText[] {
    const split = parseScript(call, this.settings.maxStatements, lexical);
    if (split === 'ambiguous') throw new Error('ambiguous although the settings are known');
    return split;
  }

  private async transaction(context: CallContext): Promise<void> {
    const { call, document, stoppable } = context;
    const at = new AtStatement();
    try {
      if (call.purpose === 'select') await runSelects(context, at);
      else if (call.purpose === 'explain') await explain(context, at);
      else await runScript(context, at);
      checkConfirmedRows(context, at);
      if (context.deadline.stopped) throw context.deadline.stopped;
    } catch (error) {
      noteLeftBehind(context, at.index);
      if (error instanceof CallStoppedError) {
        markStopped(document, error, at.index);
        return rollBack(document, stoppable, error.because);
      }
      const { index } = at;
      const statement = context.statements[index];
      if (error instanceof CallError && statement) markFailed(document, error, { index, statement, call });
      await rollBack(document, stoppable, failureText(index, error));
      if (!(error instanceof CallError)) throw error;
      return;
    }
    const because = context.policy.rollsBackBecause;
    if (because !== undefined) return rollBack(document, stoppable, because);
    await commit(document, stoppable);
    if (document.transaction === 'rolled back') noteLeftBehind(context);
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
    try {
      addNotes(reportAt(document, index), policy.checkText(statement, lexical));
      if (call.purpose !== 'explain') checkParameters(call, statement, lexical);
    } catch (error) {
      if (error instanceof CallError) markFailed(document, error, { index, statement, call });
      throw error;
    }
  }
}

/** A rollback does not undo everything (engine-behaviour §2.2); a dry run has said or refused it beforehand. */
function noteLeftBehind({ policy, statements, document, lexical }: CallContext, failedAt?: number): void {
  for (const [index, statement] of statements.entries()) {
    const report = reportAt(document, index);
    if (report.elapsedMs === undefined) continue;
    addNotes(report, policy.leftBehind(statement, index === failedAt, lexical));
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
