import { readFileSync } from 'node:fs';
import { CallError } from './call-error.js';

/** A package that only some uses of this one need is not there. */
export class MissingPackageError extends CallError {
  /** @param names as they stand in `optionalDependencies` */
  constructor(names: readonly string[], purpose: string, cause: unknown) {
    const command = `npm install ${names.map(versioned).join(' ')}`;
    super('driver', `${purpose} needs a package that is not installed. Run: ${command}`, { cause });
  }
}

/**
 * Loads what needs packages of `optionalDependencies`.
 * @param purpose what they are needed for, the start of a sentence
 * @throws MissingPackageError when one of them is not installed
 */
export async function withPackages<T>(
  names: readonly string[],
  purpose: string,
  load: () => Promise<T>,
): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!names.some((name) => isMissing(name, error as NodeJS.ErrnoException))) throw error;
    throw new MissingPackageError(names, purpose, error);
  }
}

/** As `import` and `require` word it. */
function isMissing(name: string, { code, message }: NodeJS.ErrnoException): boolean {
  const notFound = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
  return notFound && (message.includes(`'${name}'`) || message.includes(`'${name}/`));
}

/** The version that this package was tried with. */
function versioned(name: string): string {
  const file = new URL('../../package.json', import.meta.url);
  const { optionalDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly optionalDependencies?: Readonly<Record<string, string>>;
  };
  const version = optionalDependencies[name];
  return version === undefined ? name : `${name}@${version}`;
}
