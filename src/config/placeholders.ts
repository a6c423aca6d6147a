/** What templates, shells, Windows, editors and examples write where a value belongs. */
const FORMS = [
  String.raw`\$\{[^}]*\}`,
  String.raw`\{\{[^}]*\}\}`,
  // Three letters: what is percent-encoded has two.
  '%[A-Za-z_][A-Za-z0-9_]{2,}%',
  '<[^<>]+>',
  String.raw`\$[A-Za-z_]\w*`,
].join('|');

const WHOLE = new RegExp(`^(?:${FORMS})$`);
/** A name after `$` counts only where a path begins, or begins anew. */
const ANYWHERE = new RegExp(`(?<=^|/)\\$[A-Za-z_]\\w*|${FORMS.slice(0, FORMS.lastIndexOf('|'))}`);
const IN_URL = /\$\{[^}]*\}|\{\{[^}]*\}\}|<[^<>]+>/;

/**
 * The placeholder in a value that nobody has replaced: `${HOME}`, `%USERPROFILE%`, `<your password>`, `${input:token}`.
 * A secret may hold any characters, so there only a value that is nothing else counts.
 */
export function placeholderIn(text: string, isSecret: boolean): string | undefined {
  if (text.includes('://')) return IN_URL.exec(text)?.[0];
  return (isSecret ? WHOLE : ANYWHERE).exec(text)?.[0];
}
