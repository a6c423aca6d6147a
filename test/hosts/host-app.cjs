'use strict';
// The application of a host, without a compiler: what decorators do is done by calling them. `load` is how the host
// gets at packages, by require or by import.
module.exports = async function serve(load, engines, arangoUrl) {
  const { Controller, Get, Inject, Module } = await load('@nestjs/common');
  const { NestFactory } = await load('@nestjs/core');
  const { ArangoMcpModule, connectCoradbMcp, CoradbMcpModule, CoradbService } = await load('coradb-mcp-nest');

  const coradb = CoradbMcpModule.forRoot({ settings: { driver: 'embedded' }, http: { path: 'mcp' } });
  const settings = { url: [arangoUrl] };
  const imports = {
    coradb: () => [coradb],
    arangodb: () => [ArangoMcpModule.forRoot({ settings, http: { path: 'mcp' } })],
    both: () => [coradb, ArangoMcpModule.forRoot({ settings, joins: coradb })],
  }[engines]();

  class RestController {
    constructor(service) {
      this.service = service;
    }

    async orders() {
      if (!this.service) return { orders: null };
      const sql = 'SELECT COUNT(*) FROM orders WHERE id <= 10';
      const { statements } = await this.service.select({ database: 'e-commerce', sql });
      return { orders: statements[0].rows[0][0] };
    }
  }
  Controller('rest')(RestController);
  if (engines !== 'arangodb') Inject(CoradbService)(RestController, undefined, 0);
  Get('orders')(
    RestController.prototype,
    'orders',
    Object.getOwnPropertyDescriptor(RestController.prototype, 'orders'),
  );

  class HostModule {}
  Module({ imports, controllers: [RestController] })(HostModule);

  const app = await NestFactory.create(HostModule, { logger: ['error'] });
  app.enableShutdownHooks();
  await connectCoradbMcp(app);
  await app.listen(0, '127.0.0.1');
  process.stdout.write(`listening: ${await app.getUrl()}\n`);
};
