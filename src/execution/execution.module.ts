import { Module, type DynamicModule } from '@nestjs/common';
import { CORADB_SETTINGS } from '../config/settings.tokens.js';
import { CallSlots } from '../limits/call-slots.js';
import { callSlots } from './call-slots.js';
import { ConnectionReporter } from './connection-report.service.js';
import { CoradbService } from './coradb.service.js';
import { CallRunner } from './run/call-runner.service.js';
import { ConnectionOpener } from './run/connection-opener.service.js';
import { SchemaCalls } from './schema-calls.service.js';

/** Calls on a database: one connection and one transaction each. */
@Module({})
export class ExecutionModule {
  /** @param layers modules that provide the settings, the driver and the kept schemas */
  static with(layers: readonly DynamicModule[]): DynamicModule {
    return {
      module: ExecutionModule,
      imports: [...layers],
      providers: [
        { provide: CallSlots, inject: [CORADB_SETTINGS], useFactory: callSlots },
        ConnectionOpener,
        ConnectionReporter,
        CallRunner,
        SchemaCalls,
        CoradbService,
      ],
      exports: [CallSlots, ConnectionReporter, CallRunner, SchemaCalls, CoradbService],
    };
  }
}
