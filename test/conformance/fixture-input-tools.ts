import {
  createRequestStateCodec,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
} from '@modelcontextprotocol/server';
import { UseFilters } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { McpContext, McpController, Prompt, Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { sdkContext } from '../../src/mcp/sdk-context.js';
import { ToolErrorFilter } from '../../src/mcp/tool-error.filter.js';
import { text } from './fixture-content.js';
import { FIXTURE_SERVER } from './fixture-tools.js';

type Asked = Parameters<typeof inputRequired>[0];

const none = z.object({});
const tool = (name: string) =>
  Tool({ name, description: `Fixture ${name} of the conformance suite`, parameters: none });

const elicit = (message: string, property: string, type: 'string' | 'boolean' = 'string') => {
  const field = type === 'string' ? { type: 'string' as const } : { type: 'boolean' as const };
  return inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [property]: field }, required: [property] },
  });
};

const sample = (question: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(question) }], maxTokens: 100 });

/** What a client answered to the request with that key; undefined when it did not. */
function answer(context: McpContext, key: string): Record<string, unknown> | undefined {
  const { inputResponses } = sdkContext(context).mcpReq;
  const found = (inputResponses as Record<string, unknown> | undefined)?.[key];
  return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : undefined;
}

/** Asks; the empty content takes the result through mcp-nest and tidyTools takes it off again. */
const ask = (spec: Asked): CallToolResult => ({ content: [], ...inputRequired(spec) });
const done = (value: unknown): CallToolResult => ({ content: [text(`done: ${JSON.stringify(value)}`)] });

/** Tools and a prompt that need input from the client before they answer (SEP-2322). */
@McpController({ server: FIXTURE_SERVER })
@UseFilters(ToolErrorFilter)
export class FixtureInputTools {
  private readonly codec = createRequestStateCodec<{ readonly round: number }>({ key: 'k'.repeat(32) });

  @tool('test_input_required_result_elicitation')
  elicitation(@Payload() _input: unknown, @Ctx() context: McpContext) {
    const given = answer(context, 'user_name');
    return given ? done(given) : ask({ inputRequests: { user_name: elicit('What is your name?', 'name') } });
  }

  @tool('test_streaming_elicitation')
  streaming(@Payload() input: unknown, @Ctx() context: McpContext) {
    return this.elicitation(input, context);
  }

  @tool('test_input_required_result_sampling')
  sampling(@Payload() _input: unknown, @Ctx() context: McpContext) {
    const given = answer(context, 'capital_question');
    return given
      ? done(given)
      : ask({ inputRequests: { capital_question: sample('What is the capital of France?') } });
  }

  @tool('test_input_required_result_list_roots')
  roots(@Payload() _input: unknown, @Ctx() context: McpContext) {
    const given = answer(context, 'client_roots');
    return given ? done(given) : ask({ inputRequests: { client_roots: inputRequired.listRoots() } });
  }

  @tool('test_input_required_result_request_state')
  async requestState(@Payload() _input: unknown, @Ctx() context: McpContext) {
    const round = await this.round(context);
    if (round === 1 && answer(context, 'confirm')) return { content: [text('state-ok')] };
    return ask({
      ...(await this.state(1)),
      inputRequests: { confirm: elicit('Please confirm', 'ok', 'boolean') },
    });
  }

  @tool('test_input_required_result_tampered_state')
  tampered(@Payload() input: unknown, @Ctx() context: McpContext) {
    return this.requestState(input, context);
  }

  @tool('test_input_required_result_multiple_inputs')
  async multiple(@Payload() _input: unknown, @Ctx() context: McpContext) {
    const keys = ['user_name', 'greeting', 'client_roots'];
    const round = await this.round(context);
    if (round === 1 && keys.every((key) => answer(context, key))) return done(keys);
    return ask({
      ...(await this.state(1)),
      inputRequests: {
        user_name: elicit('What is your name?', 'name'),
        greeting: sample('Generate a greeting'),
        client_roots: inputRequired.listRoots(),
      },
    });
  }

  @tool('test_input_required_result_multi_round')
  async multiRound(@Payload() _input: unknown, @Ctx() context: McpContext) {
    const round = await this.round(context);
    if (round === 2 && answer(context, 'step2')) return done('both steps');
    if (round === 1 && answer(context, 'step1')) {
      return ask({
        ...(await this.state(2)),
        inputRequests: { step2: elicit('Step 2: What is your favorite color?', 'color') },
      });
    }
    return ask({
      ...(await this.state(1)),
      inputRequests: { step1: elicit('Step 1: What is your name?', 'name') },
    });
  }

  @tool('test_input_required_result_capabilities')
  capabilities(@Payload() _input: unknown, @Ctx() context: McpContext) {
    const capabilities = context.getClientCapabilities() ?? {};
    return ask({
      inputRequests: {
        ...(capabilities.elicitation && { user_name: elicit('What is your name?', 'name') }),
        ...(capabilities.sampling && { greeting: sample('Generate a greeting') }),
      },
    });
  }

  @Prompt({ name: 'test_input_required_result_prompt', description: 'Fixture prompt that asks first' })
  prompt(@Payload() _input: unknown, @Ctx() context: McpContext) {
    const given = answer(context, 'user_context');
    return given
      ? { messages: [{ role: 'user', content: text(`Context: ${JSON.stringify(given)}`) }] }
      : inputRequired({
          inputRequests: { user_context: elicit('What context should the prompt use?', 'context') },
        });
  }

  private async state(round: number): Promise<{ requestState: string }> {
    return { requestState: await this.codec.mint({ round }) };
  }

  private async round(context: McpContext): Promise<number | undefined> {
    const state: unknown = sdkContext(context).mcpReq.requestState();
    if (typeof state !== 'string') return undefined;
    try {
      return (await this.codec.verify(state, sdkContext(context))).round;
    } catch {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'requestState was tampered with');
    }
  }
}
