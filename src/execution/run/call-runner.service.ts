import { Inject, Injectable } from '@nestjs/common';
import { CoradbSettings } from '../../config/coradb-settings.js';
import { EngineError } from '../../driver/driver-errors.js';
import { CallError } from '../../errors/call-error.js';
import { SchemaCache } from '../../schema/schema-cache.js';
import { factsOf, type StatementFacts } from '../../sql/facts.js';
import type { LexicalSettings } from '../../sql/lexical-settings.js';
import type { SqlRules } from '../../sql/sql-rules.js';
import { splitStatements, type StatementText } from '../../sql/statement-splitter.js';
import { addNotes, reportAt, type CallContext } from './call-context.js';
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
import { checkParameterCount } from '../policy/bind-parameters.js';
import { StatementPolicy } from '../policy/statement-policy.js';
import { refusalError } from '../policy/verdict.js';

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

  /**
   * Whether a script may change, replace or remove what is there, by its text; true also for what cannot be told.
   */
  async changesWhatIsThere(sql: string): Promise<boolean> {
    try {
      const { rules, lexical } = await this.opener.dialect();
      const split = splitStatements(sql, lexical);
      return (
        split.kind === 'refused' ||
        split.statements.some(({ text }) =>
          factsOf(text, rules, lexical).some(({ changesWhatIsThere }) => changesWhatIsThere),
        )
      );
    } catch (error) {
      if (error instanceof CallError) return true;
      throw error;
    }
  }

  /** The document of a call that is refused by its text alone, before anything is sent; undefined for any other. */
  async refusal(call: Call): Promise<CallDocument | undefined> {
    const document: CallDocument = { login: loginText(call.login), elapsedMs: 0, statements: [] };
    try {
      const { rules, lexical } = await this.opener.dialect();
      const parsed = parseScript(call, this.settings.maxStatements, lexical);
      if (parsed !== 'ambiguous') {
        check(call, new StatementPolicy(call, this.settings), parsed, document, rules, lexical);
      }
      return undefined;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (!document.error) markNothingRan(document, error, call.sql);
      return document;
    }
  }

  private async runWithin(call: Call, deadline: CallDeadline, document: CallDocument): Promise<void> {
    const policy = new StatementPolicy(call, this.settings);
    const { rules, lexical: known } = await this.opener.dialect();
    const parsed = parseScript(call, this.settings.maxStatements, known);
    const facts = parsed === 'ambiguous' ? undefined : check(call, policy, parsed, document, rules, known);
    const readOnly = call.purpose !== 'execute';
    await this.opener.use(call.login, deadline, readOnly, async (connection, stoppable) => {
      let statements = parsed;
      let factsOfAll = facts;
      if (statements === 'ambiguous') {
        const lexical = await stoppable.run(() => connection.lexicalSettings());
        statements = this.parseAgain(call, lexical);
        factsOfAll = check(call, policy, statements, document, rules, lexical);
      }
      const budget = new ReplyBudget(this.settings.maxResponseChars);
      const { settings } = this;
      await this.transaction({
        call,
        settings,
        deadline,
        connection,
        stoppable,
        statements,
        facts: factsOfAll ?? [],
        policy,
        document,
        budget,
      });
      if (connection.notice !== undefined) addNotes(reportAt(document, 0), [connection.notice]);
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

/**
 * Everything that can be refused before the server is asked; each statement gets its report first.
 * @returns the facts of each statement, for each way the server may read it
 */
function check(
  call: Call,
  policy: StatementPolicy,
  statements: readonly StatementText[],
  document: CallDocument,
  rules: SqlRules,
  lexical?: LexicalSettings,
): readonly (readonly StatementFacts[])[] {
  document.statements = statements.map(({ text }, index) => ({ statement: index + 1, sql: shownSql(text) }));
  return statements.map((statement, index) => {
    try {
      const readings = factsOf(statement.text, rules, lexical);
      const refusal = policy.judgeText(readings);
      if (refusal !== undefined) throw refusalError(statement, refusal);
      if (call.purpose !== 'explain') checkParameterCount(statement, readings, call.params?.length ?? 0);
      return readings;
    } catch (error) {
      if (error instanceof CallError) markFailed(document, error, { index, statement, call });
      throw error;
    }
  });
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
