import type { z } from 'zod';
import type { ErrorReport } from '../../errors/error-report.js';
import { shortened } from '../../text/cut-text.js';

type Issue = z.core.$ZodIssue;

/** Longest text that a refusal repeats, in characters. */
const SHOWN_CHARS = 40;
/** Never repeated, whatever came. */
const SECRET = /passw|token|secret/i;
/** Most that is told about one call: a list of documents may be wrong in each of them. */
const MOST_PROBLEMS = 3;
/** Most names in the setting that a refusal shows: a host adds a handful, and each that is missing costs a start. */
const MOST_NAMES = 12;
/** Longest message, in characters: the name of an unknown input may be of any length. */
const MOST_CHARS = 1_000;

/** Why arguments do not fit a tool: each input that is wrong, what came and what is right. */
export function unfitReport(schema: z.ZodObject, given: Readonly<Record<string, unknown>>): ErrorReport {
  const issues = schema.safeParse(given).error?.issues ?? [];
  const told = issues.slice(0, MOST_PROBLEMS).map((issue) => problemOf(issue, given));
  const more = issues.length - told.length;
  if (more > 0) told.push(`${more} more inputs do not fit.`);
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
  );
  return {
    layer: 'input',
    message: shortened(told.join(' '), MOST_CHARS),
    ...(unknown.length > 0 && { hint: unknownHint(unknown) }),
  };
}

function unknownHint(names: readonly string[]): string {
  const plain = names.filter((name) => /^[\w.-]{1,60}$/.test(name)).slice(0, MOST_NAMES);
  const setting = `CORADB_IGNORE_INPUTS${plain.length > 0 ? `=${plain.join(',')}` : ''}`;
  return `Leave it out; where the client adds it, ${setting} lets the server drop it.`;
}

function problemOf(issue: Issue, given: unknown): string {
  const came = valueAt(given, issue.path);
  const place = placeOf(issue.path);
  if (issue.code === 'unrecognized_keys') return `${issue.message}.`;
  const isSecret = issue.path.some((step) => SECRET.test(String(step)));
  if (came === undefined) return `"${place}" is missing: it must be ${expected(issue)}.`;
  if (issue.code === 'custom') return `"${place}" ${issue.message}.`;
  const not = isSecret ? '' : `, not ${shown(came)}`;
  return `"${place}" must be ${expected(issue)}${not}.${isSecret ? '' : remedy(issue, came)}`;
}

/** The right form of a value that came as text. */
function remedy(issue: Issue, came: unknown): string {
  if (issue.code !== 'invalid_type' || typeof came !== 'string' || came.length > 1_000) return '';
  let meant: unknown;
  try {
    meant = JSON.parse(came);
  } catch {
    return '';
  }
  const fits = typeOf(meant) === TYPES[issue.expected];
  return fits ? ` Send ${shortened(JSON.stringify(meant), SHOWN_CHARS)} without quotes around it.` : '';
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function expected(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'a whole number' : (TYPES[issue.expected] ?? issue.expected);
    case 'invalid_value':
      return `${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'too_small':
      return `${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`;
    case 'too_big':
      return `${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`;
    case 'invalid_union':
      return [...new Set(issue.errors.flatMap(([first]) => (first ? [expected(first)] : [])))].join(' or ');
    default:
      return issue.message.replace(/^must be /, '');
  }
}

function shown(value: unknown): string {
  if (typeof value === 'string') {
    return value.length > SHOWN_CHARS
      ? `text of ${value.length} characters`
      : `the text ${JSON.stringify(value)}`;
  }
  if (typeof value === 'object') return value === null ? 'null' : typeOf(value);
  return String(value);
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return value === null ? 'null' : 'an object';
  return TYPES[typeof value] ?? typeof value;
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    given,
  );
}

/** `documents[0]._key` */
function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${String(step)}`))
    .join('');
}
