import { Module, type DynamicModule, type FactoryProvider } from '@nestjs/common';
import { DRIVER_OPTIONS, DriverLoader } from './driver-loader.service.js';
import type { DriverOptions } from './driver-options.js';
import { DriverProvider } from './driver-provider.js';

export interface DriverModuleOptions
  extends Pick<DynamicModule, 'imports'>, Pick<FactoryProvider<DriverOptions>, 'inject' | 'useFactory'> {}

/** The driver that the options choose; loaded when the first call needs it. */
@Module({})
export class DriverModule {
  static forRootAsync({ imports = [], inject = [], useFactory }: DriverModuleOptions): DynamicModule {
    return {
      module: DriverModule,
      imports,
      providers: [
        { provide: DRIVER_OPTIONS, inject, useFactory },
        DriverLoader,
        { provide: DriverProvider, useExisting: DriverLoader },
      ],
      exports: [DriverProvider],
    };
  }
}
