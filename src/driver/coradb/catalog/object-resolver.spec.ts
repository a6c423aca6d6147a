import { describe, expect, it } from 'vitest';
import { connectCatalog, type SampleUserName } from '../../../../test/helpers/catalog-connection.js';
import { CatalogFeatures } from './catalog-features.js';
import { CatalogSession } from '../../catalog/catalog-session.js';
import { FIXED_QUERIES } from './queries.js';
import { resolveObject, type ResolvedObject } from './object-resolver.js';

async function resolve(user: SampleUserName, name: string): Promise<ResolvedObject> {
  const session = new CatalogSession(connectCatalog(user), 0);
  const features = new CatalogFeatures(await session.query(FIXED_QUERIES.catalogColumns));
  return resolveObject(session, features, user.toUpperCase(), name);
}

describe('the name of an object', () => {
  it.each([
    // §6: a system class, else the own table or view, else an own synonym, else the only one there is.
    ['dba', 'CUSTOMER', 'DBA.customer'],
    ['reader', 'my_orders', 'READER.my_orders'],
    ['reader', 'shop.customer', 'SHOP.customer'],
    ['reader', '[shop].[customer]', 'SHOP.customer'],
    ['reader', '[shop.customer]', 'SHOP.customer'],
    ['reader', '"Mixed Case Table"', 'SHOP.mixed case table'],
    ['reader', 'everybody', 'PUBLIC.everybody'],
    ['dba', 'select', 'SHOP.select'],
    ['dba', 'shop.고객', 'SHOP.고객'],
  ] as const)('as %s, %s is %s', async (user, name, key) => {
    const found = await resolve(user, name);
    expect(`${found.owner}.${found.name}`).toBe(key);
    expect(found).not.toHaveProperty('note');
  });

  it('may be a synonym, and says so', async () => {
    expect(await resolve('reader', 'c')).toEqual({
      owner: 'SHOP',
      name: 'customer',
      isSystemClass: false,
      note: 'READER.c is a synonym of SHOP.customer.',
    });
  });

  it('must be qualified when several owners have one and none is the login', async () => {
    await expect(resolve('reader', 'customer')).rejects.toMatchObject({
      message: 'customer is the name of several objects.',
      hint: 'Give the owner: ARCHIVE.customer, SHOP.customer.',
    });
  });

  it('answers with the nearest names when there is none', async () => {
    await expect(resolve('reader', 'shop.custmer')).rejects.toMatchObject({
      layer: 'input',
      message: 'There is no table or view shop.custmer, or the user has no SELECT right on it.',
      hint: expect.stringMatching(/^The nearest names are SHOP\.customer, /) as string,
    });
  });

  it('is refused with a quote that is not closed', async () => {
    await expect(resolve('dba', '[shop.customer')).rejects.toThrow('has a quote [ that is not closed');
  });
});
