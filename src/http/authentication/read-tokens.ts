import { readFileSync } from 'node:fs';
import type { HttpSettings } from '../../config/http-settings.js';
import { isToken } from '../../config/http-settings-rules.js';
import { SettingsError } from '../../config/settings-error.js';

/** The tokens of `CORADB_HTTP_TOKENS` and of the tokens file together. @throws SettingsError; never repeats a token */
export function readTokens({ tokens = [], tokensFile }: HttpSettings): readonly string[] {
  return tokensFile === undefined ? tokens : [...tokens, ...readTokensFile(tokensFile)];
}

function readTokensFile(file: string): readonly string[] {
  const wrong = (reason: string) => new SettingsError([`CORADB_HTTP_TOKENS_FILE=${file}: ${reason}`]);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw wrong(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
  const entries = text.split(/\r?\n/).flatMap((line, index) => {
    const entry = line.trim();
    if (entry === '' || entry.startsWith('#')) return [];
    if (!isToken(entry))
      throw wrong(`line ${index + 1} is no token (letters, digits and -._~+/=) nor name:token`);
    return [entry];
  });
  if (entries.length === 0) throw wrong('holds no token');
  return entries;
}
