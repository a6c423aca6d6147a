import type { KeyReference } from '../../model/key-model.js';
import { tokenizeShowCreate, type ShowToken } from './show-create-tokens.js';

/** A foreign key as `SHOW CREATE TABLE` prints it. */
export interface ShownForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
  readonly references: KeyReference;
  readonly onDelete?: string;
  readonly onUpdate?: string;
}

/** What only `SHOW CREATE TABLE` tells about a column. */
export interface ShownColumn {
  /** The default as SQL; absent when there is none. */
  readonly defaultSql?: string;
  readonly enumValues?: readonly string[];
  readonly jsonSchema?: string;
}

/** The parts of a `SHOW CREATE TABLE` text that no catalog view holds. */
export interface ShownTable {
  /** The words between CREATE and the name: `TABLE`, or what another engine prints. */
  readonly kindWords: string;
  /** Text between the name and the columns that is neither UNDER nor CLASS ATTRIBUTE. */
  readonly headClause?: string;
  readonly columns: ReadonlyMap<string, ShownColumn>;
  readonly foreignKeys: readonly ShownForeignKey[];
  readonly methods: readonly string[];
  /** The end of the text, where it was not understood. */
  readonly rawTail?: string;
}

/** Reads the text; parts it does not understand are left out or given raw. Never throws. */
export function parseShowCreateTable(source: string): ShownTable {
  const tokens = tokenizeShowCreate(source);
  const nameAt = tokens.findIndex((token) => token.kind === 'name');
  const kindWords = tokens
    .slice(1, Math.max(nameAt, 1))
    .map((token) => token.text)
    .join(' ');
  const columns = new Map<string, ShownColumn>();
  const foreignKeys: ShownForeignKey[] = [];
  const head: ShowToken[] = [];
  let at = nameAt < 0 ? tokens.length : nameAt + 1;
  let tailAt = at;
  for (; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || /^(?:DONT_)?REUSE_OID$/.test(token.text)) break;
    if (token.kind !== 'open') {
      head.push(token);
      tailAt = at + 1;
      continue;
    }
    const close = closingAt(tokens, at);
    for (const item of splitAtCommas(tokens.slice(at + 1, close)))
      readItem(source, item, columns, foreignKeys);
    at = close;
    tailAt = close + 1;
    const isClassAttributes = head.at(-1)?.text === 'ATTRIBUTE' && head.at(-2)?.text === 'CLASS';
    if (!isClassAttributes) break;
    head.splice(-2);
  }
  const headClause = clauseAfterUnder(source, head);
  return {
    kindWords,
    ...(headClause === '' ? {} : { headClause }),
    columns,
    foreignKeys,
    ...readTail(source.slice(tokens[tailAt]?.start ?? source.length)),
  };
}

