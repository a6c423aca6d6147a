import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { acceptedContent, inputRequired, type CallToolResult } from '@modelcontextprotocol/server';
import type { McpContext } from '@rekog/mcp-nest';
import { GuardError } from '../../errors/call-error.js';
import { callerOf } from '../calls/caller-of.js';
import { sdkContext } from '../sdk-context.js';
import { OwnQuestions } from './question-register.js';
import { ANSWER_WITHIN_S, KEY_BYTES, QuestionSigner, SHARED_SIGNER } from './question-signer.js';
import { whyUnasked } from './why-unasked.js';

export type PersonsAnswer =
  | { readonly kind: 'confirmed' }
  /** The client cannot ask a person. */
  | { readonly kind: 'cannot ask' }
  /** To be returned from the tool: the client asks and calls again with the answer. */
  | { readonly kind: 'ask'; readonly reply: CallToolResult };

/**
 * Asks the person at the client before something that cannot be undone (MCP elicitation, form mode).
 * The signed state binds the answer to exactly this action of this caller and is taken once, so that neither a forged
 * answer, nor the answer to another question, nor one that was used before is taken.
 *
 * Processes with the same `CORADB_CONFIRM_SECRET` take each other's answers while they reach the store in which they
 * note what was asked; otherwise an answer counts only in the process that asked.
 */
@Injectable()
export class PersonConfirmation {
  private readonly own = new QuestionSigner(
    randomBytes(KEY_BYTES),
    new OwnQuestions(ANSWER_WITHIN_S * 1_000),
  );
  private readonly signers: readonly QuestionSigner[];

  constructor(@Inject(SHARED_SIGNER) shared: QuestionSigner | null) {
    this.signers = shared ? [shared, this.own] : [this.own];
  }

  /**
   * @param action everything that identifies what is about to be done; goes out as a keyed digest only
   * @param question shown to the person
   * @throws GuardError when the person said no
   */
  async ask(context: McpContext, action: unknown, question: string): Promise<PersonsAnswer> {
    if (whyUnasked(context) !== undefined) return { kind: 'cannot ask' };
    if (await this.confirmed(context, action)) return { kind: 'confirmed' };
    return { kind: 'ask', reply: await this.question(context, action, question) };
  }

  /**
   * What was asked about, when this request brings the person's yes to exactly this action; undefined when it must be
   * asked (again).
   * @throws GuardError when the person said no
   */
  async confirmed(context: McpContext, action: unknown): Promise<{ readonly details: unknown } | undefined> {
    const sdk = sdkContext(context);
    const state: unknown = sdk.mcpReq.requestState();
    if (typeof state !== 'string') return undefined;
    for (const signer of this.signers) {
      const bound = await signer.recognise(state, [callerOf(context), action], sdk);
      if (!bound) continue;
      if (!(await signer.take(bound))) return undefined;
      const answer = acceptedContent<{ confirm?: unknown }>(sdk.mcpReq.inputResponses, 'confirm');
      if (answer?.confirm !== true) {
        throw new GuardError('The person asked did not confirm this; nothing was saved.');
      }
      return { details: bound.details };
    }
    return undefined;
  }

  /** @param details handed back by `confirmed` */
  async question(
    context: McpContext,
    action: unknown,
    question: string,
    details?: unknown,
  ): Promise<CallToolResult> {
    const required = inputRequired({
      requestState: await this.signed([callerOf(context), action], details),
      inputRequests: {
        confirm: inputRequired.elicit({
          message: question,
          requestedSchema: {
            type: 'object',
            properties: { confirm: { type: 'boolean', title: 'Yes, do it', default: false } },
            required: ['confirm'],
          },
        }),
      },
    });
    // mcp-nest lets only results with a content array pass unchanged; tidyTools takes it off again.
    return { content: [], ...required };
  }

  private async signed(action: unknown, details: unknown): Promise<string> {
    for (const signer of this.signers) {
      const state = await signer.sign(action, details);
      if (state !== undefined) return state;
    }
    throw new Error('the own signer always signs');
  }
}
