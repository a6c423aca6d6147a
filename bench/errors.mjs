/**
 * What a model pays for a mistake: characters of the ten errors that calls run into most, as a client gets them. `text`
 * is what most hosts show the model; `message` is the whole result with its structured content.
 */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const DATABASE = { database: 'e-commerce' };
const ERRORS = [
  ['a column that is not there', 'execute_select', { ...DATABASE, sql: 'SELECT id, price FROM product' }],
  ['a table that is not there', 'execute_select', { ...DATABASE, sql: 'SELECT * FROM products' }],
  ['a syntax error', 'execute_select', { ...DATABASE, sql: 'SELECT id FORM product WHERE id = 1' }],
  [
    'a column of a longer query',
    'execute_select',
    {
      ...DATABASE,
      sql:
        'SELECT c.name, COUNT(*) AS products, SUM(p.units_in_stock) AS stock, AVG(p.unit_price) AS average ' +
        'FROM product p JOIN category c ON c.id = p.category WHERE p.unit_price > 10 GROUP BY c.name ORDER BY stock DESC',
    },
  ],
  ['a change in a reading tool', 'execute_select', { ...DATABASE, sql: 'UPDATE product SET unit_price = 1' }],
  [
    'a key that is there already',
    'execute_sql',
    { ...DATABASE, sql: 'INSERT INTO category SELECT * FROM category' },
  ],
  ['too few bind parameters', 'execute_select', { ...DATABASE, sql: 'SELECT id FROM product WHERE id = ?' }],
  ['an unknown database', 'execute_select', { database: 'shop', sql: 'SELECT 1' }],
  ['an unknown input', 'execute_select', { ...DATABASE, sql: 'SELECT 1', limit: 10 }],
  ['an input of the wrong type', 'execute_select', { ...DATABASE, sql: 'SELECT 1', maxRows: '10' }],
];

const client = new Client({ name: 'bench', version: '1.0.0' });
const command = new URL('../dist/main.js', import.meta.url).pathname;
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [command, '--embedded'],
    env: { PATH: process.env.PATH ?? '' },
    stderr: 'ignore',
  }),
);
const total = { text: 0, message: 0 };
const line = (text, message, title) =>
  console.log(`${String(text).padStart(7)} ${String(message).padStart(9)}  ${title}`);
line('text', 'message', '');
for (const [title, name, args] of ERRORS) {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError !== true) throw new Error(`no error: ${title}`);
  const text = result.content[0].text.length;
  const message = JSON.stringify(result).length;
  total.text += text;
  total.message += message;
  line(text, message, title);
  if (process.argv.includes('--show')) console.log(result.content[0].text);
}
line(total.text, total.message, 'in all');
await client.close();
