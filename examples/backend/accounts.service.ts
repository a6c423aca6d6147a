import { Injectable } from '@nestjs/common';

export interface Account {
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Stands for the accounts that a backend already has. Keys come from `API_KEYS`: `name:key` or `name:key:write`, comma-separated. */
@Injectable()
export class Accounts {
  private readonly byKey = new Map<string, Account>();

  constructor() {
    for (const entry of (process.env.API_KEYS ?? '').split(',')) {
      const [name, key, access] = entry.split(':');
      if (name && key) this.byKey.set(key, { name, scopes: access === 'write' ? ['coradb:write'] : [] });
    }
  }

  find(key: string | undefined): Account | undefined {
    return key === undefined ? undefined : this.byKey.get(key);
  }
}
