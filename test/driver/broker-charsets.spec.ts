import { afterEach, describe, expect, it } from 'vitest';
import { connectTo, RUN, SOON } from '../helpers/broker-connect.js';
import { ReplayBroker } from '../helpers/replay-broker.js';
import { ScriptedDatabase, type ScriptedDatabaseOptions } from '../helpers/scripted-database.js';

/** 한글 as a ko_KR.euckr database of CUBRID 11.4 stores it: what HEX() said on a live server. */
const HANGUL_EUC_KR = Buffer.from('c7d1b1db', 'hex');
/** é as an en_US.iso88591 database stores it. */
const CAFE_LATIN1 = Buffer.from('636166e9', 'hex');
const EUC_KR = 4;
const ISO_8859_1 = 3;

let broker: ReplayBroker | undefined;
afterEach(() => broker?.stop());

async function connect(options: ScriptedDatabaseOptions) {
  const database = new ScriptedDatabase(options);
  broker = await ReplayBroker.start(database);
  return { database, broker, connection: await connectTo(broker) };
}

/** The bytes of the first requests of that name, whole. */
function sent(name: string): Buffer {
  const requests = broker?.requests.filter((request) => request.name === name) ?? [];
  return Buffer.concat(requests.flatMap((request) => request.args));
}

const INSERT = { sql: /^INSERT INTO t/, type: 20, markers: 1, count: 1 };

describe('text for a database that does not write UTF-8', () => {
  it.each([
    ['EUC-KR', EUC_KR, '한글', HANGUL_EUC_KR],
    ['ISO-8859-1', ISO_8859_1, 'café', CAFE_LATIN1],
  ])('leaves in %s', async (_name, charset, text, bytes) => {
    const { connection } = await connect({
      charset,
      statements: [INSERT, { sql: /^SELECT a /, columns: [{ name: 'a', type: 'INT' }], rows: [[1]] }],
    });
    const select = await connection.prepare(`SELECT a FROM t WHERE v = '${text}'`, SOON);
    await select.execute([], RUN);
    expect(sent('PREPARE').includes(bytes)).toBe(true);
    expect(sent('PREPARE').includes(Buffer.from(text, 'utf8'))).toBe(false);
    await connection.plan(`SELECT a FROM t WHERE v = '${text}'`, SOON);
    expect(sent('GET_QUERY_INFO').includes(bytes)).toBe(true);
    await connection.close();
  });

  it.each([
    ['EUC-KR', EUC_KR, '한글', HANGUL_EUC_KR],
    ['ISO-8859-1', ISO_8859_1, 'café', CAFE_LATIN1],
  ])('is bound in %s, plain and typed', async (_name, charset, text, bytes) => {
    for (const parameter of [text, { type: 'VARCHAR', value: text }]) {
      const { connection, broker: started } = await connect({ charset, statements: [INSERT] });
      const insert = await connection.prepare('INSERT INTO t VALUES (?)', SOON);
      await insert.execute([parameter], RUN);
      expect(sent('EXECUTE').includes(bytes)).toBe(true);
      expect(sent('EXECUTE').includes(Buffer.from(text, 'utf8'))).toBe(false);
      await connection.close();
      await started.stop();
    }
  });

  it('is refused before it is stored wrongly', async () => {
    const { connection, database } = await connect({ charset: EUC_KR, statements: [INSERT] });
    const insert = await connection.prepare('INSERT INTO t VALUES (?)', SOON);
    await expect(insert.execute(['😀'], RUN)).rejects.toMatchObject({
      layer: 'input',
      message: 'Parameter 1 does not fit: expected text without a character that euc-kr cannot express',
    });
    await expect(connection.prepare("SELECT '😀'", SOON)).rejects.toMatchObject({ layer: 'input' });
    expect(database.ran.filter(({ sql }) => sql.startsWith('INSERT'))).toEqual([]);
    await connection.close();
  });

  it('is read as such in headings, though the statement is plain ASCII', async () => {
    const { connection } = await connect({
      charset: EUC_KR,
      statements: [
        { sql: 'SELECT * FROM t', columns: [{ name: '', title: HANGUL_EUC_KR, type: 'INT' }], rows: [[1]] },
      ],
    });
    const { columns } = await connection.prepare('SELECT * FROM t', SOON);
    expect(columns.map(({ name }) => name)).toEqual(['한글']);
    await connection.close();
  });
});

describe('text that is the same in every charset', () => {
  it('costs no request more', async () => {
    const { connection, broker: started } = await connect({ statements: [INSERT] });
    const insert = await connection.prepare('INSERT INTO t VALUES (?)', SOON);
    await insert.execute(["it's plain"], RUN);
    expect(started.requests.some(({ name }) => name === 'PREPARE_AND_EXECUTE')).toBe(false);
    await connection.close();
  });
});
