/** Everything that is wrong with the settings, at once. Its message is meant for a terminal. */
export class SettingsError extends Error {
  /** @param problems one line each: variable, value, what is allowed */
  constructor(readonly problems: readonly string[]) {
    super(
      `The settings are not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}\n` +
        'Correct them in the environment or in .env, then start again.',
    );
    this.name = 'SettingsError';
  }
}
