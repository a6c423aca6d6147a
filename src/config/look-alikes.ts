/** Letters of the Cyrillic and Greek alphabets, and the Latin ones that they look like, in the same order. */
const OTHERS = 'АВЕКМНОРСТУХІЈЅԁԛԝаеорсухіјѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧο';
const LATIN = 'ABEKMHOPCTYXIJSDQWaeopcyxijsABEZHIKMNOPTYXo';

/** A text with letters that only look like Latin ones made Latin: those of other alphabets, and those of double width. */
export function withLatinLetters(text: string): string {
  return [...text].map((letter) => LATIN[OTHERS.indexOf(letter)] ?? letter.normalize('NFKC')).join('');
}

/** The first letter that only looks Latin, as `"О" (U+041E)`; undefined when there is none. */
export function lookAlikeIn(text: string): string | undefined {
  const letter = [...text].find((each) => each !== withLatinLetters(each));
  return letter && `"${letter}" (U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')})`;
}
