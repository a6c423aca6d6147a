import { InputError } from '../errors/call-error.js';

/**
 * A copy of what a program gives, as JSON has it: a Date is its text, what is undefined is left out.
 * @param tool for errors
 * @throws InputError for what JSON cannot hold
 */
export function plainInput(tool: string, input: unknown): Record<string, unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new InputError(`The input of ${tool} must be an object.`);
  }
  return JSON.parse(jsonOf(tool, input)) as Record<string, unknown>;
}

function jsonOf(tool: string, input: object): string {
  try {
    return JSON.stringify(input, (name, value: unknown) => jsonValue(name, value));
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`The input of ${tool} cannot be written as JSON.`, {
      hint: 'It must not hold itself.',
      cause: error,
    });
  }
}

function jsonValue(name: string, value: unknown): unknown {
  if (typeof value === 'bigint') {
    if (Number.isSafeInteger(Number(value))) return Number(value);
    throw new InputError(`"${name}" is a bigint beyond 2^53.`, {
      hint: 'Give it as text and name its path in "integers".',
    });
  }
  const isNoNumber = typeof value === 'number' && !Number.isFinite(value);
  if (isNoNumber || typeof value === 'function' || typeof value === 'symbol') {
    throw new InputError(
      `"${name}" is ${isNoNumber ? String(value) : `a ${typeof value}`}; JSON has no such value.`,
    );
  }
  return value;
}
