import { Payload } from '@nestjs/microservices';
import { McpController, Prompt, Resource, ResourceTemplate } from '@rekog/mcp-nest';
import { z } from 'zod';
import { image, PNG, text } from './fixture-content.js';
import { FIXTURE_SERVER } from './fixture-tools.js';

const user = (content: object) => ({ role: 'user', content });

/** Resources and prompts that the conformance suite reads. */
@McpController({ server: FIXTURE_SERVER })
export class FixtureTexts {
  @Resource({ uri: 'test://static-text', name: 'text', description: 'Fixture', mimeType: 'text/plain' })
  staticText() {
    const content = 'This is the content of the static text resource.';
    return { contents: [{ uri: 'test://static-text', mimeType: 'text/plain', text: content }] };
  }

  @Resource({ uri: 'test://static-binary', name: 'binary', description: 'Fixture', mimeType: 'image/png' })
  staticBinary() {
    return { contents: [{ uri: 'test://static-binary', mimeType: 'image/png', blob: PNG }] };
  }

  @Resource({
    uri: 'test://watched-resource',
    name: 'watched',
    description: 'Fixture',
    mimeType: 'text/plain',
  })
  watched() {
    return { contents: [{ uri: 'test://watched-resource', mimeType: 'text/plain', text: 'watched' }] };
  }

  @ResourceTemplate({
    uriTemplate: 'test://template/{id}/data',
    name: 'template',
    description: 'Fixture',
    mimeType: 'application/json',
  })
  template(@Payload() { id, uri }: { id: string; uri: string }) {
    const content = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri, mimeType: 'application/json', text: content }] };
  }

  @Prompt({ name: 'test_simple_prompt', description: 'Fixture' })
  simplePrompt() {
    return { messages: [user(text('This is a simple prompt for testing.'))] };
  }

  @Prompt({
    name: 'test_prompt_with_arguments',
    description: 'Fixture',
    parameters: z.object({ arg1: z.string(), arg2: z.string() }),
  })
  promptWithArguments(@Payload() { arg1, arg2 }: { arg1: string; arg2: string }) {
    return { messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] };
  }

  @Prompt({
    name: 'test_prompt_with_embedded_resource',
    description: 'Fixture',
    parameters: z.object({ resourceUri: z.string() }),
  })
  promptWithResource(@Payload() { resourceUri }: { resourceUri: string }) {
    const resource = {
      uri: resourceUri,
      mimeType: 'text/plain',
      text: 'Embedded resource content for testing.',
    };
    return {
      messages: [
        user({ type: 'resource', resource }),
        user(text('Please process the embedded resource above.')),
      ],
    };
  }

  @Prompt({ name: 'test_prompt_with_image', description: 'Fixture' })
  promptWithImage() {
    return { messages: [user(image), user(text('Please analyze the image above.'))] };
  }
}
