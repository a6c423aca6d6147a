/** `npm run bench -- NAME` runs `bench/NAME.mjs` on the built package: ratios within one run, never absolute claims. */
import { readdirSync } from 'node:fs';

const folder = new URL('.', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs' && file !== 'measure.mjs')
  .map((file) => file.slice(0, -'.mjs'.length));
const [name] = process.argv.slice(2);

if (!names.includes(name)) {
  console.error(`usage: npm run bench -- ${names.join(' | ')}`);
  process.exitCode = 1;
} else {
  await import(new URL(`${name}.mjs`, folder).href);
}
