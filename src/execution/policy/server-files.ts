import { settingName } from '../../errors/edge-names.js';
import type { StatementFacts } from '../../sql/facts.js';
import { refused, type Refused } from './verdict.js';

/**
 * Any login reads any file of the broker's host with CLOB_FROM_FILE and its like, already while the statement is
 * compiled (engine-behaviour, "The surprises" 1), so this comes before anything is sent, whatever the call is for.
 */
export function judgeServerFiles({ hostFile }: StatementFacts): Refused | undefined {
  if (hostFile === undefined) return undefined;
  const { construct, offset } = hostFile;
  return refused(
    (place) => `${construct} at ${place} reads a file of the database host, whatever the rights of the user.`,
    `Only the operator of this server can allow it (${settingName('serverFiles')}=on).`,
    offset,
  );
}
