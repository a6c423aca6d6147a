import { describe, expect, it } from 'vitest';
import { sampledShape } from './sampled-shape.js';

describe('the shape of sampled documents', () => {
  it('counts documents, not occurrences, and words it as a sample', () => {
    const { paths } = sampledShape([{ a: [1, 2, 'x'], b: null }, { a: 'text', b: { c: true } }, {}]);
    expect(paths).toEqual([
      { path: 'a', seenIn: '2 of 3 sampled documents', types: { array: 1, string: 1 } },
      { path: 'a[]', seenIn: '1 of 3 sampled documents', types: { number: 1, string: 1 } },
      { path: 'b', seenIn: '2 of 3 sampled documents', types: { null: 1, object: 1 } },
      { path: 'b.c', seenIn: '1 of 3 sampled documents', types: { bool: 1 } },
    ]);
  });

  it('describes six levels and at most 500 paths', () => {
    const deep = { a: { a: { a: { a: { a: { a: { a: 1 } } } } } } };
    expect(sampledShape([deep]).paths.at(-1)?.path).toBe('a.a.a.a.a.a');
    const wide = Object.fromEntries(Array.from({ length: 700 }, (_, index) => [`k${index}`, 1]));
    expect(sampledShape([wide])).toMatchObject({ pathsLeftOut: 200 });
  });

  it('takes any document apart, whatever its attributes are called', () => {
    const document = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}');
    expect(sampledShape([document]).paths.map(({ path }) => path)).toEqual([
      '__proto__',
      '__proto__.x',
      'constructor',
    ]);
    expect(sampledShape([])).toEqual({ paths: [], pathsLeftOut: 0 });
  });
});
