import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CoradbMcpModule } from 'coradb-mcp-nest';
import { StockReport } from './stock-report.service.js';

// No route and no MCP client: the job only uses the service.
@Module({
  imports: [CoradbMcpModule.forRoot({ settings: { driver: 'embedded', writeMode: 'off' } })],
  providers: [StockReport],
})
class JobModule {}

const app = await NestFactory.createApplicationContext(JobModule, { logger: ['warn', 'error'] });
const report = app.get(StockReport);
const result = {
  columns: await report.columnsOf('product'),
  categories: await report.largestCategories(3, AbortSignal.timeout(60_000)),
};
process.stdout.write(`${JSON.stringify(result)}\n`);
await app.close();
