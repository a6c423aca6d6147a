import { openHttp } from '../helpers/http-session.js';
import { describeTools } from '../suites/tool-suite.js';

describeTools('HTTP on express', (era, env, client) => openHttp('express', era, env, client));
