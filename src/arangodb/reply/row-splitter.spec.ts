import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DocumentTexts } from '../export/document-texts.js';
import { parseExactly } from './exact-json.js';
import { CutJson } from './cut-json.js';
import { ReplyLimits } from './reply-limits.js';
import { RowCollector } from './row-collector.js';
import { RowSplitter, type RowSink } from './row-splitter.js';

/** Cuts a text into pieces anywhere, also in the middle of a character. */
function pieces(text: string, sizes: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text);
  const cut: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    cut.push(bytes.subarray(at, at + size));
    at += size;
  }
  return cut;
}

const SIZES = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
const read = (sink: RowSink, text: string, sizes: readonly number[], where: 'in result' | 'at the top') => {
  const splitter = new RowSplitter(sink, where);
  for (const piece of pieces(text, sizes)) splitter.push(piece);
  return splitter;
};
const collector = () => new RowCollector(new ReplyLimits(1_000_000, 1_000_000), 1_000);

describe('reading rows while they come in', () => {
  it('gives what JSON.parse gives, however the reply is cut into pieces', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        fc.jsonValue(),
        SIZES,
        fc.constantFrom(undefined, 2),
        (rows, extra, sizes, indent) => {
          const sink = collector();
          const text = JSON.stringify({ before: extra, result: rows, hasMore: false, extra }, null, indent);
          const splitter = read(sink, text, sizes, 'in result');
          expect(sink.rows).toEqual(parseExactly(JSON.stringify(rows)));
          expect(JSON.parse(splitter.envelope)).toEqual(
            JSON.parse(JSON.stringify({ before: extra, result: [], hasMore: false, extra })),
          );
          expect(splitter.whole).toBe(true);
        },
      ),
    );
  });

  it('takes a list, or one document, as rows themselves', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        SIZES,
        (rows, one, sizes) => {
          const list = collector();
          expect(read(list, JSON.stringify(rows), sizes, 'at the top').envelope).toBe('[]');
          expect(list.rows).toEqual(parseExactly(JSON.stringify(rows)));
          const single = collector();
          read(single, JSON.stringify(one), sizes, 'at the top');
          expect(single.rows).toEqual([parseExactly(JSON.stringify(one))]);
        },
      ),
    );
  });

  it('cuts strings as the reply of a value does, and never names', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ stringUnit: 'grapheme' })), SIZES, (value, sizes) => {
        const cut = new CutJson(5, 1_000_000);
        // Escapes are taken apart: half of a pair of them cannot be told from a whole one.
        const text = JSON.stringify(value);
        for (const piece of pieces(text, sizes)) cut.push(piece);
        expect(JSON.parse(cut.text)).toEqual(new ReplyLimits(5, 1_000_000).cut(JSON.parse(text)));
        expect(cut.chars).toBe(text.length);
      }),
    );
  });

  it('counts escapes as what they stand for', () => {
    const cut = new CutJson(3, 1_000);
    cut.push(Buffer.from(String.raw`"\u00e9\n\"\\x"`));
    expect(JSON.parse(cut.text)).toBe('é\n"… [cut; 5 characters in all]');
  });

  it('shows the beginning of a first row that is larger than a reply, and leaves out the others', () => {
    const limits = new ReplyLimits(10, 100);
    const sink = new RowCollector(limits, 10);
    const row = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`a${index}`, index]));
    read(sink, JSON.stringify({ result: [row, 1, 2], hasMore: false }), [50], 'in result');
    expect(sink.rows).toEqual([
      `${JSON.stringify(row).slice(0, 100)}… [cut; ${JSON.stringify(row).length} characters of JSON in all]`,
    ]);
    expect(limits.report()).toEqual({ cellsCut: 1, omittedForSize: 2 });
  });

  it('does not take apart what is nested beyond all measure', () => {
    const sink = collector();
    read(sink, `{"result":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}`, [1_000], 'in result');
    expect(sink.rows).toEqual([expect.stringMatching(/^\[+… \[cut; 200000 characters of JSON in all\]$/)]);
  });
});

describe('texts of documents for a file', () => {
  it('are the texts themselves, however the reply is cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary' })),
        SIZES,
        fc.boolean(),
        async (texts, sizes, escaped) => {
          const written: Buffer[] = [];
          const sink = new DocumentTexts(
            'jsonl',
            1_000,
            async (data) => void written.push(data),
            () => undefined,
          );
          const json = JSON.stringify({ result: texts, hasMore: false });
          const ascii = json.replace(
            /[^ -~]/g,
            (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
          );
          const splitter = new RowSplitter(sink, 'in result');
          for (const piece of pieces(escaped ? ascii : json, sizes)) {
            splitter.push(piece);
            await sink.drain();
          }
          expect(Buffer.concat(written).toString()).toBe(texts.map((text) => `${text}\n`).join(''));
          expect(sink.documents).toBe(texts.length);
        },
      ),
    );
  });
});
