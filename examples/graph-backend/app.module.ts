import { Module } from '@nestjs/common';
import { ArangoMcpModule } from 'coradb-mcp-nest';
import { PersonsController } from './persons.controller.js';

@Module({
  imports: [
    ArangoMcpModule.forRoot({
      settings: {
        url: [process.env.GRAPH_URL ?? 'http://localhost:8529'],
        database: process.env.GRAPH_DATABASE ?? '_system',
        password: process.env.GRAPH_PASSWORD,
        // The assistants of this backend read; its own code below does no more either.
        writeMode: 'off',
      },
      http: { path: 'graph' },
    }),
  ],
  controllers: [PersonsController],
})
export class AppModule {}
