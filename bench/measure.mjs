/** Two contenders measured in turns, A B A B, so that a busy machine hurts both alike. */

const ROUNDS = 15;
const ROUND_MICROS = 100_000;

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Calls a second of processor time: what other processes take meanwhile does not count. */
function rate(run) {
  const before = process.cpuUsage();
  let calls = 0;
  let micros = 0;
  do {
    run();
    calls += 1;
    const { user, system } = process.cpuUsage(before);
    micros = user + system;
  } while (micros < ROUND_MICROS);
  return (calls * 1e6) / micros;
}

/**
 * @param {Record<string, () => unknown>} contenders two of them
 * @returns {Record<string, number>} median calls a second of processor time, by name
 */
export function measure(contenders) {
  const entries = Object.entries(contenders);
  const rates = Object.fromEntries(entries.map(([name]) => [name, []]));
  for (const [, run] of entries) rate(run);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, run] of entries) rates[name].push(rate(run));
  }
  return Object.fromEntries(entries.map(([name]) => [name, median(rates[name])]));
}
