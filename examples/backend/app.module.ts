import { Module } from '@nestjs/common';
import { CoradbMcpModule } from 'coradb-mcp-nest';
import { AccountsModule } from './accounts.module.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { ProductsController } from './products.controller.js';

@Module({
  imports: [
    AccountsModule,
    CoradbMcpModule.forRoot({
      imports: [AccountsModule],
      settings: { driver: 'embedded', databases: ['e-commerce'] },
      http: { path: 'mcp', guards: [ApiKeyGuard], writeScopes: ['coradb:write'] },
    }),
  ],
  controllers: [ProductsController],
})
export class AppModule {}
