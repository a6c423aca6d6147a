import { randomBytes } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { inputRequired, inputResponse, type CallToolResult } from '@modelcontextprotocol/server';
import type { McpContext } from '@rekog/mcp-nest';
import { CoradbSettings } from '../../config/coradb-settings.js';
import { CORADB_SETTINGS } from '../../config/settings.tokens.js';
import type { Login } from '../../driver/driver.js';
import { GuardError } from '../../errors/call-error.js';
import { loginText } from '../../execution/call.js';
import { callSignal } from '../call-signal.js';
import { callerOf } from '../calls/caller-of.js';
import { OwnQuestions } from '../confirmation/question-register.js';
import { ANSWER_WITHIN_S, KEY_BYTES, QuestionSigner } from '../confirmation/question-signer.js';
import { RunningCalls } from '../running-calls.service.js';
import { sdkContext } from '../sdk-context.js';
import { LoginPages } from './login-pages.service.js';
import { PersonAsked } from './person-asked.js';

const WITHIN_MS = ANSWER_WITHIN_S * 1_000;

interface HeldPassword {
  readonly call: string;
  readonly password: string;
  readonly timer: NodeJS.Timeout;
}

/**
 * Passwords that a person types in a page of this machine for one call (MCP elicitation, URL mode), where
 * `CORADB_ASK_LOGIN` asks for that. The client opens the page and calls again; what was typed never goes through it.
 */
@Injectable()
export class AskedLogins implements OnApplicationShutdown {
  private readonly signer = new QuestionSigner(randomBytes(KEY_BYTES), new OwnQuestions(WITHIN_MS));
  private readonly typedIn = new WeakMap<McpContext, string>();
  /** Of calls that wait for another answer of the person, by the state which that answer brings. */
  private readonly held = new Map<string, HeldPassword>();

  constructor(
    private readonly pages: LoginPages,
    private readonly running: RunningCalls,
    @Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings,
  ) {}

  /** Whether a person can be asked: over stdio alone is this machine that of the person. */
  canAsk(context: McpContext): boolean {
    if (this.settings.askLogin === 'off' || context.mcpRequest.method !== 'tools/call') return false;
    if (context.getRawRequest() !== undefined) return false;
    const capabilities = context.getClientCapabilities() ?? context.mcpServer.server.getClientCapabilities();
    return capabilities?.elicitation?.url !== undefined;
  }

  /**
   * The password that was typed for this call; waits for it when this request brings the answer to `ask`.
   * @returns undefined when it must be asked for (again)
   * @throws GuardError when the person declines or does not type one in time
   */
  async typed(context: McpContext, login: Login): Promise<string | undefined> {
    if (!this.canAsk(context)) return undefined;
    const sdk = sdkContext(context);
    const state: unknown = sdk.mcpReq.requestState();
    if (typeof state !== 'string') return undefined;
    const password =
      this.taken(state, callText(context, login)) ?? (await this.answer(context, login, state));
    if (password !== undefined) this.typedIn.set(context, password);
    return password;
  }

  /** @throws PersonAsked always */
  async ask(context: McpContext, login: Login): Promise<never> {
    const { id, url } = await this.pages.open(login, WITHIN_MS);
    const requestState = await this.signer.sign(callText(context, login), id);
    if (requestState === undefined) throw new Error('the own signer always signs');
    const { name } = context.mcpRequest.params as { readonly name: string };
    const message = `${name} needs the password of ${loginText(login)}. Type it in this page of your own machine, for this one call: neither the app nor the model sees it.`;
    const required = inputRequired({
      requestState,
      inputRequests: { login: inputRequired.elicitUrl({ message, url }) },
    });
    // mcp-nest lets only results with a content array pass unchanged; tidyTools takes it off again.
    throw new PersonAsked({ content: [], ...required });
  }

  /** Keeps what was typed for a call that now asks the person something else, until that answer comes. */
  hold(context: McpContext, login: Login, asked: CallToolResult): CallToolResult {
    const password = this.typedIn.get(context);
    const { requestState } = asked as { readonly requestState?: unknown };
    if (password === undefined || typeof requestState !== 'string') return asked;
    const timer = setTimeout(() => this.held.delete(requestState), WITHIN_MS);
    this.held.set(requestState, { call: callText(context, login), password, timer });
    return asked;
  }

  onApplicationShutdown(): void {
    for (const { timer } of this.held.values()) clearTimeout(timer);
    this.held.clear();
  }

  /** What is held is given out once. */
  private taken(state: string, call: string): string | undefined {
    const held = this.held.get(state);
    if (held?.call !== call) return undefined;
    clearTimeout(held.timer);
    this.held.delete(state);
    return held.password;
  }

  private async answer(context: McpContext, login: Login, state: string): Promise<string | undefined> {
    const sdk = sdkContext(context);
    const bound = await this.signer.recognise(state, callText(context, login), sdk);
    const page = bound && (await this.signer.take(bound)) ? String(bound.details) : undefined;
    const answer = inputResponse(sdk.mcpReq.inputResponses, 'login');
    const accepted = answer.kind === 'elicit' && answer.action === 'accept';
    if (page !== undefined && !accepted) this.pages.close(page);
    // A no counts also when it comes too late; to ask again would be no answer to it.
    if (answer.kind === 'elicit' && !accepted) {
      throw new GuardError('The person asked did not open the login page; nothing was run.', { hint: HINT });
    }
    if (page === undefined || !accepted) return undefined;
    const { signal, dispose } = callSignal(context, this.running);
    try {
      const password = await this.pages.typed(page, signal);
      if (password !== undefined) return password;
      if (signal.aborted)
        throw new GuardError('The call ended before a password was typed; nothing was run.');
    } finally {
      dispose();
    }
    throw new GuardError(
      `No password was typed in the login page within ${ANSWER_WITHIN_S / 60} minutes; nothing was run.`,
      { hint: HINT },
    );
  }
}

const HINT =
  'Ask for no password in the chat. Call again when the person is ready to type it in the page that opens.';

/** What an answer counts for: this call with these arguments, as this user of this database. */
function callText(context: McpContext, { host, port, database, user }: Login): string {
  const { name, arguments: given } = context.mcpRequest.params as {
    readonly name: string;
    readonly arguments?: unknown;
  };
  return JSON.stringify([callerOf(context), name, given ?? {}, host, port, database, user]);
}
