import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/** What each folder must not import: the arrows of the architecture, read downwards only. */
const forbidden = {
  address: ['config', 'driver', 'sql', 'execution', 'schema', 'mcp', 'http', 'arangodb'],
  errors: ['address', 'config', 'driver', 'sql', 'execution', 'schema', 'mcp', 'http', 'arangodb'],
  limits: ['address', 'config', 'driver', 'sql', 'execution', 'schema', 'mcp', 'http', 'arangodb'],
  sql: ['address', 'config', 'driver', 'execution', 'schema', 'mcp', 'http', 'arangodb'],
  driver: ['config', 'execution', 'schema', 'mcp', 'http', 'arangodb'],
  schema: ['execution', 'mcp', 'http', 'arangodb'],
  execution: ['mcp', 'http', 'arangodb'],
  config: ['driver', 'sql', 'execution', 'schema', 'mcp', 'http', 'arangodb'],
  mcp: ['http', 'arangodb', 'driver/coradb', 'driver/embedded'],
  arangodb: ['driver', 'execution', 'schema', 'sql'],
};

const zones = Object.entries(forbidden).flatMap(([folder, banned]) =>
  banned.map((from) => ({
    target: `./src/${folder}`,
    from: `./src/${from}`,
    message: `${folder}/ must not import ${from}/ (imports point downwards only)`,
  })),
);

export default tseslint.config(
  { ignores: ['dist', 'coverage', 'node_modules', 'test/fixtures'] },
  tseslint.configs.recommended,
  {
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensionAlias: { '.js': ['.ts', '.js'] } })],
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-control-regex': 'off',
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'no-console': 'error',
      'max-lines': ['error', { max: 400 }],
    },
  },
  {
    files: ['test/hosts/*.cjs'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['src/**/*.spec.ts'],
    rules: { 'import-x/no-restricted-paths': 'off' },
  },
);