function readItem(
  source: string,
  item: readonly ShowToken[],
  columns: Map<string, ShownColumn>,
  foreignKeys: ShownForeignKey[],
): void {
  const [first, second] = item;
  if (first?.kind === 'name') columns.set(first.text, readColumn(source, item));
  if (first?.text !== 'CONSTRAINT' || second === undefined) return;
  const references = item.findIndex((token) => token.kind === 'word' && token.text === 'REFERENCES');
  const target = item[references + 1];
  if (references < 0 || target === undefined) return;
  const names = (from: readonly ShowToken[]): string[] => {
    const open = from.findIndex((token) => token.kind === 'open');
    const close = from.findIndex((token) => token.kind === 'close');
    return from.slice(open + 1, close).flatMap((token) => (token.kind === 'name' ? [token.text] : []));
  };
  const rest = source.slice(target.end, item.at(-1)?.end).replace(/\sCOMMENT '.*$/s, '');
  const onDelete = /\sON DELETE (CASCADE|RESTRICT|SET NULL|NO ACTION)/.exec(rest)?.[1];
  const onUpdate = /\sON UPDATE (CASCADE|RESTRICT|SET NULL|NO ACTION)/.exec(rest)?.[1];
  foreignKeys.push({
    name: second.text,
    columns: names(item.slice(0, references)),
    references: { ...splitTarget(target.text), columns: names(item.slice(references + 1)) },
    ...(onDelete === undefined ? {} : { onDelete }),
    ...(onUpdate === undefined ? {} : { onUpdate }),
  });
}

/** `[owner.name]` in one bracket, the owner in lower case; before 11.2 the name alone. */
function splitTarget(text: string): { readonly owner: string; readonly table: string } {
  const dot = text.indexOf('.');
  return dot < 0
    ? { owner: '', table: text }
    : { owner: text.slice(0, dot).toUpperCase(), table: text.slice(dot + 1) };
}

function readColumn(source: string, item: readonly ShowToken[]): ShownColumn {
  const values = item.find((token) => token.kind === 'enum')?.text;
  const json = item[1]?.text === 'JSON' && item[3]?.kind === 'text' ? item[3].text : undefined;
  const defaultAt = item.findIndex((token) => token.kind === 'word' && token.text === 'DEFAULT');
  const defaultSql = defaultAt < 0 ? '' : clauseText(source, item.slice(defaultAt + 1));
  return {
    ...(defaultSql === '' ? {} : { defaultSql }),
    ...(values === undefined ? {} : { enumValues: values.split("', '") }),
    ...(json === undefined ? {} : { jsonSchema: json }),
  };
}

/** Source text up to the next clause of a column. */
function clauseText(source: string, tokens: readonly ShowToken[]): string {
  let depth = 0;
  let end = 0;
  for (const [position, token] of tokens.entries()) {
    const next = tokens[position + 1]?.text;
    const stops =
      depth === 0 &&
      token.kind === 'word' &&
      (token.text === 'AUTO_INCREMENT' ||
        (token.text === 'COMMENT' && tokens[position + 1]?.kind === 'text') ||
        (token.text === 'ON' && next === 'UPDATE') ||
        (token.text === 'NOT' && next === 'NULL'));
    if (stops) break;
    if (token.kind === 'open') depth += 1;
    if (token.kind === 'close') depth -= 1;
    end = token.end;
  }
  return source.slice(tokens[0]?.start ?? 0, end);
}

function clauseAfterUnder(source: string, head: readonly ShowToken[]): string {
  let from = 0;
  if (head[0]?.text === 'UNDER') {
    from = 1;
    while (head[from]?.kind === 'name') from += head[from + 1]?.kind === 'comma' ? 2 : 1;
  }
  const rest = head.slice(from);
  return source.slice(rest[0]?.start ?? 0, rest.at(-1)?.end ?? 0);
}

function readTail(tail: string): Pick<ShownTable, 'methods' | 'rawTail'> {
  const known = [
    /^(?:DONT_)?REUSE_OID\s*/,
    /^,?\s*COLLATE\s+\w+\s*/,
    /^,?\s*ENCRYPT=\w+\s*/,
    /^,?\s*COMMENT='(?:[^']|'')*'\s*/,
  ];
  let rest = known.reduce((text, clause) => text.replace(clause, ''), tail);
  const methods = /^METHOD\s+(.*?)(?=\s+INHERIT \[|\s+PARTITION BY |$)/s.exec(rest);
  if (methods) rest = rest.slice(methods[0].length).trimStart();
  rest = rest
    .replace(/^INHERIT(?:,?\s*\[[^\]]*\] of \[[^\]]*\](?: as \[[^\]]*\])?)+\s*/, '')
    .replace(/^PARTITION BY .*$/s, '')
    .trim();
  return {
    methods: methods?.[1] === undefined ? [] : [methods[1]],
    ...(rest === '' ? {} : { rawTail: rest }),
  };
}

function closingAt(tokens: readonly ShowToken[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    if (tokens[at]?.kind === 'open') depth += 1;
    if (tokens[at]?.kind === 'close' && --depth === 0) return at;
  }
  return tokens.length;
}

function splitAtCommas(tokens: readonly ShowToken[]): readonly (readonly ShowToken[])[] {
  const items: ShowToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'open') depth += 1;
    if (token.kind === 'close') depth -= 1;
    if (token.kind === 'comma' && depth === 0) items.push([]);
    else items.at(-1)?.push(token);
  }
  return items;
}
