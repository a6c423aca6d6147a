import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.js';

/** Live tests against the server that `CORADB_TEST_*` names. They save nothing. */
const config = mergeConfig(base, defineConfig({ test: { fileParallelism: false } }));
config.test = { ...config.test, include: ['test/db/**/*.spec.ts'], exclude: [] };

export default config;
