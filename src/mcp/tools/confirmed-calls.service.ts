import { Inject, Injectable } from '@nestjs/common';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { McpContext } from '@rekog/mcp-nest';
import { CoradbSettings } from '../../config/coradb-settings.js';
import { GuardError } from '../../errors/call-error.js';
import { CallRunner } from '../../execution/run/call-runner.service.js';
import { loginText, type ExecuteCall, type Requested } from '../../execution/call.js';
import type { CallDocument } from '../../execution/reply/reply-document.js';
import { CORADB_SETTINGS } from '../../config/settings.tokens.js';
import { beginningOf } from '../../text/cut-text.js';
import { PersonConfirmation } from '../confirmation/person-confirmation.service.js';
import { whyUnasked, type WhyUnasked } from '../confirmation/why-unasked.js';
import { AskedLogins } from '../login/asked-logins.service.js';
import { SqlCalls } from './sql-call.service.js';

type SqlCall = Requested<ExecuteCall>;

/** Longest SQL text in a question, in characters. */
const SHOWN_CHARS = 4_000;

/**
 * Calls that save something only after a person said yes, where `CORADB_CONFIRM` asks for that. The question comes
 * with a trial run that was rolled back; the answer counts for exactly this call, and only while it would change as
 * many rows as it did in the trial.
 */
@Injectable()
export class ConfirmedCalls {
  constructor(
    private readonly calls: SqlCalls,
    private readonly runner: CallRunner,
    private readonly persons: PersonConfirmation,
    private readonly logins: AskedLogins,
    @Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings,
  ) {}

  /** @throws GuardError when the person said no or cannot be asked */
  async run(context: McpContext, call: SqlCall): Promise<CallToolResult> {
    if (!(await this.asks(call))) return this.calls.run(context, call);
    const confirmed = await this.persons.confirmed(context, call);
    if (confirmed) {
      const confirmedRows = confirmed.details as readonly (number | null)[] | null;
      return this.calls.run(context, { ...call, ...(confirmedRows && { confirmedRows }) });
    }
    const unasked = whyUnasked(context);
    if (unasked) throw cannotAsk(this.settings.confirm, unasked);
    const refused = await this.runner.refusal({ ...call, signal: new AbortController().signal });
    if (refused) return this.calls.reply(refused);
    const trial = await this.calls.document(context, { ...call, dryRun: true });
    const untried =
      trial.error?.layer === 'guard' && trial.stopped === 'error' ? trial.error.message : undefined;
    if (trial.error && untried === undefined) return this.calls.reply(trial);
    const rows = trial.statements.map(({ affectedRows }) => affectedRows ?? null);
    const question = questionText(
      call,
      untried === undefined ? trialText(trial) : `It could not be tried: ${untried}`,
    );
    const asked = await this.persons.question(context, call, question, untried === undefined ? rows : null);
    return this.logins.hold(context, call.login, asked);
  }

  private async asks({ dryRun, sql }: SqlCall): Promise<boolean> {
    const { confirm, writeMode } = this.settings;
    if (confirm === 'never' || dryRun || writeMode !== 'write') return false;
    if (confirm === 'always') return true;
    return this.runner.changesWhatIsThere(sql);
  }
}

function questionText({ login, sql }: SqlCall, tried: string): string {
  const more = sql.length - SHOWN_CHARS;
  const shown =
    more > 0 ? `${beginningOf(sql, SHOWN_CHARS)}\n… and ${more} characters more that are not shown` : sql;
  return `Save this in database "${login.database}" (${loginText(login)})?\n\n${shown}\n\n${tried}`;
}

/** `A trial, rolled back: statement 1 (UPDATE) changed 3 rows; statement 2 (DROP_TABLE) succeeded.` */
function trialText({ statements }: CallDocument): string {
  const parts = statements.map(({ statement, type, affectedRows, notes = [] }) => {
    const did =
      affectedRows === undefined
        ? 'succeeded'
        : `changed ${affectedRows} ${affectedRows === 1 ? 'row' : 'rows'}`;
    // What the trial itself leaves behind is told before the person decides.
    return [`statement ${statement} (${type}) ${did}`, ...notes].join('; note: ');
  });
  return `A trial, rolled back: ${parts.join('; ')}.`;
}

const CANNOT_ASK: Readonly<Record<WhyUnasked, { readonly message: string; readonly hint: string }>> = {
  transport: {
    message:
      'but over HTTP with a protocol before 2026-07-28 this server cannot ask one, whatever the client can do: it keeps no session.',
    hint: 'Try it with dryRun. To save it, connect with protocol 2026-07-28, or over stdio, with a client that supports elicitation.',
  },
  client: {
    message: 'but this client does not say that it can ask one (elicitation, form mode).',
    hint: 'Try it with dryRun. To save it, use a client that supports elicitation, over stdio or over HTTP with protocol 2026-07-28.',
  },
};

function cannotAsk(confirm: string, why: WhyUnasked): GuardError {
  const { message, hint } = CANNOT_ASK[why];
  return new GuardError(
    `A person must confirm this change (CORADB_CONFIRM=${confirm}), ${message} Nothing was saved.`,
    { hint },
  );
}
