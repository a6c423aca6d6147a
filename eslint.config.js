import { readdirSync } from 'node:fs';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/**
 * What each folder of `src` may import besides itself: the arrows of the architecture, read downwards only. A folder
 * that is not named here may import nothing.
 */
const allowed = {
  text: [],
  errors: ['text'],
  address: ['errors'],
  limits: ['errors'],
  sql: ['errors', 'text'],
  config: ['address', 'errors', 'text'],
  store: ['config', 'errors'],
  driver: ['address', 'errors', 'sql', 'text'],
  schema: ['config', 'driver', 'errors', 'store', 'text'],
  execution: ['address', 'config', 'driver', 'errors', 'limits', 'schema', 'sql', 'text'],
  mcp: ['address', 'config', 'driver', 'errors', 'execution', 'limits', 'schema', 'store', 'text'],
  stdio: ['execution', 'mcp'],
  observability: ['config', 'mcp'],
  arangodb: ['address', 'config', 'errors', 'limits', 'mcp', 'text'],
  http: ['address', 'arangodb', 'config', 'driver', 'errors', 'mcp', 'observability', 'text'],
  demo: [],
  smoke: ['text'],
};

/** Parts of a folder that are its own business. */
const inner = { driver: ['coradb', 'embedded'] };

const folders = readdirSync('src', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const zones = folders.flatMap((folder) => [
  ...folders
    .filter((other) => other !== folder && !(allowed[folder] ?? []).includes(other))
    .map((other) => zone(`./src/${folder}`, `./src/${other}`, `${folder}/ must not import ${other}/`)),
  ...Object.entries(inner).flatMap(([other, parts]) =>
    other === folder
      ? []
      : parts.map((part) =>
          zone(`./src/${folder}`, `./src/${other}/${part}`, `${folder}/ must not import ${other}/${part}/`),
        ),
  ),
  // The files of the command stand above all folders; the HTTP application is built from its list of modules.
  {
    ...zone(`./src/${folder}`, './src/*.ts', `${folder}/ must not import the files of the command`),
    ...(folder === 'http' ? { except: ['**/engine-modules.ts'] } : {}),
  },
]);

function zone(target, from, what) {
  return { target, from, message: `${what} (imports point downwards only)` };
}

export default tseslint.config(
  { ignores: ['dist', 'coverage', 'node_modules', 'test/fixtures'] },
  tseslint.configs.recommended,
  {
    plugins: { 'import-x': importX },
    settings: {
      'import-x/extensions': ['.ts', '.js'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
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
      'import-x/no-cycle': 'error',
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
