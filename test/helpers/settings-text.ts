import { settingsOf } from '../../src/config/setting.decorators.js';

/** A group of settings as documents show it. */
export interface SettingsGroup {
  readonly title: string;
  readonly settingsClass: new () => object;
}

interface ShownSetting {
  readonly variable: string;
  readonly meaning: string;
  readonly value: string;
}

function shownSettings(settingsClass: new () => object): readonly ShownSetting[] {
  const defaults = new settingsClass() as Record<string, unknown>;
  return settingsOf(settingsClass).map(({ property, variable, meaning }) => {
    const value = defaults[property];
    return {
      variable,
      meaning,
      value: value === undefined ? '' : Array.isArray(value) ? value.join(',') : String(value),
    };
  });
}

/** The whole `.env.example`: every setting with its meaning and default, commented out. */
export function envExample(groups: readonly SettingsGroup[]): string {
  const head =
    '# Settings of coradb-mcp. Copy to .env in a source checkout, or set them in the environment, which wins.\n' +
    '# Remove the # before a setting to change it; the values shown are the defaults.\n';
  const blocks = groups.map(({ title, settingsClass }) => {
    const lines = shownSettings(settingsClass).map(
      ({ variable, meaning, value }) => `# ${meaning}\n#${variable}=${value}\n`,
    );
    return `# --- ${title} ---\n\n${lines.join('\n')}`;
  });
  return [head, ...blocks].join('\n');
}

/** `docs/settings.md`: every setting with its default and meaning, behind what is said of all of them. */
export function settingsDocument(head: string, groups: readonly SettingsGroup[]): string {
  const tables = groups.map(({ title, settingsClass }) => {
    const rows = shownSettings(settingsClass).map(
      ({ variable, meaning, value }) =>
        `| \`${variable}\` | ${value === '' ? '' : `\`${value}\``} | ${meaning.replaceAll('|', '\\|')} |`,
    );
    return [`## ${title}`, '', '| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
  });
  return [head.trimEnd(), ...tables].join('\n\n');
}
