import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { CoradbMcpModule } from './coradb-mcp.module.js';
import { CORADB_STRATEGY } from './mcp.constants.js';
import type { CoradbMcpStrategy } from './strategy/coradb-mcp.strategy.js';

/**
 * Starts the MCP servers of all `CoradbMcpModule` instances of an application; nothing else of it is started, and its
 * global guards, pipes and filters stay out of the tools. Call it before or after `app.init()`; a second call does nothing.
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

function strategiesOf(app: INestApplication): readonly CoradbMcpStrategy[] {
  return [...app.get(ModulesContainer).values()]
    .filter(({ metatype }) => metatype === CoradbMcpModule)
    .map((module) => module.getProviderByKey<CoradbMcpStrategy>(CORADB_STRATEGY).instance);
}
