import type { AddressInfo } from 'node:net';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  Body,
  Controller,
  Get,
  Injectable,
  Module,
  Post,
  UnauthorizedException,
  ValidationPipe,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
  type Type,
} from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Test } from '@nestjs/testing';
import { McpContext, McpController, McpStrategy, StreamableHttpTransport, Tool } from '@rekog/mcp-nest';
import { IsInt } from 'class-validator';
import { afterEach, describe, expect, it } from 'vitest';
import { CoradbMcpModule, CoradbService, connectCoradbMcp, InjectCoradb } from '../../src/index.js';
import { adapterOf, PLATFORMS, type Platform } from '../helpers/http-server.js';
import { ERAS, McpSession, newClient, type Era } from '../helpers/mcp-session.js';

class Amount {
  @IsInt()
  amount!: number;
}

@Controller('orders')
class OrdersController {
  constructor(private readonly coradb: CoradbService) {}

  @Get('count')
  async count() {
    const { statements } = await this.coradb.select({
      database: 'e-commerce',
      sql: 'SELECT COUNT(*) FROM orders WHERE id <= ?',
      params: [10],
    });
    return { count: statements[0]?.rows?.[0]?.[0] };
  }

  @Post()
  add(@Body() body: Amount) {
    return body;
  }
}

const SESSIONS = new Map([
  ['Bearer reader-key', { name: 'rita', scopes: [] as string[] }],
  ['Bearer writer-key', { name: 'will', scopes: ['db:write'] }],
]);

/** A host's own guard, with a dependency of its own. */
@Injectable()
class Accounts {
  of(header: string | undefined) {
    return SESSIONS.get(header ?? '');
  }
}

@Injectable()
class HostGuard implements CanActivate {
  constructor(private readonly accounts: Accounts) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<{
      headers: Record<string, string>;
      raw?: object;
      user?: unknown;
    }>();
    const user = this.accounts.of(request.headers.authorization);
    if (!user) throw new UnauthorizedException();
    // Fastify's request wraps Node's, which is what the tools see.
    Object.assign(request.raw ?? request, { user });
    return true;
  }
}

@Module({ providers: [Accounts], exports: [Accounts] })
class AccountsModule {}

/** The host's own MCP server, which must keep its one tool to itself. */
@McpController()
class HostTools {
  @Tool({ name: 'host_tool', description: 'A tool of the host' })
  run(@Payload() _input: unknown, @Ctx() _context: McpContext) {
    return { content: [{ type: 'text', text: 'from the host' }] };
  }
}

const servers: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0).reverse()) await server.close();
});

async function start(platform: Platform, host: Type): Promise<{ app: INestApplication; origin: string }> {
  const testing = await Test.createTestingModule({ imports: [host] }).compile();
  const app = testing.createNestApplication(adapterOf(platform, 1_000_000), { logger: false });
  app.setGlobalPrefix('api');
  app.useGlobalPipes(new ValidationPipe({ transform: true }));
  const own = new StreamableHttpTransport({ endpoint: '/own-mcp' });
  const strategy = new McpStrategy({
    name: 'host',
    version: '1.0.0',
    transports: [own],
    httpAdapter: app.getHttpAdapter(),
  });
  app.connectMicroservice({ strategy });
  await connectCoradbMcp(app);
  await connectCoradbMcp(app);
  await app.startAllMicroservices();
  await app.listen(0, '127.0.0.1');
  servers.push(app);
  return { app, origin: `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}` };
}

async function open(era: Era, url: string, key?: string): Promise<McpSession> {
  const client = newClient(era);
  const requestInit = key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  const session = new McpSession(client, async () => undefined);
  servers.push(session);
  return session;
}

const toolsOf = async ({ client }: McpSession) =>
  (await client.listTools()).tools.map(({ name }) => name).sort();
const COUNT = { database: 'e-commerce', sql: 'SELECT COUNT(*) FROM orders WHERE id <= 10' };

