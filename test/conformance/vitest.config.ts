import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.js';

// Apart from the other tests: it needs Node.js 22 beside the running one, and the npm registry to get it.
export default defineConfig({
  oxc: base.oxc,
  test: {
    include: ['test/conformance/**/*.conformance.ts'],
    setupFiles: ['test/helpers/setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
