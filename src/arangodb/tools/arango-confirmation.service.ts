import { Inject, Injectable } from '@nestjs/common';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { McpContext } from '@rekog/mcp-nest';
import { ArangoSettings } from '../../config/arango-settings.js';
import { GuardError } from '../../errors/call-error.js';
import { PersonConfirmation } from '../../mcp/confirmation/person-confirmation.service.js';
import { whyUnasked } from '../../mcp/confirmation/why-unasked.js';
import { ARANGO_SETTINGS } from '../arango.constants.js';
import { beginningOf } from '../../text/cut-text.js';
import { ProgramCaller, type Caller } from '../caller.js';

/** Why a trial is rolled back. */
export const TRIAL = 'it was a trial before a person is asked';

/** Longest text of a call in a question, in characters. */
const SHOWN_CHARS = 4_000;

export interface Change {
  /** It removes or replaces something, and does not only add. */
  readonly destructive: boolean;
}

/** Asks a person before something is changed, where `ARANGO_CONFIRM` wants that. */
@Injectable()
export class ArangoConfirmation {
  constructor(
    private readonly persons: PersonConfirmation,
    @Inject(ARANGO_SETTINGS) private readonly settings: ArangoSettings,
  ) {}

  /** True when this change may only be saved after a person said yes. */
  needs(caller: Caller, { destructive }: Change): boolean {
    if (caller instanceof ProgramCaller) return false;
    const { confirm, writeMode } = this.settings;
    return writeMode === 'write' && (confirm === 'always' || (confirm === 'destructive' && destructive));
  }

  /**
   * The trial's details, when this request brings the yes to exactly this action; undefined when it must be asked.
   * @throws GuardError when the person said no
   */
  async confirmed(
    caller: Caller,
    action: readonly unknown[],
  ): Promise<{ readonly details: unknown } | undefined> {
    return caller instanceof ProgramCaller ? undefined : this.persons.confirmed(caller, action);
  }

  /** @throws GuardError when the client cannot ask a person */
  assertCanAsk(caller: Caller): void {
    const why = whyUnasked(client(caller));
    if (why === undefined) return;
    const over =
      why === 'transport'
        ? 'but over HTTP with a protocol before 2026-07-28 this server cannot ask one: it keeps no session.'
        : 'but this client does not say that it can ask one (elicitation, form mode).';
    throw new GuardError(
      `A person must confirm this change (ARANGO_CONFIRM=${this.settings.confirm}), ${over} Nothing was saved.`,
      { hint: 'Use a client that supports elicitation, over stdio or over HTTP with protocol 2026-07-28.' },
    );
  }

  /**
   * The question behind a trial that succeeded. The answer counts for exactly this action.
   * @param call what would be done, in the words of the call
   * @param trial what the trial did
   * @param details handed back by `confirmed`
   */
  question(
    caller: Caller,
    action: readonly unknown[],
    text: { readonly database: string; readonly call: string; readonly trial: string },
    details: unknown,
  ): Promise<CallToolResult> {
    const { database, call, trial } = text;
    const more = call.length - SHOWN_CHARS;
    const shown =
      more > 0 ? `${beginningOf(call, SHOWN_CHARS)}\n… and ${more} characters more that are not shown` : call;
    const question = `Save this in database "${database}"?\n\n${shown}\n\nA trial, rolled back: ${trial}.`;
    return this.persons.question(client(caller), action, question, details);
  }

  /**
   * Asks before something that cannot be tried: a definition. A client that can ask is always used where something is
   * removed; without one it is refused only where the settings want a person.
   * @returns the reply that asks, or who confirmed; undefined when nobody had to
   */
  async definition(
    caller: Caller,
    action: readonly unknown[],
    change: Change,
    question: string,
  ): Promise<{ readonly asks: CallToolResult } | { readonly confirmedBy: string } | undefined> {
    if (caller instanceof ProgramCaller) return undefined;
    const needed = this.needs(caller, change);
    if (!needed && !change.destructive) return undefined;
    if (needed) this.assertCanAsk(caller);
    const answer = await this.persons.ask(caller, action, question);
    if (answer.kind === 'ask') return { asks: answer.reply };
    return {
      confirmedBy: answer.kind === 'confirmed' ? 'a person' : 'the argument only; this client asks nobody',
    };
  }
}

function client(caller: Caller): McpContext {
  if (caller instanceof ProgramCaller) throw new Error('a program is asked nothing');
  return caller;
}
