import type { SchemaDetail, SchemaModel } from './model/schema-model.js';
import type { CatalogSession } from './catalog/catalog-session.js';

/** What to read. */
export interface CatalogRequest {
  readonly detail: SchemaDetail;
  /** Name of one object as the caller wrote it, perhaps qualified and quoted. */
  readonly object?: string;
  /** Pattern over names and comments; only matching objects are returned, and only for them anything costly is read. */
  readonly search?: string;
  /** Who logged in where; for engines whose catalog does not tell. */
  readonly login?: { readonly database: string; readonly user: string };
}

/** Reads the catalog of one kind of engine into the model. */
export interface CatalogReader {
  /** @throws EngineError, CatalogTimeLimitError, UnknownObjectError */
  read(session: CatalogSession, request: CatalogRequest): Promise<SchemaModel>;
}
