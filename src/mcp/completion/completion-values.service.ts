import { Inject, Injectable } from '@nestjs/common';
import type { McpContext } from '@rekog/mcp-nest';
import { CoradbSettings } from '../../config/coradb-settings.js';
import { SchemaCalls } from '../../execution/schema-calls.service.js';
import type { CatalogRequest } from '../../driver/dialect.js';
import type { SchemaModel } from '../../driver/model/schema-model.js';
import { CORADB_SETTINGS } from '../../config/settings.tokens.js';
import { KnownDatabases } from '../known-databases.service.js';
import { CallInputs } from '../tools/call-inputs.js';
import { objectReferences } from './object-reference.js';

/** The other arguments that were filled in already. */
export type GivenArguments = Readonly<Record<string, string | undefined>>;

/** Knows the values that an argument of a prompt or of a resource's URI may have, by the argument's name. */
@Injectable()
export class CompletionValues {
  constructor(
    private readonly databases: KnownDatabases,
    private readonly inputs: CallInputs,
    private readonly schemas: SchemaCalls,
    @Inject(CORADB_SETTINGS) private readonly settings: CoradbSettings,
  ) {}

  /**
   * @returns none for an argument that has no values of its own, or for which an earlier one is missing
   * @throws CallError when the database cannot be asked
   */
  async of(
    argument: string,
    given: GivenArguments,
    context: McpContext,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    if (argument === 'database') return this.databases.names();
    if (argument === 'object') {
      const model = await this.read({ detail: 'names' }, given, context, signal);
      return model ? objectReferences(model) : [];
    }
    if (argument === 'column' && given.object) {
      const request = { detail: 'summary', object: given.object } as const;
      const model = await this.read(request, given, context, signal);
      return model?.objects[0]?.columns.map(({ name }) => name) ?? [];
    }
    return [];
  }

  private async read(
    request: CatalogRequest,
    given: GivenArguments,
    context: McpContext,
    signal: AbortSignal,
  ): Promise<SchemaModel | undefined> {
    // Many clients do not send the arguments filled in already; where there is one database that does no harm.
    const database = given.database || (await this.databases.only());
    if (database === undefined) return undefined;
    const login = await this.inputs.login({ database }, context);
    return (await this.schemas.read(login, request, { signal })).model;
  }
}
