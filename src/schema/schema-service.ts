import type { Connection } from '../driver/driver.js';
import { CatalogSession } from '../driver/catalog/catalog-session.js';
import { CoradbCatalogReader } from '../driver/coradb/catalog/catalog-reader.js';
import { EmbeddedCatalogReader } from '../driver/embedded/catalog/catalog-reader.js';
import type { CatalogReader, CatalogRequest } from '../driver/dialect.js';
import type { SchemaModel } from '../driver/model/schema-model.js';

export interface SchemaReadOptions extends CatalogRequest {
  /** Limit for all catalog statements together, in ms; 0 for none. */
  readonly timeoutMs: number;
}

/**
 * Reads a schema over a connection that is logged in. The reader is chosen by the connection's dialect.
 *
 * @example
 * const model = await new SchemaReader().read(connection, { detail: 'summary', timeoutMs: 10_000 });
 */
export class SchemaReader {
  readonly #readers: Readonly<Record<Connection['dialect'], CatalogReader>> = {
    coradb: new CoradbCatalogReader(),
    duckdb: new EmbeddedCatalogReader(),
  };

  /** @throws UnknownObjectError, AmbiguousObjectError, CatalogTimeLimitError, EngineError */
  async read(connection: Connection, options: SchemaReadOptions): Promise<SchemaModel> {
    const reader = this.#readers[connection.dialect];
    return reader.read(new CatalogSession(connection, options.timeoutMs), options);
  }
}
