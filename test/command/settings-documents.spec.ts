import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ArangoSettings } from '../../src/config/arango-settings.js';
import { CoradbSettings } from '../../src/config/coradb-settings.js';
import { HttpSettings } from '../../src/config/http-settings.js';
import { LogSettings } from '../../src/config/log-settings.js';
import { envExample, settingsRows } from '../helpers/settings-text.js';

const root = join(import.meta.dirname, '..', '..');

describe('what documents say about the settings', () => {
  it('.env.example lists every setting with its meaning and default', async () => {
    const text = envExample([
      { title: 'CoraDB', settingsClass: CoradbSettings },
      { title: 'Logs', settingsClass: LogSettings },
      { title: 'HTTP (--http)', settingsClass: HttpSettings },
      { title: 'ArangoDB', settingsClass: ArangoSettings },
    ]);
    await expect(text).toMatchFileSnapshot(join(root, '.env.example'));
  });

  it.each([
    ['README.md', CoradbSettings],
    ['README.md', LogSettings],
  ])('%s has a row for each of %o', (file, settingsClass) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/ +\|/g, ' |').replaceAll(/\| +/g, '| ');
    for (const row of settingsRows(settingsClass)) expect(text).toContain(row.replaceAll(/ +\|/g, ' |'));
  });
});
