import { InputError } from '../../errors/call-error.js';
import { pathOf, type ArangoRequest } from '../client/arango-session.js';

export interface EdgeDefinition {
  readonly collection: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** What a call may say about a named graph; which parts an action needs differs. */
export interface GraphChange {
  readonly action: GraphAction;
  readonly graph: string;
  readonly collection?: string | undefined;
  readonly from?: readonly string[] | undefined;
  readonly to?: readonly string[] | undefined;
  readonly edgeDefinitions?: readonly EdgeDefinition[] | undefined;
  readonly orphanCollections?: readonly string[] | undefined;
  readonly dropCollections?: boolean | undefined;
  readonly document?: Readonly<Record<string, unknown>> | undefined;
  readonly key?: string | undefined;
}

/** Actions that change what the graph is; no transaction can undo them. */
export const DEFINING = [
  'create',
  'drop',
  'add_edges',
  'replace_edges',
  'remove_edges',
  'add_vertices',
  'remove_vertices',
] as const;
/** Actions that change documents with the checks of the graph; they run in a transaction. */
export const FILLING = ['insert_vertex', 'insert_edge', 'remove_vertex', 'remove_edge'] as const;
export type GraphAction = (typeof DEFINING)[number] | (typeof FILLING)[number];

/** Actions that take something away. */
const REMOVING: ReadonlySet<string> = new Set([
  'drop',
  'replace_edges',
  'remove_edges',
  'remove_vertices',
  'remove_vertex',
  'remove_edge',
]);

export function isDefining({ action }: GraphChange): boolean {
  return (DEFINING as readonly string[]).includes(action);
}

export function isRemoving({ action }: GraphChange): boolean {
  return REMOVING.has(action);
}

/** The request of an action. @throws InputError for a part that the action needs and the call does not have */
export function graphRequest(change: GraphChange): ArangoRequest {
  const { action, graph, dropCollections } = change;
  const at = (...segments: string[]): string => pathOf('gharial', graph, ...segments);
  const search = dropCollections === true ? { search: { dropCollections: true } } : {};
  switch (action) {
    case 'create': {
      const { edgeDefinitions = [], orphanCollections = [] } = change;
      return {
        method: 'POST',
        path: pathOf('gharial'),
        body: { name: graph, edgeDefinitions, orphanCollections },
      };
    }
    case 'drop':
      return { method: 'DELETE', path: at(), ...search };
    case 'add_edges':
      return { method: 'POST', path: at('edge'), body: definition(change) };
    case 'replace_edges': {
      const body = definition(change);
      return { method: 'PUT', path: at('edge', body.collection), body, ...search };
    }
    case 'remove_edges':
      return { method: 'DELETE', path: at('edge', needed(change, 'collection')), ...search };
    case 'add_vertices':
      return { method: 'POST', path: at('vertex'), body: { collection: needed(change, 'collection') } };
    case 'remove_vertices':
      return { method: 'DELETE', path: at('vertex', needed(change, 'collection')), ...search };
    case 'insert_vertex':
    case 'insert_edge': {
      const kind = action === 'insert_vertex' ? 'vertex' : 'edge';
      const body = needed(change, 'document');
      return { method: 'POST', path: at(kind, needed(change, 'collection')), body };
    }
    case 'remove_vertex':
    case 'remove_edge': {
      const kind = action === 'remove_vertex' ? 'vertex' : 'edge';
      return { method: 'DELETE', path: at(kind, needed(change, 'collection'), needed(change, 'key')) };
    }
  }
}

function definition(change: GraphChange): EdgeDefinition {
  return { collection: needed(change, 'collection'), from: needed(change, 'from'), to: needed(change, 'to') };
}

function needed<K extends keyof GraphChange>(change: GraphChange, part: K): NonNullable<GraphChange[K]> {
  const value = change[part];
  if (value !== undefined) return value;
  throw new InputError(`"action" ${change.action} needs "${part}".`, {
    hint: 'arango_list_graphs shows the graphs with their collections.',
  });
}
