import { randomBytes } from 'node:crypto';
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

/** How long a person may take to answer, in seconds. */
const ANSWER_WITHIN_S = 600;
/** HMAC-SHA256 key, in bytes. */
const KEY_BYTES = 32;

export type PersonsAnswer =
  | { readonly kind: 'confirmed' }
  /** The client cannot ask a person. */
  | { readonly kind: 'cannot ask' }
  /** To be returned from the tool: the client asks and calls again with the answer. */
  | { readonly kind: 'ask'; readonly reply: CallToolResult };

/**
 * Asks the person at the client before something that cannot be undone (MCP elicitation, form mode).
 * The signed state binds the answer to exactly this action, so that neither a forged answer nor the answer to another
 * question is taken.
 */
@Injectable()
export class PersonConfirmation {
  private readonly codec = createRequestStateCodec<{ readonly action: string }>({
    key: randomBytes(KEY_BYTES),
    ttlSeconds: ANSWER_WITHIN_S,
  });

  /**
   * @param action everything that identifies what is about to be done
   * @param question shown to the person
   * @throws GuardError when the person said no
   */
  async ask(context: McpContext, action: string, question: string): Promise<PersonsAnswer> {
    if (!canAsk(context)) return { kind: 'cannot ask' };
    const sdk = sdkContext(context);
    const state: unknown = sdk.mcpReq.requestState();
    if (typeof state !== 'string' || (await this.actionOf(state, context)) !== action) {
      return { kind: 'ask', reply: await this.question(action, question) };
    }
    const answer = acceptedContent<{ confirm?: unknown }>(sdk.mcpReq.inputResponses, 'confirm');
    if (answer?.confirm !== true) {
      throw new GuardError('The person asked did not confirm this; nothing was done.');
    }
    return { kind: 'confirmed' };
  }

  private async question(action: string, question: string): Promise<CallToolResult> {
    const required = inputRequired({
      requestState: await this.codec.mint({ action }),
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

  private async actionOf(state: string, context: McpContext): Promise<string | undefined> {
    try {
      return (await this.codec.verify(state, sdkContext(context))).action;
    } catch {
      // Forged, expired or of another process: ask again.
      return undefined;
    }
  }
}

function canAsk(context: McpContext): boolean {
  const { era, stateless } = context.getSession();
  // A stateless session of the 2025 era has no way back to the client.
  if (era === 'legacy' && stateless) return false;
  const capabilities = context.getClientCapabilities() ?? context.mcpServer.server.getClientCapabilities();
  const elicitation = capabilities?.elicitation;
  // An empty object means forms: the other mode, addresses, came later.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
