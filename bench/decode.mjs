/** Rows decoded a second of processor time, this package's codec against node-cubrid 11, on the same reply bytes. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { FrameReader } from '../dist/driver/coradb/wire/framing.js';
import { decodeExecute, decodeFetch } from '../dist/driver/coradb/wire/messages/execute.js';
import { decodePrepare } from '../dist/driver/coradb/wire/messages/prepare.js';
import { measure } from './measure.mjs';

const require = createRequire(import.meta.url);
const ExecuteQueryPacket = require('node-cubrid/src/packets/PrepareExecutePacket.js');
const FetchPacket = require('node-cubrid/src/packets/FetchPacket.js');
const PacketReader = require('node-cubrid/src/packets/PacketReader.js');

const CONTEXT = { protocolVersion: 12, charset: 'utf-8' };
const LOGGER = { debug() {} };

/** Both get whole frames as they come from a socket: PREPARE once, then EXECUTE with rows and FETCHes. */
function ours({ prepare, execute, fetches }) {
  const reader = new FrameReader();
  const prepared = decodePrepare(reader.push(prepare)[0].body, CONTEXT);
  const context = { ...CONTEXT, ...prepared, fetchInline: true };
  return () => {
    const batches = [decodeExecute(reader.push(execute)[0].body, context).fetched.rows];
    for (const fetch of fetches) batches.push(decodeFetch(reader.push(fetch)[0].body, context).rows);
    return batches;
  };
}

function theirs({ prepare, execute, fetches }) {
  const options = { protocolVersion: 12, logger: LOGGER, sql: '' };
  const packet = new ExecuteQueryPacket(options);
  const readerOf = (bytes) => {
    const reader = new PacketReader();
    reader.write(bytes);
    return reader;
  };
  packet.parsePrepare(readerOf(prepare));
  return () => {
    packet.parseExecute(readerOf(execute));
    const batches = [packet.resultSet.ColumnValues];
    for (const bytes of fetches) {
      const fetch = new FetchPacket(options);
      fetch.parse(readerOf(bytes), packet);
      batches.push(fetch.resultSet.ColumnValues);
    }
    return batches;
  };
}

function captured(name, count = Infinity) {
  const url = new URL(`../test/fixtures/captures/${name}.json`, import.meta.url);
  const { exchanges } = JSON.parse(readFileSync(url, 'utf8'));
  const frames = (kind) =>
    exchanges.filter((exchange) => exchange.function === kind).map((e) => Buffer.from(e.response, 'hex'));
  const rows = frames('FETCH').filter((frame) => frame.length > 100);
  return { prepare: frames('PREPARE')[0], execute: frames('EXECUTE')[0], fetches: rows.slice(0, count) };
}

// A generated table of everyday columns, written without any code of the package.

const int = (value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const text = (value) => Buffer.from(`${value}\0`);
const sized = (bytes) => Buffer.concat([int(bytes.length), bytes]);
const frame = (body) => Buffer.concat([int(body.length), Buffer.from('01fffffb', 'hex'), body]);

const COLUMNS = [
  ['id', '8008', (n) => [n, int(n)]],
  ['qty', '8009', (n) => [n % 100, int(n % 100).subarray(2)]],
  ['sku', '8502', (n) => [`SKU-${10_000 + n}`, text(`SKU-${10_000 + n}`)]],
  [
    'name',
    '8502',
    (n) => [`Long sleeve shirt, cotton, size ${n % 60}`, text(`Long sleeve shirt, cotton, size ${n % 60}`)],
  ],
  ['city', '8502', (n) => [`서울 ${n % 25}`, text(`서울 ${n % 25}`)]],
  ['total', '8015', (n) => [9_007_199_254_740_993n + BigInt(n), bigint(9_007_199_254_740_993n + BigInt(n))]],
  ['price', '8007', (n) => [`${n}.50`, text(`${n}.50`)]],
  ['weight', '800c', (n) => [n / 8, double(n / 8)]],
  ['made', '8016', (n) => ['2024-02-29 12:30:45.007', shorts(2024, 2, 29, 12, 30, 45, 7), n]],
  ['note', '8502', (n) => (n % 3 === 0 ? [null, null] : ['ok', text('ok')])],
];

function bigint(value) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return bytes;
}

function double(value) {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

function shorts(...values) {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => bytes.writeInt16BE(value, index * 2));
  return bytes;
}

function generated(rowCount) {
  const empty = sized(text(''));
  const records = COLUMNS.map(([name, type]) =>
    Buffer.concat([
      Buffer.from(`${type}0000`, 'hex'),
      int(10),
      sized(text(name)),
      empty,
      empty,
      Buffer.alloc(1),
      empty,
      Buffer.alloc(7),
    ]),
  );
  const prepare = Buffer.concat([
    int(1),
    int(-1),
    Buffer.from([21]),
    int(0),
    Buffer.alloc(1),
    int(COLUMNS.length),
    ...records,
  ]);
  const rows = Array.from({ length: rowCount }, (_, index) => {
    const values = COLUMNS.map(([, , make]) => make(index + 1)[1]);
    return Buffer.concat([
      int(index + 1),
      Buffer.alloc(8),
      ...values.map((bytes) => (bytes === null ? int(-1) : sized(bytes))),
    ]);
  });
  const info = Buffer.concat([
    int(rowCount),
    Buffer.alloc(1),
    int(1),
    Buffer.from([21]),
    int(rowCount),
    Buffer.alloc(17),
    int(-2),
  ]);
  const execute = Buffer.concat([info, int(0), int(rowCount), ...rows, Buffer.from([1])]);
  return { prepare: frame(prepare), execute: frame(execute), fetches: [] };
}

/** A value as text, the way each side hands it out; dates in the form of the engine. */
function readable(value) {
  if (value instanceof Date) return value.toISOString().replace('T', ' ').slice(0, -1);
  if (value !== null && typeof value === 'object' && 'text' in value) return value.text;
  return value === null ? null : String(value);
}

function wrongValues(batches, expected) {
  let wrong = 0;
  batches.flat().forEach((row, index) => {
    row.forEach((value, column) => {
      const right = readable(expected(index + 1)[column]);
      const same =
        column === 6 && right !== null
          ? Number(readable(value)) === Number(right)
          : readable(value) === right;
      if (!same) wrong += 1;
    });
  });
  return wrong;
}

const NINES = '-99999999999999999999999999999999999999';
const CASES = [
  ['INT and text, captured, 1800 rows', captured('fetch-big'), (n) => [n, `row ${n}`]],
  ['NUMERIC(38), captured, 108 rows', captured('early-commit-lost-rows', 0), (n) => [n, NINES, NINES, NINES]],
  [
    '10 everyday columns, generated, 200 rows',
    generated(200),
    (n) => COLUMNS.map(([, , make]) => make(n)[0]),
  ],
];

for (const [title, frames, expected] of CASES) {
  const contenders = { 'this package': ours(frames), 'node-cubrid': theirs(frames) };
  const rows = contenders['this package']().flat().length;
  const medians = measure(contenders);
  console.log(title);
  for (const [name, run] of Object.entries(contenders)) {
    const wrong = wrongValues(run(), expected);
    console.log(
      `  ${name.padEnd(13)} ${Math.round(medians[name] * rows).toLocaleString('en')} rows/s of processor time, ${wrong} wrong values`,
    );
  }
  console.log(`  ratio         ${(medians['this package'] / medians['node-cubrid']).toFixed(2)}`);
}
