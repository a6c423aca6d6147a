import type { McpContext } from '@rekog/mcp-nest';

/** `transport`: there is no way back to the client. `client`: it does not say that it can ask. */
export type WhyUnasked = 'transport' | 'client';

/** Why no person at this client can be asked something; undefined when one can. */
export function whyUnasked(context: McpContext): WhyUnasked | undefined {
  const { era, stateless } = context.getSession();
  // The question of the 2025 era is a request of the server's own, for which a server without sessions has no stream.
  if (era === 'legacy' && stateless) return 'transport';
  const capabilities = context.getClientCapabilities() ?? context.mcpServer.server.getClientCapabilities();
  const elicitation = capabilities?.elicitation;
  // A client that names modes names those it has; one that names none has forms.
  const asks = elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
  return asks ? undefined : 'client';
}
