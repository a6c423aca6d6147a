import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
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
