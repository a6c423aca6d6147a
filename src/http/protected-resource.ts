import type { IncomingMessage } from 'node:http';
import { Controller, Get, Inject, Req, type Type } from '@nestjs/common';
import type { HttpSettings } from '../config/http-settings.js';
import { withEndSlash } from '../mcp/http-route/http-controller.js';

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
function metadataPath(path: string): string {
  return `${WELL_KNOWN}${path}`;
}

/** URL of the document as the client that sent the request sees it; the gate has checked the Host header. */
export function metadataUrl({ publicUrl, path }: HttpSettings, request: IncomingMessage): string {
  const { origin } = new URL(publicUrl ?? `http://${request.headers.host}`);
  return `${origin}${metadataPath(publicUrl === undefined ? path : new URL(publicUrl).pathname)}`;
}

/**
 * Serves the document at its place: behind the path of the endpoint, behind the one that clients see of it (a proxy may
 * have taken a prefix off), and, for clients that only look at the root, there as well.
 */
export function protectedResourceController({ path, publicUrl }: HttpSettings): Type {
  const seen = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  // Other characters have a meaning in the routes of Express or Fastify.
  const places = ['', path, ...(/^[\w.~/-]+$/.test(seen) ? [seen] : [])].map(metadataPath);

  @Controller()
  class ProtectedResourceController {
    constructor(@Inject(HTTP_SETTINGS) private readonly settings: HttpSettings) {}

    @Get(withEndSlash([...new Set(places)]))
    document(@Req() request: IncomingMessage): ProtectedResourceMetadata {
      const { oidcIssuer, oidcScopesRead, oidcScopesWrite } = this.settings;
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
