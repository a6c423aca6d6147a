import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ArangoSettings } from './arango-settings.js';
import { CoradbSettings } from './coradb-settings.js';
import { HttpSettings } from './http-settings.js';
import { LogSettings } from './log-settings.js';
import { settingsOf } from './setting.decorators.js';

describe.each([
  ['arango-settings.ts', ArangoSettings],
  ['coradb-settings.ts', CoradbSettings],
  ['http-settings.ts', HttpSettings],
  ['log-settings.ts', LogSettings],
])('%s', (file, settings) => {
  it('says of each property in TSDoc what its setting means', () => {
    const source = readFileSync(join(import.meta.dirname, file), 'utf8');
    const comments = [...source.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\s*@\w+Setting\('(\w+)'/g)].map(
      ([, comment = '', variable]) => [variable, comment.replace(/\s*\n\s*\*\s?/g, ' ').trim()],
    );
    expect(comments).toEqual(settingsOf(settings).map(({ variable, meaning }) => [variable, `${meaning}.`]));
  });
});
