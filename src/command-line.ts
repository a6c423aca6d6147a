import { parseArgs } from 'node:util';

export interface CommandLine {
  readonly embedded: boolean;
  readonly http: boolean;
  readonly check: boolean;
  readonly version: boolean;
  readonly help: boolean;
}

export const HELP = `Usage: coradb-mcp [options]

An MCP server for CoraDB, and for ArangoDB when ARANGO_URL is set. Without options it serves one client over stdin and stdout.

Options:
  --embedded     work on the embedded sample database instead of a CoraDB server
  --http         serve over HTTP instead of stdio
  --check        print the settings in force and the tools offered, say what is wrong, then exit
  -v, --version  print the version, then exit
  -h, --help     print this text, then exit

Settings are environment variables (CORADB_HOST, ARANGO_URL, …); see README.md and .env.example.
`;

/** The command line was not understood. */
export class CommandLineError extends Error {}

/** @throws CommandLineError for an unknown option or a stray argument */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        embedded: flag,
        http: flag,
        check: flag,
        version: { ...flag, short: 'v' },
        help: { ...flag, short: 'h' },
      },
    });
    return {
      embedded: values.embedded,
      http: values.http,
      check: values.check,
      version: values.version,
      help: values.help,
    };
  } catch (error) {
    throw new CommandLineError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  }
}
