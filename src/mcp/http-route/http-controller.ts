import {
  All,
  Controller,
  HttpStatus,
  Inject,
  Req,
  Res,
  UseGuards,
  UseInterceptors,
  VERSION_NEUTRAL,
  type Type,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { MCP_HTTP_HANDLER } from '@rekog/mcp-nest';
import type { McpHttpRoute } from './http-route-options.js';
import { refusal, type HttpTransports } from './http-transports.js';

/** The methods of the endpoint, as they stand in `Allow`. */
export const ALLOWED_METHODS = 'POST';

/**
 * What the other methods are told. A server without sessions answers GET and DELETE with 405: in 2025-11-25 they open
 * a stream and end a session, in 2026-07-28 they are no part of the transport.
 */
export const METHOD_NOT_ALLOWED =
  'Only POST is served at this path: the server keeps no sessions and sends nothing that was not asked for.';

/** Paths, each also with a slash at its end: Express takes it anyway, Fastify does not, and Nest takes one of two off. */
export function withEndSlash(paths: readonly string[]): string[] {
  return paths.flatMap((path) => [path, `${path}//`]);
}

/**
 * The controller of one endpoint: a class of its own, because Nest keeps path and guards on the class. MCP has versions
 * of its own, so those that the application gives its routes are none of its.
 */
export function httpController({ path = 'mcp', guards = [], interceptors = [] }: McpHttpRoute): Type {
  @Controller({ path, version: VERSION_NEUTRAL })
  @UseGuards(...guards)
  @UseInterceptors(...interceptors)
  class McpHttpController {
    constructor(
      @Inject(MCP_HTTP_HANDLER) private readonly transports: HttpTransports,
      private readonly adapters: HttpAdapterHost,
    ) {}

    /** One handler for all methods: Fastify takes no second one for POST. */
    @All(withEndSlash(['']))
    serve(@Req() request: { readonly method: string }, @Res() response: unknown): Promise<void> | void {
      if (request.method === ALLOWED_METHODS) return this.transports.handlePost(request, response);
      this.adapters.httpAdapter.setHeader(response, 'allow', ALLOWED_METHODS);
      throw refusal(HttpStatus.METHOD_NOT_ALLOWED, METHOD_NOT_ALLOWED);
    }
  }
  return McpHttpController;
}
