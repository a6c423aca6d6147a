import { CallError } from '../../errors/call-error.js';
import { RequestFailure } from '../requests/request-failure.js';
import type { Handler } from '../strategy/wrap-handlers.js';
import { parseSchemaUri, schemaUri } from './schema-uri.js';

interface ReadRequest {
  readonly params: { readonly uri: string };
}

interface ReadResult {
  readonly contents: readonly { readonly uri: string }[];
}

/**
 * Lets `resources/read` see only URIs in their one canonical form. mcp-nest matches loosely (any scheme, any case, text
 * after a second `://` dropped), so what its guards see could differ from what was asked.
 * Answers name the URI as the client wrote it, by which it knows what it asked for.
 */
export function strictUris(handler: Handler): Handler {
  return async (request, context) => {
    const { params } = request as ReadRequest;
    const uri = canonical(params.uri);
    try {
      const result = await handler({ ...(request as object), params: { ...params, uri } }, context);
      const { contents, ...rest } = result as ReadResult;
      return { ...rest, contents: contents.map((content) => ({ ...content, uri: params.uri })) };
    } catch (error) {
      const isMissing = error instanceof RequestFailure && 'uri' in error.data;
      throw isMissing ? new RequestFailure(error.code, { uri: params.uri }, error.report) : error;
    }
  };
}

function canonical(uri: string): string {
  try {
    return schemaUri(parseSchemaUri(uri));
  } catch (error) {
    // The same data as for an object that does not exist: to the client both are a resource that is not there.
    throw error instanceof CallError ? RequestFailure.of(error, { uri }) : error;
  }
}
