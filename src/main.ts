#!/usr/bin/env node
import 'reflect-metadata';
import { CommandLineError, HELP, parseCommandLine, type CommandLine } from './command-line.js';
import { assertExposable, loadSettings, type ServerSettings } from './config/load-settings.js';
import { PACKAGE } from './config/package-info.js';
import { SettingsError } from './config/settings-error.js';

async function main(): Promise<void> {
  const options = parseCommandLine(process.argv.slice(2));
  if (options.help) return print(HELP);
  if (options.version) return print(`${PACKAGE.version}\n`);
  const settings = settingsFor(options);
  if (options.http) assertExposable(settings);
  if (options.check) {
    const { checkReport } = await import('./check-report.js');
    print(checkReport(settings, await toolNames(settings), options.http));
    if (!settings.offersCoradb) return;
    const { assertUsable } = await import('./check-usable.js');
    return assertUsable(settings);
  }
  if (options.http) {
    const { serveHttp } = await import('./serve-http.js');
    return serveHttp(settings);
  }
  const { serveStdio } = await import('./serve-stdio.js');
  await serveStdio(settings);
}

/** Names of the tools a client will see. Only the code of the engines that are used is loaded. */
async function toolNames({ coradb, offersCoradb, arango }: ServerSettings): Promise<readonly string[]> {
  const own = offersCoradb ? (await import('./mcp/offered-tools.js')).offeredTools(coradb) : [];
  if (!arango) return own;
  const { offeredArangoTools } = await import('./arangodb/tools/tool-classes.js');
  return [...own, ...offeredArangoTools(arango)];
}

function settingsFor({ embedded }: CommandLine): ServerSettings {
  return loadSettings(embedded ? { ...process.env, CORADB_DRIVER: 'embedded' } : process.env);
}

/** What stopped the start, with the next step where it is known. */
function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE') {
    return `Port ${port} of ${address} is in use by another program. Set CORADB_HTTP_PORT (or CORADB_HTTP_METRICS_PORT) to a free one.`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `This user may not listen on port ${port} of ${address}. Set CORADB_HTTP_PORT to one above 1023.`;
  }
  return error.stack ?? error.message;
}

function print(text: string): void {
  process.stdout.write(text);
}

try {
  await main();
} catch (error) {
  const expected = error instanceof SettingsError || error instanceof CommandLineError;
  process.stderr.write(`${expected ? error.message : startFailure(error)}\n`);
  process.exitCode = expected ? 2 : 1;
}
