import { z } from 'zod';

/**
 * Every reply of an ArangoDB tool: what it holds depends on the tool and is plain from its names, so that describing it
 * all would only cost a client tokens.
 */
export const ArangoOutput = z.looseObject({});
