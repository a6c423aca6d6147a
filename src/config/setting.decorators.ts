import { Transform } from 'class-transformer';
import { IsArray, IsIn, IsInt, IsString, Max, MaxLength, Min, MinLength, ValidateBy } from 'class-validator';
import { pathProblem, wholePath, withHome } from './paths.js';

/** How one setting is described wherever settings are listed: problems, `--check`, `.env.example`. */
export interface SettingDescription {
  readonly property: string;
  /** Environment variable, such as `CORADB_PORT`. */
  readonly variable: string;
  /** One line for people. */
  readonly meaning: string;
  /** What a value may be, as it reads after "must be". */
  readonly allowed: string;
  /** Never shown, not even in an error. */
  readonly secret: boolean;
  /** For a value that is a path, or may be one: whether this text is. */
  readonly isPath?: (text: string) => boolean;
}

interface Described {
  readonly meaning: string;
  readonly secret?: boolean;
  readonly isPath?: (text: string) => boolean;
}

/** What is wrong with a text, naming the part that is; undefined when nothing is. */
export type TextCheck = (text: string) => string | undefined;

/** Key of the constraint whose message is that of a `TextCheck`. */
export const TEXT_CHECK = 'textCheck';

const descriptions = new WeakMap<object, SettingDescription[]>();

/** The settings of a class in the order they are declared. */
export function settingsOf(settingsClass: abstract new () => object): readonly SettingDescription[] {
  return descriptions.get(settingsClass.prototype as object) ?? [];
}

function setting(
  variable: string,
  allowed: string,
  { meaning, secret = false, isPath }: Described,
  checks: readonly PropertyDecorator[],
): PropertyDecorator {
  return (target, property) => {
    const known = descriptions.get(target) ?? [];
    known.push({ property: String(property), variable, meaning, allowed, secret, ...(isPath && { isPath }) });
    descriptions.set(target, known);
    for (const check of checks) check(target, property);
  };
}

/** A whole number written with digits only, within the range (both ends included). */
export function IntegerSetting(
  variable: string,
  options: Described & { readonly min: number; readonly max: number; readonly unit?: string },
): PropertyDecorator {
  const { min, max, unit } = options;
  const toNumber = Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
  );
  const range = `a whole number from ${min} to ${max}${unit ? ` (${unit})` : ''}`;
  return setting(variable, range, options, [toNumber, IsInt(), Min(min), Max(max)]);
}

/** One of a few words; upper and lower case are the same. */
export function ChoiceSetting(
  variable: string,
  options: Described & { readonly choices: readonly string[] },
): PropertyDecorator {
  const lower = Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.toLowerCase() : value,
  );
  const words = options.choices.map((choice) => `"${choice}"`).join(', ');
  return setting(variable, `one of ${words}`, options, [lower, IsIn([...options.choices])]);
}

/** Any text without control characters at its ends; not empty. */
export function TextSetting(
  variable: string,
  options: Described & { readonly allowed: string; readonly maxLength?: number; readonly check?: TextCheck },
): PropertyDecorator {
  const { maxLength = 4096, check } = options;
  const checks = [IsString(), MinLength(1), MaxLength(maxLength), ...(check ? [Passes(check)] : [])];
  return setting(variable, options.allowed, options, checks);
}

/**
 * A file or folder, which becomes a whole path: `~` is the home folder, and a relative one is taken from the working
 * folder unless `staysRelative`. `isPath` says for a setting that has other values too which are paths.
 */
export function PathSetting(
  variable: string,
  options: Described & {
    readonly allowed: string;
    readonly staysRelative?: boolean;
    readonly check?: TextCheck;
  },
): PropertyDecorator {
  const { isPath = () => true, staysRelative = false, check } = options;
  const whole = Transform(({ value }: { value: unknown }) => {
    if (typeof value !== 'string' || value === '' || !isPath(value)) return value;
    const known = withHome(value);
    return staysRelative || pathProblem(known) !== undefined ? known : wholePath(known);
  });
  const checks = [
    whole,
    IsString(),
    MinLength(1),
    MaxLength(4096),
    Passes((text) => check?.(text) ?? pathProblem(text)),
  ];
  return setting(variable, options.allowed, { ...options, isPath }, checks);
}

/** Comma-separated names; blanks around a name are dropped, empty names are not allowed. `check` sees each name. */
export function ListSetting(
  variable: string,
  options: Described & { readonly allowed: string; readonly check?: TextCheck },
): PropertyDecorator {
  const split = Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value,
  );
  const { check } = options;
  const checks = [
    split,
    IsArray(),
    IsString({ each: true }),
    MinLength(1, { each: true }),
    ...(check ? [Passes(check)] : []),
  ];
  return setting(variable, options.allowed, options, checks);
}

/** Texts and lists of texts that the check finds nothing wrong with; what is no text is for other checks. */
function Passes(check: TextCheck): PropertyDecorator {
  const problemOf = (value: unknown): string | undefined => {
    const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string');
    return texts.map(check).find((problem) => problem !== undefined);
  };
  return ValidateBy({
    name: TEXT_CHECK,
    validator: {
      validate: (value) => problemOf(value) === undefined,
      defaultMessage: (args) => problemOf(args?.value) ?? '',
    },
  });
}
