import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ErrorReport } from '../execution/reply/reply-document.js';

/** A document as structured content, with its text form beside it. `isError` when it holds an error. */
export function toolReply(document: object, text: string): CallToolResult {
  const failed = 'error' in document && document.error !== undefined;
  return {
    content: [{ type: 'text', text }],
    structuredContent: { ...document },
    ...(failed && { isError: true }),
  };
}

/** The reply of a call that failed before it had a document. */
export function errorReply(error: ErrorReport): CallToolResult {
  const document = { error };
  return toolReply(document, JSON.stringify(document));
}
