import type { MessageHandler } from '@nestjs/microservices';
import type { McpServer } from '@modelcontextprotocol/server' with { 'resolution-mode': 'require' };
import { InputError } from '../../errors/call-error.js';
import { errorReport } from '../../errors/error-report.js';
import { loneSurrogate, wellFormed } from '../../text/well-formed.js';
import { errorReply } from '../tool-reply.js';
import { handlersOf } from './wrap-handlers.js';

interface Request {
  readonly params?: { readonly arguments?: unknown };
}

/**
 * Keeps halves of surrogate pairs out of every reply: model APIs and strict clients refuse a whole conversation that holds
 * one. Requests are repaired before they can be repeated; arguments of tools are left to `wellFormedArguments`, which
 * refuses them, because a repaired value would be another one.
 */
export function wellFormedMessages(server: McpServer): McpServer {
  const registry = handlersOf(server);
  const setRequestHandler = registry.setRequestHandler.bind(registry);
  registry.setRequestHandler = (method, handler) =>
    setRequestHandler(method, async (request, context) => {
      const { params } = request as Request;
      const kept = method === 'tools/call' && params?.arguments !== undefined ? params : undefined;
      const safe = kept
        ? {
            ...(request as Request),
            params: { ...wellFormed({ ...kept, arguments: undefined }), arguments: kept.arguments },
          }
        : wellFormed(request);
      return wellFormed(await handler(safe, context));
    });
  return server;
}

/** A tool's handler that refuses arguments with half of a surrogate pair in them. */
export function wellFormedArguments(callback: MessageHandler): MessageHandler {
  return (async (payload: unknown, context: unknown) => {
    const problem = Object.entries((payload ?? {}) as object).flatMap(([name, value]) =>
      found(JSON.stringify(name), value),
    )[0];
    if (problem === undefined) return callback(payload, context);
    return errorReply(
      errorReport(
        new InputError(problem, { hint: 'Send the whole character, or U+FFFD in place of the half.' }),
      ),
    );
  }) as MessageHandler;
}

function found(place: string, value: unknown): readonly string[] {
  if (typeof value === 'string') {
    const lone = loneSurrogate(value);
    return lone
      ? [`${place} holds half of a surrogate pair, ${lone.code} at character ${lone.offset + 1}.`]
      : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...found(`a name in ${place}`, name),
    ...found(place, member),
  ]);
}