describe.each(PLATFORMS)('a host application on %s', (platform) => {
  @Module({
    imports: [
      AccountsModule,
      CoradbMcpModule.forRoot({
        settings: { driver: 'embedded' },
        http: { path: 'coradb', guards: [HostGuard], writeScopes: ['db:write'] },
      }),
    ],
    controllers: [OrdersController, HostTools],
    providers: [Accounts],
  })
  class Host {}

  // Guards named by class are made in the module that declares the route, so the module imports what they need.
  const guarded = CoradbMcpModule.forRoot({
    imports: [AccountsModule],
    settings: { driver: 'embedded' },
    http: { path: 'coradb', guards: [HostGuard], writeScopes: ['db:write'] },
  });

  @Module({ imports: [AccountsModule, guarded], controllers: [OrdersController, HostTools] })
  class GuardedHost {}

  it('keeps its prefix, pipes, controllers and its own MCP server', async () => {
    const { origin } = await start(platform, GuardedHost);
    const count = await fetch(`${origin}/api/orders/count`);
    expect(await count.json()).toEqual({ count: 10 });
    const wrong = await fetch(`${origin}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"amount":"many"}',
    });
    expect(wrong.status).toBe(400);
    const own = await open('2025-11-25', `${origin}/own-mcp`);
    expect(await toolsOf(own)).toEqual(['host_tool']);
  });

  it.each(ERAS)('guards the tools with its own guard and shows writers more, protocol %s', async (era) => {
    const { origin } = await start(platform, GuardedHost);
    const url = `${origin}/api/coradb`;
    await expect(open(era, url)).rejects.toThrow();
    const reader = await open(era, url, 'reader-key');
    expect(await toolsOf(reader)).not.toContain('execute_sql');
    expect((await reader.call('execute_select', COUNT)).document.statements[0].rows).toEqual([[10]]);
    await expect(reader.call('execute_sql', { ...COUNT, dryRun: true })).rejects.toThrow();
    const writer = await open(era, url, 'writer-key');
    expect(await toolsOf(writer)).toContain('execute_sql');
    expect((await writer.call('execute_sql', { ...COUNT, dryRun: true })).isError).toBe(false);
  });

  it('is told what is missing when a guard has no way to its dependency', async () => {
    await expect(start(platform, Host)).rejects.toThrow(/HostGuard/);
  });
});

describe('several instances in one application', () => {
  @Injectable()
  class Both {
    constructor(
      @InjectCoradb('shop') readonly shop: CoradbService,
      @InjectCoradb('archive') readonly archive: CoradbService,
    ) {}
  }

  @Module({
    imports: [
      CoradbMcpModule.forRoot({ name: 'shop', settings: { driver: 'embedded' }, http: { path: 'shop' } }),
      CoradbMcpModule.forRootAsync({
        name: 'archive',
        useFactory: () => ({ driver: 'embedded', writeMode: 'off', maxRows: 1, databases: ['e-commerce'] }),
        http: { path: 'archive' },
      }),
    ],
    providers: [Both],
  })
  class Host {}

  it.each(ERAS)('have their own settings, databases and tools, protocol %s', async (era) => {
    const { app, origin } = await start('express', Host);
    const shop = await open(era, `${origin}/api/shop`);
    const archive = await open(era, `${origin}/api/archive`);
    expect(await toolsOf(shop)).toContain('execute_sql');
    expect(await toolsOf(archive)).not.toContain('execute_sql');
    expect(await toolsOf(archive)).toHaveLength((await toolsOf(shop)).length - 1);

    await shop.call('execute_sql', {
      database: 'e-commerce',
      sql: 'UPDATE product SET units_in_stock = 77 WHERE id = 1',
    });
    const { shop: shopService, archive: archiveService } = app.get(Both);
    const stock = { database: 'e-commerce', sql: 'SELECT units_in_stock FROM product WHERE id = 1' };
    expect((await shopService.select(stock)).statements[0]?.rows).toEqual([[77]]);
    expect((await archiveService.select(stock)).statements[0]?.rows).not.toEqual([[77]]);
    const { document } = await archive.call('execute_select', {
      database: 'e-commerce',
      sql: 'SELECT id FROM product',
    });
    expect(document.statements[0].rows).toHaveLength(1);
    await expect(archiveService.select({ ...stock, database: 'other' })).rejects.toThrow(/not allowed/);
  });
});

describe('the service', () => {
  it('gives typed documents and schemas, and ends a call by its signal', async () => {
    const testing = await Test.createTestingModule({
      imports: [CoradbMcpModule.forRoot({ settings: { driver: 'embedded' } })],
    }).compile();
    servers.push(testing);
    const coradb = testing.get(CoradbService);
    const changed = await coradb.execute({
      database: 'e-commerce',
      sql: 'UPDATE product SET units_in_stock = 1 WHERE id = 1',
      dryRun: true,
    });
    expect(changed).toMatchObject({ transaction: 'rolled back', rolledBackBecause: 'dryRun was requested' });
    expect(changed.statements[0]?.affectedRows).toBe(1);
    const schema = await coradb.readSchema({ database: 'e-commerce', object: 'product' });
    expect(schema.objects.map(({ name }) => name.toLowerCase())).toEqual(['product']);
    const stopped = await coradb.select({ ...COUNT, signal: AbortSignal.abort() });
    expect(stopped.stopped).toBe('cancelled');
    await expect(coradb.select({ ...COUNT, database: 'x@evil' })).rejects.toThrow(/plain name/);
  });

  it('keeps to the limits of the settings and takes nothing that a tool would refuse', async () => {
    const testing = await Test.createTestingModule({
      imports: [
        CoradbMcpModule.forRoot({
          settings: { driver: 'embedded', maxRowsLimit: 300, maxTimeoutMs: 20_000 },
        }),
      ],
    }).compile();
    servers.push(testing);
    const coradb = testing.get(CoradbService);
    const options = [
      ...[301, 0, -1, 1.5, NaN, Infinity, '5', null].map((maxRows) => ({ maxRows })),
      ...[20_001, 2 ** 31, -1, Infinity, NaN, '5'].map((timeoutMs) => ({ timeoutMs })),
      ...[0, -5, 1.5, '1'].map((startRow) => ({ startRow })),
      ...[[undefined], 'x', [NaN], [{}]].map((params) => ({ params })),
      ...[undefined, 5, null].map((sql) => ({ sql })),
      ...[{ host: 'prod-db' }, { port: 1 }, { user: 5 }, { password: 5 }, { database: 5 }],
      ...[{ dryRun: 'yes' }, { signal: {} }],
    ];
    for (const bad of options) {
      await expect(coradb.execute({ ...COUNT, ...bad } as never)).rejects.toMatchObject({ layer: 'input' });
    }
    await expect(coradb.explain({ ...COUNT, format: 'svg' } as never)).rejects.toMatchObject({
      layer: 'input',
    });
    for (const bad of [
      { detail: 'all' },
      { object: 5 },
      { search: [] },
      { refresh: 1 },
      { host: 'prod-db' },
    ]) {
      await expect(coradb.readSchema({ ...COUNT, ...bad } as never)).rejects.toMatchObject({
        layer: 'input',
      });
    }
    for (const none of [undefined, null, 5]) {
      await expect(coradb.select(none as never)).rejects.toMatchObject({ layer: 'input' });
    }
  });
});
