import { CallError } from '../../errors/call-error.js';

/** The file system refused; what this export had written was taken away again. */
export class ExportError extends CallError {
  constructor(
    what: string,
    cause: unknown,
    hint = 'Nothing of this export was kept. Make room or choose another folder, then export again.',
  ) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super('driver', `${what}: ${withoutPaths(reason)}.`, { hint, cause });
  }
}

/** `ENOSPC: no space left on device, write`: Node names files after it, which is nothing for the caller. */
function withoutPaths(message: string): string {
  return message.replace(/, \w+ '.*$/s, '');
}

/** The code of a file system error, such as `EEXIST`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
