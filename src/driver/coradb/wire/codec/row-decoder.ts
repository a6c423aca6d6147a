import type { Row, Value } from '../../../value.js';
import { WireFormatError, type WireReader } from './reader.js';
import { AsciiText } from './ascii-text.js';
import type { Charset } from './charset.js';
import type { ColumnTypeField, ValueDecoder } from './column-type.js';
import { prefixedDecoder, valueDecoder } from './type-registry.js';

/** Row number (i32) and OID (8 bytes) stand before the values of each tuple. */
const TUPLE_HEADER_BYTES = 12;
const NULL_SIZE = -1;

/** How the values of a result are to be read. */
export interface RowFormat {
  readonly types: readonly ColumnTypeField[];
  /** Charset of the database. */
  readonly charset: Charset;
  /** Every value carries its own type, whatever the column says. */
  readonly prefixed: boolean;
}

/**
 * Tuple count and tuples (cas-protocol §4.6). Row numbers must go up by one: anything else means that the stream
 * is out of step.
 * @throws WireFormatError
 */
export function readRows(reader: WireReader, format: RowFormat): { rows: Row[]; lastRowNumber: number } {
  const width = format.types.length;
  const count = reader.count('number of rows', TUPLE_HEADER_BYTES + 4 * width);
  const { buffer, end } = reader;
  const decoders = columnDecoders(buffer, format);
  // Several times faster than the methods of Buffer, and there is a size to read for every value.
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  const rows: Row[] = new Array<Row>(count);
  let offset = reader.offset;
  let lastRowNumber = 0;
  for (let index = 0; index < count; index++) {
    if (offset + TUPLE_HEADER_BYTES > end) throw new WireFormatError('a row header of 12 bytes', offset);
    const number = view.getInt32(offset);
    if (index > 0 && number !== lastRowNumber + 1) {
      throw new WireFormatError(`row number ${lastRowNumber + 1}`, offset, String(number));
    }
    lastRowNumber = number;
    offset += TUPLE_HEADER_BYTES;
    const row = new Array<Value>(width);
    for (let column = 0; column < width; column++) {
      if (offset + 4 > end) throw new WireFormatError('a value size of 4 bytes', offset);
      const size = view.getInt32(offset);
      offset += 4;
      if (size === NULL_SIZE) {
        row[column] = null;
        continue;
      }
      if (size < 0 || offset + size > end) {
        throw new WireFormatError('a value size that the reply can hold', offset - 4, String(size));
      }
      row[column] = (decoders[column] as ValueDecoder)(buffer, offset, size);
      offset += size;
    }
    rows[index] = row;
  }
  reader.offset = offset;
  return { rows, lastRowNumber };
}

/** One decoder a column, chosen once a reply and used for every row. */
function columnDecoders(buffer: Buffer, { types, charset, prefixed }: RowFormat): readonly ValueDecoder[] {
  const ascii = new AsciiText(buffer);
  return types.map((type) =>
    prefixed ? prefixedDecoder(charset, ascii) : valueDecoder(type, charset, ascii),
  );
}
