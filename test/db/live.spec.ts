import { beforeAll } from 'vitest';
import { describeEngine } from '../suites/engine-suite.js';
import { LIVE_ENGINE } from './live-server.js';

beforeAll(async () => {
  const session = await LIVE_ENGINE.open('2026-07-28');
  const { isError, text } = await session.call('connection_info', LIVE_ENGINE.login);
  await session.close();
  if (isError) throw new Error(`The live tests need a database (CORADB_TEST_*): ${text}`);
});

describeEngine(LIVE_ENGINE);
