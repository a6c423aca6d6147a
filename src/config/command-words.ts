import { isAbsolute } from 'node:path';
import { withHome } from './paths.js';

const WORD = /"([^"]*)"|'([^']*)'|([^\s"']+)/y;

/**
 * A command and its arguments as a setting gives them: words between blanks, or in quotes where they hold blanks. There
 * is no shell, so nothing else has a meaning. `~` is the home folder.
 * @returns undefined where a quote is not closed, or stands within a word
 */
export function commandWords(text: string): readonly string[] | undefined {
  const words: string[] = [];
  let at = 0;
  while (at < text.length) {
    at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0;
    if (at === text.length) break;
    WORD.lastIndex = at;
    const word = WORD.exec(text);
    if (!word || !/^\s|^$/.test(text.slice(WORD.lastIndex))) return undefined;
    words.push(word[1] ?? word[2] ?? word[3] ?? '');
    at = WORD.lastIndex;
  }
  return words.map((word, index) => (index === 0 ? withHome(word) : word));
}

/** What is wrong with a command; undefined when nothing is. */
export function commandProblem(text: string): string | undefined {
  const words = commandWords(text);
  if (!words) return 'a quote in it is not closed, or stands within a word';
  const [command = ''] = words;
  if (command === '') return 'it names no command';
  return !isAbsolute(command) && /[/\\]/.test(command)
    ? `"${command}" depends on where the client starts this server`
    : undefined;
}
