import { ClientAddresses, networkProblem } from '../../address/client-address.js';
import { SettingsError } from '../../config/settings-error.js';
import type { McpHttpRoute } from './http-route-options.js';

/** Finds clients behind the proxies of a route. @throws SettingsError for an entry that is no address or network */
export function routeAddresses(route: Pick<McpHttpRoute, 'trustedProxies' | 'proxyHeader'>): ClientAddresses {
  const problems = (route.trustedProxies ?? []).flatMap((text) => networkProblem(text) ?? []);
  if (problems.length > 0)
    throw new SettingsError(problems.map((problem) => `http.trustedProxies: ${problem}`));
  return new ClientAddresses(route);
}
