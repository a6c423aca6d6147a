import type { IncomingMessage } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { HttpSettings } from '../../config/http-settings.js';
import { OriginCheck } from './origin-check.js';

const accepts = (allowedHosts: string[], host: string): boolean => {
  const check = new OriginCheck(Object.assign(new HttpSettings(), { allowedHosts }));
  return check.check({ headersDistinct: { host: [host] } } as unknown as IncomingMessage) === undefined;
};

describe('the names of CORADB_HTTP_ALLOWED_HOSTS', () => {
  it.each([
    ['MCP.example', 'mcp.example:443'],
    ['::1', '[::1]:3333'],
    ['[::1]', '[::1]'],
    ['0:0:0:0:0:0:0:1', '[::1]:3333'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ])('%s fits the header "%s"', (allowed, header) => {
    expect(accepts([allowed], header)).toBe(true);
    expect(accepts(['other.example'], header)).toBe(false);
  });
});

describe('a header that is refused', () => {
  const refusedBy = (
    headersDistinct: object,
    warn = vi.fn(),
    check = new OriginCheck(new HttpSettings(), { warn }),
  ) => ({
    check,
    warn,
    message: check.check({ headersDistinct } as unknown as IncomingMessage)?.message,
  });

  it.each([
    [
      { host: ['db.example:80'] },
      'This server does not answer for the Host "db.example:80" (CORADB_HTTP_ALLOWED_HOSTS).',
    ],
    [{}, 'This server does not answer for a request without Host (CORADB_HTTP_ALLOWED_HOSTS).'],
    [
      { host: ['localhost'], origin: ['https://app.example'] },
      'Pages may not call from the Origin "https://app.example" (CORADB_HTTP_ALLOWED_ORIGINS).',
    ],
  ])('%j is named with its setting, to the client and in the log', (headers, message) => {
    const { message: told, warn } = refusedBy(headers);
    expect(told).toBe(message);
    expect(warn.mock.calls).toEqual([[`403: ${message}`]]);
  });

  it('is logged once however often it comes, and no control character or long text leaves', () => {
    const { check, warn } = refusedBy({ host: ['a.example'] });
    refusedBy({ host: ['a.example'] }, warn, check);
    expect(warn).toHaveBeenCalledTimes(1);
    for (let count = 0; count < 500; count++) refusedBy({ host: [`h${count}.example`] }, warn, check);
    expect(warn).toHaveBeenCalledTimes(100);
    const { message = '' } = refusedBy({ host: [`\u001b[31m${'x'.repeat(9_000)}`] });
    expect(message.length).toBeLessThan(350);
    expect(message).not.toContain('\u001b');
  });
});
