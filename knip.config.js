/**
 * What nothing reaches: files, exports, dependencies. `knip` counts the tests as users; `knip --production` does not, and
 * finds what only a test still uses (there an export for the tests of its own file is fine).
 */
const isProduction = process.argv.includes('--production');

export default {
  entry: [
    'src/main.ts!',
    'src/index.ts!',
    'src/smoke/arango.ts!',
    'src/demo/main.ts!',
    'bench/*.mjs',
    'scripts/*.mjs',
    'test/**/vitest.config.ts',
    'test/**/*.{spec,redis,conformance}.ts',
  ],
  project: ['src/**/*.ts!', '!src/**/*.spec.ts!', 'test/**/*.ts', 'bench/**/*.mjs', 'scripts/**/*.mjs'],
  // A type that a public signature names is exported, whoever imports it.
  ignoreExportsUsedInFile: isProduction ? true : { interface: true, type: true },
  // Started by the tests of the shared store, .ci/run installs it; mkfifo belongs to the system.
  ignoreBinaries: ['redis-server', 'mkfifo'],
  // Imported by an example of the documents; resolved by its package.json and run as a process.
  ignoreDependencies: isProduction ? [] : ['@nestjs/config', '@modelcontextprotocol/conformance'],
};
