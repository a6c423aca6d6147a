import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  acceptedContent,
  createRequestStateCodec,
  inputRequired,
  type CallToolResult,
} from '@modelcontextprotocol/server';
import type { McpContext } from '@rekog/mcp-nest';
import { GuardError } from '../errors/call-error.js';
import { sdkContext } from './sdk-context.js';
import { whyUnasked } from './why-unasked.js';

/** How long a person may take to answer, in seconds. */
const ANSWER_WITHIN_S = 300;
/** HMAC-SHA256 key, in bytes. */
const KEY_BYTES = 32;
const NONCE_BYTES = 16;

export type PersonsAnswer =
  | { readonly kind: 'confirmed' }
  /** The client cannot ask a person. */
  | { readonly kind: 'cannot ask' }
  /** To be returned from the tool: the client asks and calls again with the answer. */
  | { readonly kind: 'ask'; readonly reply: CallToolResult };

/** What an answer is bound to; it travels through the client, signed but readable. */
interface Bound {
  readonly action: string;
  /** Tells this question from the same one asked again. */
  readonly nonce: string;
  readonly details?: unknown;
}

/**
 * Asks the person at the client before something that cannot be undone (MCP elicitation, form mode).
 * The signed state binds the answer to exactly this action and is taken once, so that neither a forged answer, nor the
 * answer to another question, nor one that was used before is taken.
 */
@Injectable()
export class PersonConfirmation {
  private readonly key = randomBytes(KEY_BYTES);
  private readonly codec = createRequestStateCodec<Bound>({ key: this.key, ttlSeconds: ANSWER_WITHIN_S });
  /** Answers that were used, with when they may be forgotten, in ms. */
  private readonly used = new Map<string, number>();

  /**
   * @param action everything that identifies what is about to be done
   * @param question shown to the person
   * @throws GuardError when the person said no
   */
  async ask(context: McpContext, action: string, question: string): Promise<PersonsAnswer> {
    if (whyUnasked(context) !== undefined) return { kind: 'cannot ask' };
    if (await this.confirmed(context, action)) return { kind: 'confirmed' };
    return { kind: 'ask', reply: await this.question(action, question) };
  }

  /** A name for an action whose parts must not be readable in the state. */
  digest(parts: unknown): string {
    return createHmac('sha256', this.key).update(JSON.stringify(parts)).digest('base64url');
  }

  /**
   * What was asked about, when this request brings the person's yes to exactly this action; undefined when it must be
   * asked (again).
   * @throws GuardError when the person said no
   */
  async confirmed(context: McpContext, action: string): Promise<{ readonly details: unknown } | undefined> {
    const { mcpReq } = sdkContext(context);
    const state: unknown = mcpReq.requestState();
    if (typeof state !== 'string') return undefined;
    const bound = await this.verified(state, context);
    if (bound?.action !== action || this.used.has(bound.nonce)) return undefined;
    this.forgetOld();
    this.used.set(bound.nonce, Date.now() + ANSWER_WITHIN_S * 1_000);
    const answer = acceptedContent<{ confirm?: unknown }>(mcpReq.inputResponses, 'confirm');
    if (answer?.confirm !== true) {
      throw new GuardError('The person asked did not confirm this; nothing was saved.');
    }
    return { details: bound.details };
  }

  /** @param details handed back by `confirmed` */
  async question(action: string, question: string, details?: unknown): Promise<CallToolResult> {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const required = inputRequired({
      requestState: await this.codec.mint({ action, nonce, ...(details !== undefined && { details }) }),
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

  private async verified(state: string, context: McpContext): Promise<Bound | undefined> {
    try {
      return await this.codec.verify(state, sdkContext(context));
    } catch {
      // Forged, expired or of another process: ask again.
      return undefined;
    }
  }

  private forgetOld(): void {
    const now = Date.now();
    for (const [nonce, until] of this.used) if (until < now) this.used.delete(nonce);
  }
}
