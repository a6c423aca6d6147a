/**
 * A fenced block whose content cannot end it: the fence is longer than any run of backticks inside.
 *
 * @param language such as `json`, `sql` or `text`
 */
export function fence(content: string, language: string): string {
  const longest = [...content.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const mark = '`'.repeat(longest + 1);
  return `${mark}${language}\n${content}\n${mark}`;
}

/**
 * Arguments as fenced JSON, one a line. JSON keeps line breaks out of the text around it; characters that are not seen,
 * or that turn the direction of writing, are escaped so that a person sees them.
 */
export function fencedJson(values: Readonly<Record<string, string | undefined>>): string {
  const json = JSON.stringify(values, null, 1);
  return fence(json.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped), 'json');
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
}
