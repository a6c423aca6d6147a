import type { EngineError } from '../../driver/driver-errors.js';
import type { Parameter } from '../../driver/value.js';

const QUOTED = /'((?:[^']|'')*)'|"((?:[^"]|"")*)"/g;

/**
 * For an engine error about a value that does not fit: which bind parameter it may be. The engine names the value,
 * not the place, so places are named whose value it quotes, and all of them when it quotes none.
 */
export function unfitParameterHint(
  error: EngineError,
  params: readonly Parameter[] | undefined,
): string | undefined {
  if (params === undefined || params.length === 0) return undefined;
  const quoted = [...error.engineMessage.matchAll(QUOTED)].map(
    ([, single, double]) => single ?? double ?? '',
  );
  const positions = [...params.keys()].filter((at) => quoted.includes(textOf(params[at] ?? null)));
  const [only] = params.length === 1 ? [0] : positions;
  if (only === undefined) return 'Check that each value in params fits the type that its ? stands for.';
  const named = params.length === 1 ? [0] : positions;
  return `Value ${named.map((at) => at + 1).join(' or ')} of params does not fit the type that its ? stands for.`;
}

function textOf(parameter: Parameter): string {
  return String(typeof parameter === 'object' && parameter !== null ? parameter.value : parameter);
}
