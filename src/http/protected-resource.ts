import type { IncomingMessage } from 'node:http';
import { Controller, Get, Inject, Req, type Type } from '@nestjs/common';
import type { HttpSettings } from '../config/http-settings.js';

export const HTTP_SETTINGS = Symbol('HTTP_SETTINGS');

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** OAuth 2.0 Protected Resource Metadata (RFC 9728 §2). */
export interface ProtectedResourceMetadata {
  readonly resource: string;
  readonly authorization_servers: readonly string[];
  readonly scopes_supported: readonly string[];
  readonly bearer_methods_supported: readonly string[];
  readonly resource_name: string;
}

/** Where the document of an endpoint is: its path goes behind the well-known part (RFC 9728 §3.1). */
export function metadataPath(path: string): string {
  return `${WELL_KNOWN}${path}`;
}

/** URL of the document as the client that sent the request sees it; the gate has checked the Host header. */
export function metadataUrl({ publicUrl, path }: HttpSettings, request: IncomingMessage): string {
  const { origin } = new URL(publicUrl ?? `http://${request.headers.host}`);
  return `${origin}${metadataPath(publicUrl === undefined ? path : new URL(publicUrl).pathname)}`;
}

/** Serves the document at its place and, for clients that only look at the root, there as well. */
export function protectedResourceController(path: string): Type {
  @Controller()
  class ProtectedResourceController {
    constructor(@Inject(HTTP_SETTINGS) private readonly settings: HttpSettings) {}

    @Get([metadataPath(path), WELL_KNOWN])
    document(@Req() request: IncomingMessage): ProtectedResourceMetadata {
      const { publicUrl, oidcIssuer, oidcScopesRead, oidcScopesWrite } = this.settings;
      return {
        resource: publicUrl ?? `http://${request.headers.host}${path}`,
        authorization_servers: oidcIssuer === undefined ? [] : [oidcIssuer],
        scopes_supported: [...new Set([...oidcScopesRead, ...oidcScopesWrite])],
        bearer_methods_supported: ['header'],
        resource_name: 'CoraDB',
      };
    }
  }
  return ProtectedResourceController;
}
