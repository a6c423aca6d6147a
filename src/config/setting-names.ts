import { mistypedName } from './mistyped-name.js';
import { lookAlikeIn, withLatinLetters } from './look-alikes.js';
import { nearestName } from './nearest-name.js';
import { settingsOf } from './setting.decorators.js';
import type { Environment, SettingsClass } from './settings-loader.js';

/** What people of other servers look for; guessing a setting for it would only mislead. */
const LOGIN = /^CORADB_(?:USER|USER_?NAME|LOGIN|PASSWORD|PASSWD|PASS|PWD|DATABASE|DB|DB_?NAME)$/i;
const NO_LOGIN =
  'unknown setting; no login is kept by this server: each call brings its database, user and password';

/** The variables of this server, told from those of other programs. */
export class SettingNames {
  private readonly known: readonly string[];

  /** @param prefixes of all variables of the classes, such as `CORADB_` */
  constructor(
    private readonly prefixes: readonly string[],
    settingsClasses: readonly SettingsClass<object>[],
  ) {
    this.known = settingsClasses.flatMap((each) => settingsOf(each).map(({ variable }) => variable));
  }

  isKnown(name: string): boolean {
    return this.known.includes(name);
  }

  /** True for a name with one of the prefixes, in any letter case and with any separator or nothing after it. */
  hasPrefix(name: string): boolean {
    const upper = `${name.toUpperCase().replaceAll(/[-.]/g, '_')}_`;
    return this.prefixes.some((prefix) => upper.startsWith(prefix));
  }

  /** True for a name that is a setting or was certainly meant to be one. */
  isOurs(name: string): boolean {
    return this.hasPrefix(name) || this.mistyped(name)?.isCertain === true;
  }

  /** True also for a name that may as well belong to another program. */
  mayBeOurs(name: string): boolean {
    return this.hasPrefix(name) || this.mistyped(name) !== undefined;
  }

  /** Variables with the prefix that no setting has: a mistyped safety setting must never be ignored. */
  unknown(env: Environment, prefix: string): readonly string[] {
    const testPrefix = `${prefix}TEST_`;
    return Object.keys(env)
      .filter((name) => name.toUpperCase().startsWith(prefix) && !name.startsWith(testPrefix))
      .filter((name) => !this.isKnown(name) && lookAlikeIn(name) === undefined)
      .map((name) =>
        LOGIN.test(name)
          ? `${name}: ${NO_LOGIN}`
          : unknownSetting(name, nearestName(name, this.ofPrefix(prefix))),
      );
  }

  /** Variables that are settings but for letters of another alphabet. */
  lookAlikes(env: Environment): readonly string[] {
    return Object.keys(env).flatMap((name) => {
      const letter = lookAlikeIn(name);
      const meant = withLatinLetters(name);
      return letter === undefined || !this.isOurs(meant)
        ? []
        : [`${name}: unknown setting; its letter ${letter} only looks Latin, as those of ${meant} are`];
    });
  }

  /**
   * Variables whose prefix is mistyped: a problem where no doubt is left, else a warning.
   * @returns one line each
   */
  misspelt(env: Environment): { readonly problems: readonly string[]; readonly warnings: readonly string[] } {
    const found = Object.keys(env).flatMap((name) => {
      const mistyped =
        this.isKnownPrefix(name) || lookAlikeIn(name) !== undefined ? undefined : this.mistyped(name);
      return mistyped ? [{ name, ...mistyped }] : [];
    });
    return {
      problems: found
        .filter(({ isCertain }) => isCertain)
        .map(({ name, variable }) => unknownSetting(name, variable)),
      warnings: found
        .filter(({ isCertain }) => !isCertain)
        .map(({ name, variable }) => `${name} is not read; if ${variable} was meant, correct the name`),
    };
  }

  private isKnownPrefix(name: string): boolean {
    return this.prefixes.some((prefix) => name.toUpperCase().startsWith(prefix));
  }

  private mistyped(name: string) {
    return mistypedName(name, this.prefixes, this.known);
  }

  private ofPrefix(prefix: string): readonly string[] {
    return this.known.filter((variable) => variable.startsWith(prefix));
  }
}

function unknownSetting(name: string, meant: string | undefined): string {
  return `${name}: unknown setting${meant ? `; did you mean ${meant}?` : ''}`;
}
