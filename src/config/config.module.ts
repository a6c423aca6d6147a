import { Module, type DynamicModule, type FactoryProvider, type ValueProvider } from '@nestjs/common';

/** The settings of one instance, as a module that all its layers import. */
@Module({})
export class ConfigModule {
  /**
   * @param settings provides them under their token
   * @param instance name that is unique in the process: Nest would make one module of two instances that look alike
   * @param imports modules with what a factory injects
   */
  static with(
    settings: ValueProvider | FactoryProvider,
    instance: string,
    imports: DynamicModule['imports'] = [],
  ): DynamicModule {
    return {
      module: ConfigModule,
      imports,
      providers: [settings, { provide: INSTANCE, useValue: instance }],
      exports: [settings.provide],
    };
  }
}

const INSTANCE = Symbol('INSTANCE');
