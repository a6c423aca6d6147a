import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { connectCoradbMcp } from 'coradb-mcp-nest';
import { AppModule } from './app.module.js';

const app = await NestFactory.create(AppModule);
app.enableShutdownHooks();
await connectCoradbMcp(app);
await app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
process.stdout.write(`MCP endpoint: ${await app.getUrl()}/graph\n`);
