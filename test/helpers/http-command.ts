import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { COMMAND } from './mcp-session.js';

/** The command as users start it over HTTP, with an embedded database of its own. */
export async function startCommand(
  env: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; stop(): Promise<unknown> }> {
  const command = spawn(process.execPath, [COMMAND, '--embedded', '--http'], {
    env: { PATH: process.env.PATH ?? '', CORADB_HTTP_PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(command, 'exit');
  let stderr = '';
  command.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  for (;;) {
    const url = /Serving MCP at (http:\S+)/.exec(stderr)?.[1];
    if (url !== undefined) {
      return {
        url,
        stop: () => {
          command.kill('SIGKILL');
          return exited;
        },
      };
    }
    await Promise.race([
      once(command.stderr, 'data'),
      exited.then(() => {
        throw new Error(`the command ended: ${stderr}`);
      }),
    ]);
  }
}
