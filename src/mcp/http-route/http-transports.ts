import { isUtf8 } from 'node:buffer';
import { HttpException, HttpStatus } from '@nestjs/common';
import { StreamableHttpTransport, type McpTransport, type McpTransportContext } from '@rekog/mcp-nest';
import { isJsonContentType, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { withExactNumbers } from '../../execution/exact-numbers.js';
import { withoutNullMembers } from '../null-members.js';
import type { McpHttpRoute } from './http-route-options.js';

interface HttpRequest {
  readonly headers: Record<string, string | undefined>;
  readonly method: string;
  /** Fastify's request wraps Node's; Express' is Node's. */
  readonly raw?: { readonly headers: Record<string, string | undefined> };
  /** As the application's JSON parser read it. */
  body?: unknown;
  /** Its bytes, where the application keeps them (Nest's option `rawBody`). */
  readonly rawBody?: Buffer;
}

/**
 * Both forms of a Streamable HTTP reply on one endpoint. A client that takes server-sent events gets them, so that
 * progress can be shown; one that takes JSON alone gets JSON.
 */
export class HttpTransports implements McpTransport {
  readonly kind = 'streamable-http';
  private readonly events: StreamableHttpTransport;
  private readonly json: StreamableHttpTransport;
  private started = false;

  constructor({ security, resourceMetadataUrl }: McpHttpRoute) {
    const shared = {
      mount: false,
      ...(security && { security }),
      stepUpAuthorization: resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl },
    };
    this.events = new StreamableHttpTransport({ ...shared, enableJsonResponse: false });
    this.json = new StreamableHttpTransport({ ...shared, enableJsonResponse: true });
  }

  start(context: McpTransportContext): void {
    this.events.start(context);
    this.json.start(context);
    this.started = true;
  }

  async close(): Promise<void> {
    await Promise.all([this.events.close(), this.json.close()]);
  }

  notifyListChanged(kind: 'tools' | 'resources' | 'prompts'): void {
    for (const transport of [this.events, this.json]) transport.notifyListChanged(kind);
  }

  handlePost(request: unknown, response: unknown): Promise<void> | void {
    if (!this.started) throw refusal(HttpStatus.SERVICE_UNAVAILABLE, NOT_CONNECTED);
    const { headers, raw } = request as HttpRequest;
    // Only a JSON body has been read within the application's limit; mcp-nest would read any other without one.
    if (!isJsonContentType(headers['content-type'] ?? '')) {
      throw refusal(HttpStatus.UNSUPPORTED_MEDIA_TYPE, 'Content-Type must be application/json');
    }
    const form = wantedForm(headers.accept);
    if (form === undefined) throw refusal(HttpStatus.NOT_ACCEPTABLE, NOT_ACCEPTABLE);
    readBytesAgain(request as HttpRequest);
    dropNulls(request as HttpRequest);
    // The SDK wants to see both types although a server may answer either way.
    for (const each of [headers, raw?.headers]) if (each) each.accept = BOTH_FORMS;
    const transport = form === 'json' ? this.json : this.events;
    return transport.httpHandlers.handlePost(request, response);
  }
}

/**
 * The application's parser has rounded numbers, and read bytes that are no UTF-8 as U+FFFD, which a statement would save;
 * where its bytes are kept, they hold the exact ones.
 */
function readBytesAgain(request: HttpRequest): void {
  const { body, rawBody, headers } = request;
  const saysUtf8 = /^(?!.*charset=)|charset="?utf-8/i.test(headers['content-type'] ?? '');
  if (!rawBody || !saysUtf8) return;
  if (!isUtf8(rawBody))
    throw refusal(HttpStatus.BAD_REQUEST, 'The body is not UTF-8.', ProtocolErrorCode.ParseError);
  request.body = withExactNumbers(body, () => rawBody.toString('utf8'));
}

/** As over stdio: null for a member that may be left out is the same as none. */
function dropNulls(request: HttpRequest): void {
  const { body } = request;
  request.body = Array.isArray(body) ? body.map(withoutNullMembers) : withoutNullMembers(body);
}

const NOT_CONNECTED = 'The MCP server was not started: the application must call connectCoradbMcp(app).';

const BOTH_FORMS = 'application/json, text/event-stream';

const NOT_ACCEPTABLE = 'Not Acceptable: replies are application/json or text/event-stream';

/** The form a client gets; undefined when it takes neither. One that takes both gets events, which show progress. */
function wantedForm(accept = ''): 'json' | 'events' | undefined {
  const ranges = accept.trim() === '' ? ['*/*'] : accept.split(',').flatMap(wantedRange);
  const takes = (...names: string[]): boolean => names.some((name) => ranges.includes(name));
  // A client that takes anything has not said that it reads events.
  if (takes('text/event-stream', 'text/*')) return 'events';
  return takes('application/json', 'application/*', '*/*') ? 'json' : undefined;
}

/** The media range of one entry, unless its weight says that it is not wanted (RFC 9110 §12.4.2). */
function wantedRange(entry: string): readonly string[] {
  const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
  return parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter)) ? [] : [range];
}

/** An HTTP error whose body is a JSON-RPC error, also where the host's own exception filter formats it. */
export function refusal(status: HttpStatus, message: string, code = -32_000): HttpException {
  return new HttpException({ jsonrpc: '2.0', error: { code, message }, id: null }, status);
}
