import { randomUUID } from 'node:crypto';

/** A whole number that a JavaScript number cannot hold, by its digits. */
export class ExactInteger {
  constructor(readonly digits: string) {}
}

/** Stands in for a number until the text is made; nobody can guess it. */
const MARK = randomUUID();
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, 'g');

/** JSON text in which every `ExactInteger` is a number. */
export function exactText(value: unknown): string {
  let marked = false;
  const text = JSON.stringify(value, (_name, inner: unknown) => {
    if (!(inner instanceof ExactInteger)) return inner;
    marked = true;
    return `${MARK}${inner.digits}`;
  });
  return marked ? text.replace(MARKED, '$1') : text;
}
