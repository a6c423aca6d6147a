import type { Connection } from '../driver/driver.js';
import { CatalogSession } from '../driver/catalog/catalog-session.js';
import type { CatalogRequest } from '../driver/dialect.js';
import type { SchemaModel } from '../driver/model/schema-model.js';

export interface SchemaReadOptions extends CatalogRequest {
  /** Limit for all catalog statements together, in ms; 0 for none. */
  readonly timeoutMs: number;
}

/**
 * Reads a schema over a connection that is logged in. The connection's dialect knows the catalog.
 *
 * @example
 * const model = await new SchemaReader().read(connection, { detail: 'summary', timeoutMs: 10_000 });
 */
export class SchemaReader {
  /** @throws UnknownObjectError, AmbiguousObjectError, CatalogTimeLimitError, EngineError */
  async read(connection: Connection, options: SchemaReadOptions): Promise<SchemaModel> {
    return connection.dialect.readSchema(new CatalogSession(connection, options.timeoutMs), options);
  }
}
