import { isAboutLogin } from '../address/host-entry.js';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { placeholderIn } from './placeholders.js';
import { settingsOf, TEXT_CHECK, type SettingDescription } from './setting.decorators.js';
import { SettingsError } from './settings-error.js';
import { shortened } from '../text/cut-text.js';

export type Environment = Readonly<Record<string, string | undefined>>;

export type SettingsClass<T extends object> = new () => T;

/** Longest piece of a wrong value that an error repeats, in characters. */
const SHOWN_VALUE_CHARS = 80;

export interface LoadedSettings<T> {
  readonly settings: T;
  /** Problems found, one line each; `settings` is only usable when there are none. */
  readonly problems: readonly string[];
}

/**
 * Reads the settings of one class from environment variables. Pure: collects problems instead of throwing, so that
 * several classes can be read and all problems reported together.
 */
export function readSettings<T extends object>(
  settingsClass: SettingsClass<T>,
  env: Environment,
): LoadedSettings<T> {
  const described = settingsOf(settingsClass);
  const plain: Record<string, string> = {};
  for (const { property, variable } of described) {
    const value = env[variable];
    if (value !== undefined) plain[property] = value;
  }
  return validated(settingsClass, plain, (property) =>
    described.find((entry) => entry.property === property),
  );
}

/**
 * Settings given as an object, as an embedding backend does. Unknown properties are a problem too.
 * @throws SettingsError
 */
export function settingsFrom<T extends object>(settingsClass: SettingsClass<T>, given: Partial<T>): T {
  const described = settingsOf(settingsClass);
  const names = described.map(({ property }) => property);
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  const plain = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const { settings, problems } = validated(settingsClass, plain, (property) => {
    const entry = described.find((candidate) => candidate.property === property);
    return entry && { ...entry, variable: property };
  });
  const all = [
    ...problems,
    ...unknown.map((name) => `${name}: unknown setting; known are ${names.join(', ')}`),
  ];
  if (all.length > 0) throw new SettingsError(all);
  return settings;
}

type Describe = (
  property: string,
) => Pick<SettingDescription, 'property' | 'variable' | 'allowed' | 'secret'> | undefined;

function validated<T extends object>(
  settingsClass: SettingsClass<T>,
  plain: Record<string, unknown>,
  describe: Describe,
): LoadedSettings<T> {
  const settings = plainToInstance(settingsClass, plain, { exposeDefaultValues: true });
  const unreplaced = Object.entries(plain).flatMap(([property, value]) =>
    unreplacedIn(value, describe(property)),
  );
  const placeholders = new Set(unreplaced.map(({ property }) => property));
  const given = new Set(Object.keys(plain).filter((property) => !placeholders.has(property)));
  const problems = validateSync(settings, { skipUndefinedProperties: true })
    .filter((error) => given.has(error.property))
    .map((error) => {
      const entry = describe(error.property);
      if (!entry) return `${error.property}: not a setting`;
      const found = error.constraints?.[TEXT_CHECK];
      const hides = entry.secret || (found !== undefined && isAboutLogin(found));
      const shown = hides ? '(hidden)' : shownValue(plain[error.property]);
      const expected = `must be ${entry.allowed}`;
      return withoutCredentials(`${entry.variable}=${shown}: ${found ? `${found}; ${expected}` : expected}`);
    });
  return { settings, problems: [...unreplaced.map(({ problem }) => problem), ...problems] };
}

/** A value, or one of a list, with a placeholder that was to be replaced before the start. */
function unreplacedIn(value: unknown, entry: ReturnType<Describe>) {
  if (!entry) return [];
  const texts = [value].flat().filter((text) => typeof text === 'string');
  const placeholder = texts
    .map((text) => placeholderIn(text, entry.secret))
    .find((found) => found !== undefined);
  if (placeholder === undefined) return [];
  const what = entry.secret ? 'it holds a placeholder that was' : `"${placeholder}" was`;
  const shown = entry.secret ? '(hidden)' : shownValue(value);
  const problem = `${entry.variable}=${shown}: ${what} not replaced by its value; write the value itself`;
  return [{ property: entry.property, problem: withoutCredentials(problem) }];
}

function shownValue(value: unknown): string {
  const text = withoutCredentials(typeof value === 'string' ? value : JSON.stringify(value));
  if (text === '') return '(empty)';
  return shortened(text, SHOWN_VALUE_CHARS);
}

/** An address that is refused may hold a user and a password, which no terminal or log may show. */
function withoutCredentials(problem: string): string {
  return problem.replaceAll(/\/\/[^"]*@/g, '//(hidden)@');
}
