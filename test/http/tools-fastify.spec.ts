import { openHttp } from '../helpers/http-session.js';
import type { Era, SettingsEnv } from '../helpers/mcp-session.js';
import { describeBadInput } from '../suites/bad-input-suite.js';
import { describeSettings } from '../suites/settings-suite.js';
import { describeTools } from '../suites/tool-suite.js';

const open = (era: Era, env?: SettingsEnv) => openHttp('fastify', era, env);

describeTools('HTTP on fastify', open);
describeBadInput('HTTP on fastify', open);
describeSettings('HTTP on fastify', open);
