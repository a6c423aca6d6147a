import { CoradbSettings } from '../config/coradb-settings.js';
import { settingsOf } from '../config/setting.decorators.js';
import type { Deed, EdgeNames } from '../errors/edge-names.js';

const TOOLS: Readonly<Record<Deed, string>> = {
  select: 'execute_select',
  execute: 'execute_sql',
  explain: 'explain_query',
  describe: 'describe_schema',
};

const VARIABLES: ReadonlyMap<string, string> = new Map(
  settingsOf(CoradbSettings).map(({ property, variable }) => [property, variable]),
);

/** The names of a server's tools and settings, for messages and hints: what it does not offer, no hint sends a model to. */
export function edgeNames({ writeMode }: Pick<CoradbSettings, 'writeMode'>): EdgeNames {
  return {
    setting: (property) => VARIABLES.get(property) ?? property,
    deed: (deed) => (deed === 'execute' && writeMode === 'off' ? undefined : TOOLS[deed]),
    saves: writeMode === 'write',
  };
}
