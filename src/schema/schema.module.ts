import { Module, type DynamicModule } from '@nestjs/common';
import type { CoradbSettings } from '../config/coradb-settings.js';
import { CORADB_SETTINGS } from '../config/settings.tokens.js';
import { createSchemaCache } from './create-schema-cache.js';
import { SchemaCache } from './schema-cache.js';

/** The kept schemas of one instance. */
@Module({})
export class SchemaModule {
  /** @param config provides the settings */
  static with(config: DynamicModule): DynamicModule {
    return {
      module: SchemaModule,
      imports: [config],
      providers: [
        {
          provide: SchemaCache,
          inject: [CORADB_SETTINGS],
          useFactory: ({ schemaTtlMs, cacheUrl }: CoradbSettings) => createSchemaCache(schemaTtlMs, cacheUrl),
        },
      ],
      exports: [SchemaCache],
    };
  }
}
