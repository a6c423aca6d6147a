import type { McpContext } from '@rekog/mcp-nest';

/**
 * Who called: the token's holder, the host's user, or `local` without authentication. The gate's caller has a name; the
 * users of an embedding host's guards have one of the usual properties.
 */
export function callerOf(context: McpContext): string {
  const user = context.getRawRequest<{ readonly user?: unknown }>()?.user;
  if (typeof user !== 'object' || user === null) return 'local';
  const { name, username, sub, id, email } = user as Readonly<Record<string, unknown>>;
  const found = [name, username, sub, id, email].find(
    (text) => typeof text === 'string' || typeof text === 'number',
  );
  return found === undefined ? 'unnamed' : String(found);
}
