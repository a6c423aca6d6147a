import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { COLOURED, PLAIN, showReply } from './reply-view.js';
import { SCENES, type DemoDocument, type DemoReply, type Scene } from './scenes.js';

const COMMAND = join(dirname(fileURLToPath(import.meta.url)), '..', 'main.js');
const isTerminal = process.stdout.isTTY === true && process.env.NO_COLOR === undefined;
const style = isTerminal ? COLOURED : PLAIN;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

async function play(client: Client, scene: Scene): Promise<DemoReply> {
  const cancel = new AbortController();
  const timer =
    scene.cancelAfterMs && setTimeout(() => cancel.abort('cancelled by the demo'), scene.cancelAfterMs);
  try {
    const result = await client.callTool(
      { name: scene.tool, arguments: { ...scene.arguments } },
      { signal: cancel.signal },
    );
    const [content] = result.content;
    const text = content?.type === 'text' ? content.text : '';
    return {
      isError: result.isError === true,
      text,
      document: (result.structuredContent ?? {}) as DemoDocument,
    };
  } catch (error) {
    // A cancelled call gets no reply, as the protocol says.
    if (!cancel.signal.aborted) throw error;
    return {
      isError: true,
      text: '(the client cancelled the call; a cancelled call gets no reply)',
      document: {},
    };
  } finally {
    clearTimeout(timer || undefined);
  }
}

async function main(): Promise<number> {
  const client = new Client({ name: 'coradb-mcp-demo', version: '1.0.0' });
  print(style.dim(`starting: node ${COMMAND} --embedded`));
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [COMMAND, '--embedded'], stderr: 'inherit' }),
  );
  let wrong = 0;
  try {
    const { tools } = await client.listTools();
    print(`\n${style.title('The tools')}`);
    for (const { name, annotations } of tools) print(`  ${name.padEnd(16)} ${annotations?.title ?? ''}`);
    for (const [index, scene] of SCENES.entries()) {
      print(`\n${style.title(`${index + 1}. ${scene.title}`)}`);
      print(style.dim(`→ ${scene.tool} ${JSON.stringify(scene.arguments)}`));
      const reply = await play(client, scene);
      print(showReply(reply, isTerminal));
      const problem = scene.check(reply);
      if (problem === undefined) print(style.good('✓ as expected'));
      else {
        wrong++;
        print(style.bad(`✗ ${problem}`));
      }
    }
  } finally {
    await client.close();
  }
  print(
    wrong === 0
      ? style.good(`\nAll ${SCENES.length} replies were as expected.`)
      : style.bad(`\n${wrong} of ${SCENES.length} replies were off.`),
  );
  return wrong === 0 ? 0 : 1;
}

process.exitCode = await main();
