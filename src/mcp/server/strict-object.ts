import { z } from 'zod';

/** An input object that refuses keys it does not know and says which ones it does. */
export function strictObject<S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strict> {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Unrecognized key: ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}; ` +
          `allowed keys: ${Object.keys(shape).join(', ')}`
        : undefined,
  });
}
