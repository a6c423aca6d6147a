import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.js';

// Apart from the other tests: it installs packages from a registry.
export default defineConfig({
  oxc: base.oxc,
  test: {
    include: ['test/hosts/**/*.hosts.ts'],
    globalSetup: ['test/helpers/build.ts'],
    setupFiles: ['test/helpers/setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
});
