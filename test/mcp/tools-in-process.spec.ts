import { loadSettings } from '../../src/config/load-settings.js';
import { openInProcess } from '../helpers/mcp-session.js';
import { describeTools } from '../suites/tool-suite.js';

describeTools("Nest's testing module", (era, env, client) =>
  openInProcess(era, loadSettings({ CORADB_DRIVER: 'embedded', ...env }, '').coradb, client),
);
