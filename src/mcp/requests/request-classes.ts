import type { Provider, Type } from '@nestjs/common';
import { CompletionRequests } from '../completion/completion-requests.service.js';
import { CompletionValues } from '../completion/completion-values.service.js';
import { PROMPT_CLASSES } from '../prompts/prompt-classes.js';
import { SchemaExcerpts } from '../prompts/schema-excerpts.service.js';
import { KnownDatabases } from '../known-databases.service.js';
import { ResourceList } from '../resources/resource-list.service.js';
import { SchemaResources } from '../resources/schema.resources.js';
import { RequestErrorFilter } from './request-error.filter.js';
import type { RequestHandler } from './request-handler.js';

/** The classes of resources and prompts. */
export const REQUEST_CLASSES: readonly Type[] = [SchemaResources, ...PROMPT_CLASSES];

/** What is answered beside mcp-nest: `RequestHandler[]`. */
export const REQUEST_HANDLERS = Symbol('CORADB_REQUEST_HANDLERS');

export const REQUEST_PROVIDERS: readonly Provider[] = [
  RequestErrorFilter,
  KnownDatabases,
  ResourceList,
  SchemaExcerpts,
  CompletionValues,
  CompletionRequests,
  {
    provide: REQUEST_HANDLERS,
    inject: [ResourceList, CompletionRequests],
    useFactory: (...handlers: RequestHandler[]) => handlers,
  },
];
