import type { CallToolResult } from '@modelcontextprotocol/server';

/** Ends a call with a question to the person at the client, who answers in the next request. */
export class PersonAsked extends Error {
  /** @param reply the question, as the tool's result */
  constructor(readonly reply: CallToolResult) {
    super('a person is asked');
    this.name = 'PersonAsked';
  }
}
