import { loadSettings } from '../../src/config/load-settings.js';
import { openInProcess } from '../helpers/mcp-session.js';
import { brokerEngine } from '../suites/engine/broker-engine.js';
import { describeEngine } from '../suites/engine-suite.js';

describeEngine(
  await brokerEngine("Nest's testing module", (era, env, client) =>
    openInProcess(era, loadSettings(env, '').coradb, client),
  ),
);
