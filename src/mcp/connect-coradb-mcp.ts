import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { MCP_SERVER_STRATEGY } from './mcp.constants.js';
import type { McpServerStrategy } from './strategy/mcp-server.strategy.js';

/**
 * Starts the MCP servers of all `CoradbMcpModule` and `ArangoMcpModule` instances of an application; nothing else of it
 * is started, and its global guards, pipes and filters stay out of the tools. Call it before or after `app.init()`; a
 * second call does nothing.
 *
 * @example
 * const app = await NestFactory.create(AppModule);
 * await connectCoradbMcp(app);
 * await app.listen(3000);
 */
export async function connectCoradbMcp(app: INestApplication): Promise<void> {
  for (const strategy of strategiesOf(app)) {
    if (strategy.isListening) continue;
    const server = app.connectMicroservice<MicroserviceOptions>({ strategy }, { inheritAppConfig: false });
    await server.listen();
  }
}

function strategiesOf(app: INestApplication): readonly McpServerStrategy[] {
  return [...app.get(ModulesContainer).values()].flatMap(({ providers }) => {
    const provider = providers.get(MCP_SERVER_STRATEGY);
    return provider ? [provider.instance as McpServerStrategy] : [];
  });
}
