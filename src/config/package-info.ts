import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from './dotenv-file.js';

/** Name and version from package.json, read once. */
export const PACKAGE: { readonly name: string; readonly version: string } = JSON.parse(
  readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'),
) as { name: string; version: string };
