/**
 * The beginning of a text, never ending inside a character: half of a surrogate pair makes model APIs refuse a whole
 * conversation.
 * @param maxChars in UTF-16 units
 */
export function beginningOf(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : text.slice(0, characterStart(text, maxChars));
}

/** The text, or its beginning with `…` behind it. @param maxChars in UTF-16 units, without the mark */
export function shortened(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${beginningOf(text, maxChars)}…`;
}

/** The offset, or the one before it where it stands between the halves of a surrogate pair. */
export function characterStart(text: string, offset: number): number {
  return isHigh(text.charCodeAt(offset - 1)) && isLow(text.charCodeAt(offset)) ? offset - 1 : offset;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
