import { setTimeout as wait } from 'node:timers/promises';
import { MissingRequiredClientCapabilityError } from '@modelcontextprotocol/server';
import { UseFilters } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { McpContext, McpController, Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { sdkContext } from '../../src/mcp/sdk-context.js';
import { ToolErrorFilter } from '../../src/mcp/tool-error.filter.js';
import { image, text, WAV } from './fixture-content.js';

export const FIXTURE_SERVER = 'conformance';

const none = z.object({});
const tool = (name: string) =>
  Tool({ name, description: `Fixture ${name} of the conformance suite`, parameters: none });

/** Tools that the conformance suite calls; none of them belongs to CoraDB. */
@McpController({ server: FIXTURE_SERVER })
@UseFilters(ToolErrorFilter)
export class FixtureTools {
  @tool('test_simple_text')
  simpleText() {
    return { content: [text('This is a simple text response for testing.')] };
  }

  @tool('test_image_content')
  imageContent() {
    return { content: [image] };
  }

  @tool('test_audio_content')
  audioContent() {
    return { content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] };
  }

  @tool('test_embedded_resource')
  embeddedResource() {
    const resource = {
      uri: 'test://embedded-resource',
      mimeType: 'text/plain',
      text: 'This is an embedded resource content.',
    };
    return { content: [{ type: 'resource', resource }] };
  }

  @tool('test_multiple_content_types')
  multipleContentTypes() {
    const resource = {
      uri: 'test://mixed-content-resource',
      mimeType: 'application/json',
      text: '{"test":"data","value":123}',
    };
    return { content: [text('Multiple content types test:'), image, { type: 'resource', resource }] };
  }

  @tool('test_tool_with_logging')
  logging(@Payload() _input: unknown, @Ctx() context: McpContext) {
    return this.log(context);
  }

  /** The same for the scenario that asks for no log level and must get no message. */
  @tool('test_logging_tool')
  quietLogging(@Payload() _input: unknown, @Ctx() context: McpContext) {
    return this.log(context);
  }

  @tool('test_error_handling')
  errorHandling() {
    return { content: [text('This tool intentionally returns an error for testing')], isError: true };
  }

  @tool('test_tool_with_progress')
  async progress(@Payload() _input: unknown, @Ctx() context: McpContext) {
    const progressToken = context.mcpRequest.params?._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        await sdkContext(context).mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        });
      }
      await wait(20);
    }
    return { content: [text('done')] };
  }

  @tool('test_missing_capability')
  missingCapability(@Payload() _input: unknown, @Ctx() context: McpContext) {
    if (context.getClientCapabilities()?.sampling === undefined) {
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    }
    return { content: [text('the client can sample')] };
  }

  private async log(context: McpContext) {
    const { mcpReq } = sdkContext(context);
    for (const message of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.log('info', message);
      await wait(20);
    }
    return { content: [text('logged')] };
  }
}
