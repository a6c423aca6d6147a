import { openStdio } from '../helpers/mcp-session.js';
import { describeTools } from '../suites/tool-suite.js';

describeTools('stdio', (era, env, client) => openStdio(era, env, undefined, client));
