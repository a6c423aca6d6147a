/**
 * Does the time to judge a bearer token tell how much of a guess is right? Guesses with a wrong first byte against
 * ones with a wrong last byte, measured in turns; beside it a comparison that ends at the first difference, to show
 * that this bench would see one.
 */
import { BearerTokens } from '../dist/http/authentication/bearer-tokens.js';
import { measure } from './measure.mjs';

const LENGTH = 4_096;
const CALLS = 200;
const token = 'k'.repeat(LENGTH);
const guesses = { 'wrong first byte': `X${token.slice(1)}`, 'wrong last byte': `${token.slice(0, -1)}X` };

function endsAtFirstDifference(guess) {
  for (let at = 0; at < LENGTH; at++) if (guess.charCodeAt(at) !== token.charCodeAt(at)) return undefined;
  return 'holder';
}

const tokens = new BearerTokens([`holder:${token}`]);
const JUDGES = {
  'this package': (guess) => tokens.nameOf(guess),
  'ends at the first difference': endsAtFirstDifference,
};

for (const [title, judge] of Object.entries(JUDGES)) {
  const contenders = Object.fromEntries(
    Object.entries(guesses).map(([name, guess]) => [
      name,
      () => {
        for (let call = 0; call < CALLS; call++) {
          if (judge(guess) !== undefined) throw new Error(`${title} let a wrong token in`);
        }
      },
    ]),
  );
  const medians = measure(contenders);
  const micros = (name) => (1e6 / medians[name] / CALLS).toFixed(2);
  const ratio = medians['wrong first byte'] / medians['wrong last byte'];
  console.log(title);
  for (const name of Object.keys(guesses)) console.log(`  ${name.padEnd(16)} ${micros(name)} µs`);
  console.log(`  ratio last/first ${ratio.toFixed(2)}`);
}
