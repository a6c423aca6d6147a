import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The decorator options are spelt out because spec files are outside the build's `include`.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    include: ['src/**/*.spec.ts', 'test/**/*.spec.ts'],
    // Live tests need a server: npm run test:db.
    exclude: ['test/db/**', 'node_modules/**'],
    globalSetup: ['test/helpers/temporary-folder.ts', 'test/helpers/build.ts'],
    setupFiles: ['test/helpers/setup.ts'],
    // End-to-end tests start processes; two workers fit the machines this runs on.
    maxWorkers: 2,
    // Generous: a test waits for events, not for time, and a busy machine is slow to start processes.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
