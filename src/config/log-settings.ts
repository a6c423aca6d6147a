import { ChoiceSetting, PathSetting } from './setting.decorators.js';

export type LogFormat = 'pretty' | 'json';

/** Settings of the log on stderr and of the audit log. */
export class LogSettings {
  /** Form of the log lines on stderr: pretty (for people) or json (one object a line). */
  @ChoiceSetting('CORADB_LOG_FORMAT', {
    meaning: 'Form of the log lines on stderr: pretty (for people) or json (one object a line)',
    choices: ['pretty', 'json'],
  })
  format: LogFormat = 'pretty';

  /** Least important log lines to write; default: warn over stdio, info over HTTP. */
  @ChoiceSetting('CORADB_LOG_LEVEL', {
    meaning: 'Least important log lines to write; default: warn over stdio, info over HTTP',
    choices: ['error', 'warn', 'info', 'debug'],
  })
  level?: 'error' | 'warn' | 'info' | 'debug' = undefined;

  /** Where each call is noted as one JSON line: off, stderr or a file; default: stderr over HTTP, else off. */
  @PathSetting('CORADB_AUDIT_LOG', {
    meaning:
      'Where each call is noted as one JSON line: off, stderr or a file; default: stderr over HTTP, else off',
    allowed: '"off", "stderr" or a file',
    isPath: (text) => text !== 'off' && text !== 'stderr',
  })
  audit?: string = undefined;

  /** Whether the audit log holds the SQL text of each call: on or off. */
  @ChoiceSetting('CORADB_AUDIT_SQL', {
    meaning: 'Whether the audit log holds the SQL text of each call: on or off',
    choices: ['on', 'off'],
  })
  auditSql: 'on' | 'off' = 'off';
}
