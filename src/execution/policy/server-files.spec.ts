import { describe, expect, it } from 'vitest';
import { GuardError } from '../../errors/call-error.js';
import { checkServerFiles } from '../../../test/helpers/statement-checks.js';

describe('files of the database host', () => {
  it.each([
    "SELECT CLOB_FROM_FILE('file:/etc/hostname')",
    "INSERT INTO t VALUES (blob_from_file ('/etc/hostname'))",
    "UPDATE t SET c = [Clob_From_File]/* x */('/etc/hostname')",
    "SELECT \"CLOB_FROM_FILE\"('/x'), `BLOB_FROM_FILE`('/x')",
    "CREATE VIEW v AS SELECT CLOB_FROM_FILE('/x') c",
    "PREPARE p FROM 'SELECT CLOB_FROM_FILE(''/x'')'",
    "SELECT * FROM DBLINK(s, 'SELECT CLOB_FROM_FILE(''/x'')') AS x(c CLOB)",
    "CREATE PROCEDURE p AS BEGIN EXECUTE IMMEDIATE 'SELECT blob_from_file(''/x'')'; END",
    'CREATE PROCEDURE p AS c CLOB; BEGIN c := CLOB_FROM_FILE(a); END',
    "SHOW LOG HEADER OF '/x'",
  ])('refuses %s', (sql) => {
    expect(() => checkServerFiles({ text: sql })).toThrow(GuardError);
  });

  it.each([
    "SELECT 'CLOB_FROM_FILE(''file:/x'')'",
    "INSERT INTO notes VALUES ('BLOB_FROM_FILE')",
    'SELECT clob_from_file FROM t /* CLOB_FROM_FILE(1) */',
    "SELECT CHAR_TO_CLOB('x')",
    'SHOW LOG HEADER',
  ])('allows %s', (sql) => {
    expect(() => checkServerFiles({ text: sql })).not.toThrow();
  });

  it('names the place and who can allow it', () => {
    expect(() => checkServerFiles({ text: "INSERT INTO t\nVALUES (CLOB_FROM_FILE('/x'))" })).toThrow(
      expect.objectContaining({
        message:
          'CLOB_FROM_FILE(…) at line 2, column 9 reads a file of the database host, whatever the rights of the user.',
        hint: 'Only the operator of this server can allow it (CORADB_SERVER_FILES=on).',
      }) as Error,
    );
  });
});
