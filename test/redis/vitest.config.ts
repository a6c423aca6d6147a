import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.js';

// Apart from the other tests: it needs `redis-server`, such as Debian's package, on the PATH.
export default defineConfig({
  oxc: base.oxc,
  test: {
    include: ['test/redis/**/*.redis.ts'],
    globalSetup: ['test/helpers/temporary-folder.ts', 'test/helpers/build.ts'],
    setupFiles: ['test/helpers/setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
