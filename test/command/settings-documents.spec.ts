import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { ArangoSettings } from '../../src/config/arango-settings.js';
import { CoradbSettings } from '../../src/config/coradb-settings.js';
import { HttpSettings } from '../../src/config/http-settings.js';
import { LogSettings } from '../../src/config/log-settings.js';
import { envExample, settingsDocument } from '../helpers/settings-text.js';

const root = join(import.meta.dirname, '..', '..');

const GROUPS = [
  { title: 'CoraDB', settingsClass: CoradbSettings },
  { title: 'Logs', settingsClass: LogSettings },
  { title: 'HTTP (--http)', settingsClass: HttpSettings },
  { title: 'ArangoDB', settingsClass: ArangoSettings },
];

describe('what documents say about the settings', () => {
  it('.env.example lists every setting with its meaning and default', async () => {
    await expect(envExample(GROUPS)).toMatchFileSnapshot(join(root, '.env.example'));
  });

  it('docs/settings.md has a row for each of them behind its introduction', async () => {
    const file = join(root, 'docs', 'settings.md');
    const [head = ''] = readFileSync(file, 'utf8').split(/^## /m);
    const text = await format(settingsDocument(head, GROUPS), {
      ...(await resolveConfig(file)),
      parser: 'markdown',
    });
    await expect(text).toMatchFileSnapshot(file);
  });
});
