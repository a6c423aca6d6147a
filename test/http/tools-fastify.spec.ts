import { openHttp } from '../helpers/http-session.js';
import { describeTools } from '../suites/tool-suite.js';

describeTools('HTTP on fastify', (era, env, client) => openHttp('fastify', era, env, client));
