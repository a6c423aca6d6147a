import { Inject } from '@nestjs/common';
import { ARANGO_SERVER } from './arango.constants.js';

/** Token of the `ArangoService` of the instance with that name. */
export function arangoToken(name: string = ARANGO_SERVER): string {
  return `ARANGO_SERVICE:${name}`;
}

/**
 * Injects the `ArangoService` of one instance by its name, where a module imports several.
 *
 * @example
 * class Report {
 *   constructor(@InjectArango('graph') private readonly graph: ArangoService) {}
 * }
 */
export function InjectArango(name?: string): PropertyDecorator & ParameterDecorator {
  return Inject(arangoToken(name));
}
