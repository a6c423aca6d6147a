import { ConsoleLogger, type LogLevel } from '@nestjs/common';
import type { LogSettings } from './config/log-settings.js';

/** Parts of Nest and of mcp-nest that tell at every start what they set up, the same each time. */
const SETTING_UP: ReadonlySet<string | undefined> = new Set([
  'InstanceLoader',
  'McpStrategy',
  'NestApplication',
  'NestFactory',
  'NestMicroservice',
  'RouterExplorer',
  'RoutesResolver',
]);

/**
 * Nest's logger with every level on stderr: on stdio, stdout carries the protocol and nothing else. What the framework
 * sets up is written at the level debug only; its warnings and errors always are.
 */
export class StderrLogger extends ConsoleLogger {
  protected override printMessages(
    messages: unknown[],
    context?: string,
    logLevel?: LogLevel,
    _stream?: 'stdout' | 'stderr',
    errorStack?: unknown,
    params?: Record<string, unknown>,
  ): void {
    if (logLevel === 'log' && SETTING_UP.has(context) && !this.isLevelEnabled('debug')) return;
    super.printMessages(messages, context, logLevel, 'stderr', errorStack, params);
  }
}

/** From the most to the least important. */
const LEVELS = {
  error: ['fatal', 'error'],
  warn: ['warn'],
  info: ['log'],
  debug: ['debug', 'verbose'],
} as const;
type Level = keyof typeof LEVELS;

/** The logger that the settings ask for. @param usual level when they do not say */
export function stderrLogger({ format, level }: LogSettings, usual: Level): StderrLogger {
  const names = Object.keys(LEVELS) as Level[];
  const logLevels = names.slice(0, names.indexOf(level ?? usual) + 1).flatMap((name) => [...LEVELS[name]]);
  return new StderrLogger({ logLevels, colors: false, json: format === 'json' });
}
