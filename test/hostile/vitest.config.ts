import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.js';

// Apart from the other tests: it takes some minutes and all of the machine.
export default defineConfig({
  oxc: base.oxc,
  test: {
    include: ['test/hostile/**/*.hostile.ts'],
    globalSetup: ['test/helpers/build.ts'],
    setupFiles: ['test/helpers/setup.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
  },
});
