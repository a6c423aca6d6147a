import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INTERNAL_ERROR = -32_603;

/** Gives every HTTP error the form MCP clients expect. What went wrong inside stays in the log. */
@Catch()
export class JsonRpcErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('HTTP');

  constructor(private readonly host: HttpAdapterHost) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const response: unknown = host.switchToHttp().getResponse();
    if (this.host.httpAdapter.isHeadersSent(response)) return;
    const status = statusOf(error);
    if (status >= 500 && !(error instanceof HttpException)) {
      this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    this.host.httpAdapter.setHeader(response, 'connection', 'close');
    this.host.httpAdapter.reply(response, bodyOf(error, status), status);
  }
}

function bodyOf(error: unknown, status: number): unknown {
  // Health checks and refusals bring their own body.
  if (error instanceof HttpException) {
    const body = error.getResponse();
    if (typeof body === 'object' && ('jsonrpc' in body || 'details' in body)) return body;
  }
  return { jsonrpc: '2.0', error: { code: codeOf(status), message: messageOf(status) }, id: null };
}

/** Body parsers throw errors with `status` (Express) or `statusCode` (Fastify). */
function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  if (typeof error !== 'object' || error === null) return 500;
  const { status, statusCode } = error as { readonly status?: unknown; readonly statusCode?: unknown };
  const found = [status, statusCode].find(
    (value) => typeof value === 'number' && value >= 400 && value < 600,
  );
  return typeof found === 'number' ? found : 500;
}

function codeOf(status: number): number {
  if (status === 400) return PARSE_ERROR;
  return status >= 500 ? INTERNAL_ERROR : INVALID_REQUEST;
}

/** Fixed texts: a parser's own message repeats parts of the body, which may hold a password. */
function messageOf(status: number): string {
  switch (status) {
    case 400:
      return 'The body is not valid JSON.';
    case 404:
      return 'There is nothing at this path.';
    case 413:
      return 'The body is larger than this server allows (CORADB_HTTP_MAX_BODY_BYTES).';
    case 415:
      return 'Content-Type must be application/json in UTF-8, without or with gzip, deflate or br.';
    default:
      return status >= 500 ? 'The server failed in a way it did not expect.' : 'The request is not valid.';
  }
}
