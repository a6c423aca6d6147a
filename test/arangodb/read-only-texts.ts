/** An AQL text, whether a server's plan says that it modifies, and the word that refuses it without asking one. */
export interface ReadOnlyText {
  readonly aql: string;
  readonly writes: boolean;
  readonly refusedAt?: string;
}

const refused = (aql: string, refusedAt: string): ReadOnlyText => ({ aql, writes: true, refusedAt });
/** Reads: no word of it may refuse it. */
const reads = (aql: string): ReadOnlyText => ({ aql, writes: false });
/** Writes (or would, in a version of AQL to come) although no word says so for sure: the server's plan decides. */
const leftToServer = (aql: string): ReadOnlyText => ({ aql, writes: true });

export const READ_ONLY_TEXTS: readonly ReadOnlyText[] = [
  // Each operation in its usual forms.
  refused('INSERT { a: 1 } INTO c', 'INSERT'),
  refused('INSERT { a: 1 } IN c RETURN NEW', 'INSERT'),
  refused('INSERT @doc INTO @@c', 'INSERT'),
  refused('INSERT({ a: 1 }) INTO c', 'INSERT'),
  refused('FOR d IN s INSERT d INTO c', 'INSERT'),
  refused('FOR d IN s INSERT d INTO c OPTIONS { overwriteMode: "replace" }', 'INSERT'),
  refused('UPDATE "k" WITH { a: 1 } IN c', 'UPDATE'),
  refused('UPDATE { _key: "k", a: 1 } IN c', 'UPDATE'),
  refused('FOR d IN c UPDATE d WITH { a: 1 } IN c', 'UPDATE'),
  refused('FOR d IN c FILTER d.a > 1 UPDATE d._key WITH { a: d.a + 1 } IN c RETURN OLD', 'UPDATE'),
  refused('REPLACE "k" WITH { a: 1 } IN c', 'REPLACE'),
  refused('FOR d IN c REPLACE d WITH {} IN c', 'REPLACE'),
  refused('FOR d IN c REPLACE d._key WITH d.copy IN other', 'REPLACE'),
  refused('REMOVE "k" IN c', 'REMOVE'),
  refused("REMOVE 'foo' IN products", 'REMOVE'),
  refused("REMOVE 'bar' IN products OPTIONS { ignoreErrors: true }", 'REMOVE'),
  refused('REMOVE { _key: "k" } IN c', 'REMOVE'),
  refused('FOR p IN products REMOVE p IN products', 'REMOVE'),
  refused('FOR p IN products REMOVE p INTO products', 'REMOVE'),
  refused('REMOVE @key IN @@c', 'REMOVE'),
  refused('UPSERT { a: 1 } INSERT { a: 1 } UPDATE { a: 2 } IN c', 'UPSERT'),
  refused('UPSERT { a: 1 } INSERT { a: 1 } REPLACE { a: 2 } IN c', 'UPSERT'),
  refused('UPSERT @like INSERT @new UPDATE @change IN @@c RETURN { old: OLD, new: NEW }', 'UPSERT'),
  // Any case.
  refused('insert { a: 1 } into c', 'INSERT'),
  refused('Insert { a: 1 } Into c', 'INSERT'),
  refused('iNsErT { a: 1 } INTO c', 'INSERT'),
  refused('for d in c update d with { a: 1 } in c', 'UPDATE'),
  refused('for d in c rEpLaCe d with {} in c', 'REPLACE'),
  refused('for d in c remove d in c', 'REMOVE'),
  refused('upsert { a: 1 } insert { a: 1 } update {} in c', 'UPSERT'),
  // Subqueries, however deep.
  refused('LET x = (INSERT { a: 1 } INTO c RETURN NEW) RETURN x', 'INSERT'),
  refused('RETURN (FOR d IN c REMOVE d IN c RETURN OLD)', 'REMOVE'),
  refused('FOR d IN c LET y = (UPDATE d WITH { a: 1 } IN c) RETURN y', 'UPDATE'),
  refused('RETURN LENGTH((FOR d IN c REPLACE d WITH {} IN c RETURN 1))', 'REPLACE'),
  refused('RETURN [1, (2), (FOR d IN c LET z = (REMOVE d IN c) RETURN z)]', 'REMOVE'),
  refused('RETURN { a: (INSERT {} INTO c RETURN NEW) }', 'INSERT'),
  refused('FOR x IN (FOR d IN c UPDATE d WITH {} IN c RETURN NEW) RETURN x', 'UPDATE'),
  refused('RETURN true ? (INSERT {} INTO c RETURN 1) : 2', 'INSERT'),
  // Graphs, search and joins before the operation.
  refused('FOR v IN 1..2 OUTBOUND "a/1" e REMOVE v IN a', 'REMOVE'),
  refused('FOR v IN 1..2 ANY "a/1" GRAPH "g" UPDATE v WITH { seen: true } IN a', 'UPDATE'),
  refused('FOR d IN view SEARCH d.a == 1 REMOVE d IN c', 'REMOVE'),
  refused('FOR a IN x FOR b IN y FILTER a.k == b.k INSERT MERGE(a, b) INTO z', 'INSERT'),
  refused('FOR d IN c COLLECT k = d.k INTO g INSERT { k } INTO groups', 'INSERT'),
  refused('WITH a FOR v IN 1 OUTBOUND "a/1" e REPLACE v WITH {} IN a', 'REPLACE'),
  // Comments and white space between and around.
  refused('FOR d IN c /* really */ REMOVE/**/d/* now */IN c', 'REMOVE'),
  refused('FOR d IN c // REMOVE comes\nREMOVE d IN c', 'REMOVE'),
  refused('/* FOR d IN c RETURN d */ REMOVE "k" IN c', 'REMOVE'),
  refused('//\nINSERT {} INTO c', 'INSERT'),
  refused('\t\r\n  INSERT\n\t{ a: 1 }\r\nINTO c', 'INSERT'),
  refused('/**//**/UPDATE"k"WITH{a:1}IN c', 'UPDATE'),
  refused('/* // */ INSERT {} INTO c', 'INSERT'),
  refused('// /* \nINSERT {} INTO c // */', 'INSERT'),
  refused('RETURN "/*" INSERT {} INTO c', 'INSERT'),
  refused('LET a = "//" INSERT { a } INTO c', 'INSERT'),
  refused('/*/ hidden */ REMOVE "k" IN c', 'REMOVE'),
  // Strings and quoted names that end where it does not look so.
  refused('LET a = "\\"" INSERT { a } INTO c', 'INSERT'),
  refused("LET a = '\\'' INSERT { a } INTO c", 'INSERT'),
  refused("LET a = 'it\\'s' REMOVE a IN c", 'REMOVE'),
  refused('LET a = "\\\\" INSERT { a } INTO c', 'INSERT'),
  refused('FOR d IN `c\\`` REMOVE d IN `c\\``', 'REMOVE'),
  refused('FOR d IN ´c´ REMOVE d IN ´c´', 'REMOVE'),
  refused('FOR `d` IN `c`REMOVE`d`IN`c`', 'REMOVE'),
  refused('RETURN @a INSERT {} INTO c', 'INSERT'),
  refused('FOR d IN @@c REMOVE d IN @@c', 'REMOVE'),
  // The words as attribute names, strings, quoted names, comments, parts of words, bind parameters, functions.
  reads('FOR d IN c RETURN d.`remove`'),
  reads('FOR d IN c RETURN d.update'),
  reads('FOR d IN c FILTER d . insert == 1 RETURN d'),
  reads('FOR d IN c RETURN d.meta.replace.upsert'),
  reads('FOR d IN c RETURN d["insert"]'),
  reads('FOR d IN c RETURN { remove: d.a, "update": d.b }'),
  reads('FOR d IN c RETURN { `insert`: 1, ´replace´: 2 }'),
  reads('RETURN "INSERT { a: 1 } INTO c"'),
  reads('RETURN \'REMOVE "k" IN c\''),
  reads('RETURN "it\\"s REMOVE" // and REMOVE'),
  reads('RETURN 1 /* INSERT {} INTO c */'),
  reads('RETURN 1 // UPDATE "k" WITH {} IN c'),
  reads('FOR d IN `remove` RETURN d'),
  reads('FOR d IN ´insert´ RETURN d'),
  reads('FOR inserted IN c RETURN inserted'),
  reads('FOR d IN updates FILTER d.removed RETURN d'),
  reads('FOR _remove IN c RETURN _remove'),
  reads('FOR d IN c RETURN REMOVE_VALUE(d.list, 1)'),
  reads('RETURN REMOVE_NTH([1, 2, 3], 1)'),
  reads('RETURN REGEX_REPLACE("a", "b", "c")'),
  reads('RETURN @insert'),
  reads('FOR d IN @@remove FILTER d.a == @update RETURN d'),
  reads('RETURN MYFUNCTIONS::REMOVE(1)'),
  reads('FOR d IN c SORT d.a LIMIT 5 RETURN KEEP(d, "insert")'),
  reads('FOR v, e, p IN 1..2 OUTBOUND "a/1" GRAPH "g" RETURN p'),
  reads('FOR d IN c COLLECT WITH COUNT INTO n RETURN n'),
  reads('RETURN "ınsert ＩＮＳＥＲＴ"'),
  reads('RETURN DOCUMENT("c/remove")'),
  // Where only the server can tell.
  leftToServer('FOR d IN c RETURN MY::WRITING(d)'),
  leftToServer('FOR d IN c SOMEDAY_WRITE d IN c'),
  leftToServer('RETURN d.remove'),
];
