/*
 * Messages and hints below the edge hold places instead of names of tools and settings; the edge, which knows what it
 * offers and how it is set, puts the names in. The marks are Unicode noncharacters, which no text brings from outside.
 */
const OPEN = '\ufdd0';
const CLOSE = '\ufdd1';
const END = '\ufdd2';

/** What a caller may do with the server, whatever the edge calls it. */
export type Deed = 'select' | 'execute' | 'explain' | 'describe';

/** How the edge names things. */
export interface EdgeNames {
  /** @param property of the settings */
  setting(property: string): string;
  /** How a deed is called for; undefined for one that is not offered. */
  deed(deed: Deed): string | undefined;
  /** Changes can be saved; otherwise they can be tried at most. */
  readonly saves: boolean;
}

/** A place for the name of a setting. */
export function settingName(property: string): string {
  return `${OPEN}setting:${property}${CLOSE}`;
}

/** A place for the name of what does the deed. */
export function deed(name: Deed): string {
  return `${OPEN}deed:${name}${CLOSE}`;
}

/** Text that stands only where changes can be saved. */
export function whereSaved(text: string): string {
  return `${OPEN}where:saved${CLOSE}${text}${END}`;
}

/** Text that stands only where changes can be tried but not saved. */
export function whereTried(text: string): string {
  return `${OPEN}where:tried${CLOSE}${text}${END}`;
}

/** Text that stands only where no change can be made at all. */
export function whereReadOnly(text: string): string {
  return `${OPEN}where:read${CLOSE}${text}${END}`;
}

const CLAUSE = /\ufdd0where:(\w+)\ufdd1([^\ufdd2]*)\ufdd2/g;
const PLACE = /\ufdd0(setting|deed):(\w+)\ufdd1/g;

/** The text with the names in their places. */
export function withNames(text: string, names: EdgeNames): string {
  if (!text.includes(OPEN)) return text;
  const tried = names.deed('execute') !== undefined;
  const where = names.saves ? 'saved' : tried ? 'tried' : 'read';
  return text
    .replace(CLAUSE, (_, kind: string, inner: string) => (kind === where ? inner : ''))
    .replace(PLACE, (_, kind: string, name: string) =>
      kind === 'setting' ? names.setting(name) : (names.deed(name as Deed) ?? name),
    );
}

/** The same for every text of a reply, except `rows`, which are data; what holds no place comes back as it is. */
export function named<Value>(value: Value, names: EdgeNames): Value {
  if (typeof value === 'string') return withNames(value, names) as Value;
  if (Array.isArray(value)) {
    const items = (value as readonly unknown[]).map((item) => named(item, names));
    return items.every((item, index) => item === value[index]) ? value : (items as Value);
  }
  if (typeof value !== 'object' || value === null) return value;
  const before = Object.entries(value) as [string, unknown][];
  const after = before.map(([key, item]) => [key, key === 'rows' ? item : named(item, names)] as const);
  return after.every(([, item], index) => item === before[index]?.[1])
    ? value
    : (Object.fromEntries(after) as Value);
}
