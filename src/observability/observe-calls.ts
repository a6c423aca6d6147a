import type { INestApplicationContext, LoggerService } from '@nestjs/common';
import type { LogSettings } from '../config/log-settings.js';
import { CallEvents } from '../mcp/calls/call-events.service.js';
import { auditLog, auditSink } from './audit-log.js';
import { callLog } from './call-log.js';

/**
 * Writes log and audit log of a standalone server's calls.
 * @param defaultAudit where the audit log goes when the settings do not say
 * @throws SettingsError when the audit log cannot be written
 */
export function observeCalls(
  app: INestApplicationContext,
  settings: LogSettings,
  logger: LoggerService,
  defaultAudit: 'off' | 'stderr',
): void {
  const events = app.get(CallEvents, { strict: false });
  const sink = auditSink(settings.audit ?? defaultAudit);
  if (sink) events.subscribe(auditLog(sink, settings.auditSql === 'on'));
  events.subscribe(callLog(logger, settings.format));
}
