import { Inject } from '@nestjs/common';
import { CORADB_SERVER } from '../mcp.constants.js';

/** Token of the `CoradbService` of the instance with that name. */
export function coradbToken(name: string = CORADB_SERVER): string {
  return `CORADB_SERVICE:${name}`;
}

/**
 * Injects the `CoradbService` of one instance by its name, where a module imports several.
 *
 * @example
 * class Report {
 *   constructor(@InjectCoradb('reports') private readonly reports: CoradbService) {}
 * }
 */
export function InjectCoradb(name?: string): PropertyDecorator & ParameterDecorator {
  return Inject(coradbToken(name));
}
