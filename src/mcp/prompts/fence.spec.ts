import { describe, expect, it } from 'vitest';
import { fence, fencedJson } from './fence.js';

describe('a fence', () => {
  it('is longer than any run of backticks inside', () => {
    expect(fence('SELECT 1', 'sql')).toBe('```sql\nSELECT 1\n```');
    expect(fence('a ``` b', 'text')).toBe('````text\na ``` b\n````');
    expect(fence('```\nrules\n``````', 'text')).toBe('```````text\n```\nrules\n``````\n```````');
  });
});

describe('fenced arguments', () => {
  it('are JSON, one a line, without those left out', () => {
    expect(fencedJson({ database: 'shop', object: undefined, sql: 'a\n```\nb' })).toBe(
      '````json\n{\n "database": "shop",\n "sql": "a\\n```\\nb"\n}\n````',
    );
  });

  it('show what could not be seen', () => {
    const hidden = 'a\u202eb\u200bc\u2028d\u{e0041}e\u0085f';
    const text = fencedJson({ object: hidden });
    expect(text).toContain('"a\\u202eb\\u200bc\\u2028d\\udb40\\udc41e\\u0085f"');
    expect(JSON.parse(text.split('\n').slice(1, -1).join('\n'))).toEqual({ object: hidden });
    expect(fencedJson({ object: '주문 "목록"' })).toContain('"주문 \\"목록\\""');
  });
});
