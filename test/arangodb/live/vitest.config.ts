import { defineConfig } from 'vitest/config';
import { fileURLToPath } from 'node:url';

/** `npm run test:arango`: the tools' cases against a real server, named by ARANGO_TEST_URL. */
export default defineConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    include: ['test/arangodb/live/*.live.ts'],
    setupFiles: ['test/helpers/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
