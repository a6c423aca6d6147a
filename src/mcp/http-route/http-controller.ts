import { Controller, UseGuards, UseInterceptors, type Type } from '@nestjs/common';
import { StreamableHttpController } from '@rekog/mcp-nest';
import type { CoradbHttpRoute } from './http-route-options.js';

/** The controller of one endpoint: a class of its own, because Nest keeps path and guards on the class. */
export function httpController({ path = 'mcp', guards = [], interceptors = [] }: CoradbHttpRoute): Type {
  @Controller(path)
  @UseGuards(...guards)
  @UseInterceptors(...interceptors)
  class CoradbHttpController extends StreamableHttpController {}
  return CoradbHttpController;
}
