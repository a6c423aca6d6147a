import { createRequire } from 'node:module';
import { dirname, isAbsolute, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileFunction, constants } from 'node:vm';
import { withPackages } from '../../../errors/optional-package.js';
import type { Plugin } from 'rollup';

/** What a package's ES modules become: the text of one CommonJS module, and the files it was made of. */
export interface Bundle {
  readonly text: string;
  /** Absolute. */
  readonly files: readonly string[];
}

/**
 * Joins the ES modules of a package into one CommonJS text. Node.js never unloads an ES module, and keeps its inner
 * modules by their addresses; a text can be run anew, and is freed with the last thing that uses it.
 *
 * Other packages, CommonJS files and JSON stay outside (`require`). `import.meta` keeps its meaning in each file.
 * @param entry absolute file name
 * @param realFolder folder of the package, without links
 * @param isEsModule whether Node takes a file of the folder for an ES module
 * @throws Error for code that cannot be joined: broken, or with an `await` at the top of a module
 */
export async function bundleEsModules(
  entry: string,
  realFolder: string,
  isEsModule: (file: string) => boolean,
): Promise<Bundle> {
  const { rollup } = await withPackages(['rollup'], 'A driver package of ES modules', () => import('rollup'));
  const isInside = (path: string): boolean => path.startsWith(realFolder + sep);
  const build = await rollup({
    input: entry,
    treeshake: false,
    preserveSymlinks: true,
    logLevel: 'silent',
    external: (id) => !id.startsWith('.') && !(isAbsolute(id) && isInside(id) && isEsModule(id)),
    makeAbsoluteExternalsRelative: false,
    plugins: [ownMeta()],
  });
  try {
    const { output } = await build.generate({
      format: 'cjs',
      exports: 'named',
      // `require` of a CommonJS file gives what Node's `import` of it has as the default.
      interop: 'default',
      inlineDynamicImports: true,
      importAttributesKey: 'with',
    });
    return { text: output[0].code, files: build.watchFiles };
  } finally {
    await build.close();
  }
}

/** Runs a bundle in a fresh instance. @returns what the entry exports; throws what the code throws */
export function runBundle(entry: string, { text }: Bundle): unknown {
  const run = compileFunction(text, ['exports', 'require', 'module', '__filename', '__dirname'], {
    filename: entry,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }) as (...scope: readonly unknown[]) => void;
  const module = { exports: {} };
  run.call(module.exports, module.exports, createRequire(entry), module, entry, dirname(entry));
  return module.exports;
}

function ownMeta(): Plugin {
  return {
    name: 'own-meta',
    resolveImportMeta(property, { moduleId }) {
      const meta: Readonly<Record<string, string>> = {
        url: pathToFileURL(moduleId).href,
        filename: moduleId,
        dirname: dirname(moduleId),
      };
      return property === null ? JSON.stringify(meta) : JSON.stringify(meta[property]);
    },
  };
}
