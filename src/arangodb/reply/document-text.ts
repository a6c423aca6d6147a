/**
 * A reply as JSON text: one line a property, and one line an entry of its lists of objects, so that people can read it
 * and it costs few characters.
 */
export function documentText(document: object): string {
  const lines = Object.entries(document)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}: ${valueText(value)}`);
  return `{\n${lines.join(',\n')}\n}`;
}

function valueText(value: unknown): string {
  if (!Array.isArray(value) || !value.some((entry) => typeof entry === 'object'))
    return JSON.stringify(value);
  return `[\n${value.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`;
}
