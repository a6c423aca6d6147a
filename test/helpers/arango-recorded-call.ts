import {
  cursor,
  derived,
  explained,
  recorded,
  type Changes,
  type CursorChanges,
  type Exchange,
} from './arango-exchanges.js';

/** A call whose request is one that a 3.12 server was recorded with. */
export interface RecordedCall {
  readonly name: string;
  /** Number of the exchange in the recording. */
  readonly index: number;
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** The request as the tool sends it, and the recorded reply. */
  readonly exchange: Exchange;
  /** What the tool asks besides. */
  readonly around: readonly Exchange[];
}

export interface Differences extends Changes {
  readonly index?: number;
  readonly around?: readonly Exchange[];
}

/** @param differs where the tool's request is not the recorded one to the letter */
export function call(
  name: string,
  tool: string,
  args: Record<string, unknown>,
  { index = 0, around = [], ...differs }: Differences = {},
): RecordedCall {
  const exchange = Object.keys(differs).length === 0 ? recorded(name, index) : derived(name, differs, index);
  return { name, index, tool, args, exchange, around };
}

/** The tools add limits to the body of a query, and ask for its plan first. */
export function query(
  name: string,
  tool: string,
  args: Record<string, unknown> = {},
  { limit, ...changes }: CursorChanges = {},
  { index = 0, around = [] }: Differences = {},
): RecordedCall {
  const { body } = recorded(name).request as { body: { query: string; bindVars?: object } };
  const stream = tool === 'arango_read_query';
  const bound = body.bindVars === undefined ? {} : { bindVars: body.bindVars };
  const sent = cursor(body.query, [], {
    ...bound,
    stream,
    ...(limit !== undefined && { limit }),
    ...changes,
  });
  const modifies = tool === 'arango_query';
  const plan = explained(body.query, modifies ? { products: 'write' } : {}, { ...bound, modifies });
  return {
    name,
    index,
    tool,
    args: { query: body.query, ...bound, ...(limit !== undefined && { limit }), ...args },
    // A later exchange of the recording reads on; its request is as recorded.
    exchange: index === 0 ? { ...sent, response: recorded(name).response } : recorded(name, index),
    around: [plan, ...(index === 0 ? [] : [{ ...sent, response: recorded(name).response }]), ...around],
  };
}
