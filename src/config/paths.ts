import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** `~` is the home folder, alone or in front of a path, as a shell that starts a program would have made of it. */
const HOME = /^~(?=$|[/\\])[/\\]*/;

/** The whole path: `~` replaced, a relative one taken from the working folder. */
export function wholePath(text: string): string {
  return resolve(withHome(text));
}

/** The same path with `~` replaced by the home folder. */
export function withHome(text: string): string {
  const home = HOME.exec(text);
  return home ? join(homedir(), text.slice(home[0].length)) : text;
}

/** True for a path whose place depends on where a client starts this server. */
export function isRelative(text: string): boolean {
  return !isAbsolute(text) && !text.startsWith('~');
}

/** What is wrong with a path, after `withHome`; undefined when nothing is. */
export function pathProblem(text: string): string | undefined {
  return text.startsWith('~')
    ? `"${text}" begins with the home folder of a user, which is not read`
    : undefined;
}
