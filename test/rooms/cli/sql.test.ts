import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../src/cli/index.ts';
import { silentLogger } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { splitStatements } from '../../../src/statement/index.ts';
import { noServices, runCli } from '../../support/cli.ts';
import { plantFilms } from '../../support/films.ts';
import { openTestNode, send } from '../../support/node.ts';

let node: RockpoolNode;
let folder: string;

beforeAll(async () => {
  node = await openTestNode({ log: silentLogger });
  await plantFilms(node.url);
  const lines = Array.from({ length: 30 }, (_, n) => `{"index":{}}\n{"n":${n}}\n`);
  await send(node.url, 'POST', '/many/_bulk?refresh=true', lines.join(''));
  folder = mkdtempSync(join(tmpdir(), 'rockpool-sql-'));
});
afterAll(async () => {
  await node.close();
  rmSync(folder, { recursive: true, force: true });
});

const sql = (args: readonly string[], input = '', columns?: number) =>
  runCli(['sql', ...args, '--url', node.url], { input, columns });
const printed = async (...args: string[]) => `\n${(await sql(args)).out}`;

const ALL = 'SELECT title, genre, year FROM films ORDER BY year';

describe('a result', () => {
  it('is a table in which wide characters take two columns', async () => {
    expect(await printed(ALL)).toBe(`
 title    │ genre  │ year
──────────┼────────┼──────
 七人の侍 │ Drama  │ 1954
 Alien    │ Horror │ 1979
 Heat     │ NULL   │ 1995
`);
  });

  it('fits the terminal: the widest columns give way', async () => {
    const { out } = await sql(
      ["SELECT title, CONCAT('a text that', ' is too long') AS t, year FROM films ORDER BY year"],
      '',
      32,
    );
    expect(`\n${out}`).toBe(`
 title    │ t            │ year
──────────┼──────────────┼──────
 七人の侍 │ a text that… │ 1954
 Alien    │ a text that… │ 1979
 Heat     │ a text that… │ 1995
(3 rows)
`);
  });

  it('stands upright where a table would be too wide', async () => {
    const { out } = await sql(['SELECT title, genre, year FROM films WHERE year = 1995'], '', 20);
    expect(`\n${out}`).toBe(`
─[ row 1 ]───
 title │ Heat
 genre │ NULL
 year  │ 1995
(1 row)
`);
  });

  it.each([
    ['csv', 'title,genre,year\n七人の侍,Drama,1954\nAlien,Horror,1979\nHeat,,1995\n'],
    ['raw', '七人の侍|Drama|1954\nAlien|Horror|1979\nHeat||1995\n'],
    [
      'markdown',
      '| title | genre | year |\n| --- | --- | --: |\n| 七人の侍 | Drama | 1954 |\n' +
        '| Alien | Horror | 1979 |\n| Heat |  | 1995 |\n',
    ],
    [
      'json',
      '{"title":"七人の侍","genre":"Drama","year":1954}\n' +
        '{"title":"Alien","genre":"Horror","year":1979}\n{"title":"Heat","genre":null,"year":1995}\n',
    ],
  ])('is %s', async (format, expected) => {
    expect((await sql([ALL, '--format', format])).out).toBe(expected);
    // The same by pages.
    expect((await sql([ALL, '--format', format, '--fetch-size', '1'])).out).toBe(expected);
    expect((await sql([`${ALL};`, '--format', format, '--fetch-size', '2'])).out).toBe(expected);
  });
});

describe('a pipe', () => {
  it('runs statements and commands one after the other, until one fails', async () => {
    const script =
      "-- the first;\nSELECT 1;\n\\format csv\nSELECT ';' AS a\n;SELECT nope FROM films; SELECT 2";
    const { out, errors, code } = await sql([], script);
    expect(out).toBe(' 1\n───\n 1\na\n;\n');
    expect(errors).toBe(
      '  SELECT nope FROM films\n         ^^^^\n' +
        "rockpool: can't resolve Symbol(namespace=FIELD_NAME, name=nope) in type env\n",
    );
    expect(code).toBe(1);
  });

  it.each([
    ['a; b', ['a'], ' b'],
    ['SELECT \';\', ";", `;` -- ;\n; x', ['SELECT \';\', ";", `;` -- ;'], ' x'],
    ["SELECT 'it''s;' ;", ["SELECT 'it''s;'"], ''],
    ['/* ; */ a;', ['/* ; */ a'], ''],
    ["SELECT 'open; b;", [], "SELECT 'open; b;"],
  ])('%j is cut at its semicolons', (text, statements, rest) => {
    expect(splitStatements(text)).toEqual({ statements, rest });
  });
});

describe('commands of the shell', () => {
  const write = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const script = (text: string, environment = {}) =>
    runCli(['sql', '--format', 'csv', '--url', node.url], { input: text, environment });

  it('run files, which may run others, but not each other for ever', async () => {
    const inner = write('inner.sql', 'SELECT 2 AS b;\n');
    const outer = write('outer.sql', `SELECT 1 AS a;\n\\i ${inner}\nSELECT 3 AS c`);
    expect((await script(`\\i ${outer}\nSELECT 4 AS d`)).out).toBe('a\n1\nb\n2\nc\n3\nd\n4\n');
    for (const args of [
      ['-f', outer],
      ['--file', outer, '--format', 'csv'],
    ]) {
      expect(await sql(args)).toMatchObject({ errors: '', code: 0 });
    }
    const endless = write('endless.sql', '');
    writeFileSync(endless, `\\i ${endless}\n`);
    const { errors, code } = await script(`\\i ${endless}`);
    expect([errors, code]).toEqual([`rockpool: ${endless}: more than 16 files run each other\n`, 1]);
    expect((await script('\\i /none.sql')).errors).toBe('rockpool: /none.sql: no such file\n');
    expect((await sql(['SELECT 1', '-f', outer])).code).toBe(2);
    const quits = write('quits.sql', 'SELECT 1 AS a;\n\\q\nSELECT 2;');
    expect((await script(`\\i ${quits}\nSELECT 3;`)).out).toBe('a\n1\n');
  });

  it('print results into a file, and here again', async () => {
    const target = join(folder, 'out.csv');
    const { out } = await script(`\\o ${target}\nSELECT 1 AS a;\n\\o\nSELECT 2 AS b;`);
    expect([out, readFileSync(target, 'utf8')]).toEqual(['b\n2\n', 'a\n1\n']);
    await script(`\\o ${target}\nSELECT 3 AS c;`);
    expect(readFileSync(target, 'utf8')).toBe('c\n3\n');
    expect((await script('\\o /none/x\nSELECT 1;')).errors).toBe('rockpool: /none/x: no such file\n');
  });

  it('run the last statement again and again', async () => {
    const statements = (out: string): number => out.match(/^n$/gm)?.length ?? 0;
    const { out, code } = await script('SELECT COUNT(*) AS n FROM films;\n\\watch 0.01 3\nSELECT 5 AS five');
    expect([statements(out), out.endsWith('five\n5\n'), code]).toEqual([4, true, 0]);
    expect((await script('\\watch 1')).errors).toBe('rockpool: there is no statement to watch yet\n');
    for (const wrong of ['often', '2x']) {
      expect((await script(`SELECT 1;\n\\watch ${wrong}`)).code).toBe(2);
    }
  });

  it('go to another server by its URL or its name, and stay where they are if it is not there', async () => {
    const other = await openTestNode({ log: silentLogger });
    try {
      mkdirSync(join(folder, 'rockpool'), { recursive: true });
      write('rockpool/config.json', JSON.stringify({ servers: { other: { url: other.url } } }));
      const tables = 'SHOW TABLES LIKE films;\n';
      const { out } = await script(`\\format json\n\\c other\n${tables}\\c ${node.url}\n${tables}`, {
        XDG_CONFIG_HOME: folder,
      });
      expect(out.match(/"TABLE_NAME":"films"/g)).toHaveLength(1);
      const failed = await script('\\c localhost:1\n');
      expect([failed.code, failed.errors]).toEqual([3, expect.stringContaining('no server answers')]);
    } finally {
      await other.close();
    }
  });
});

describe('PPL', () => {
  const ppl = (args: readonly string[], input = '') => runCli(['ppl', ...args, '--url', node.url], { input });

  it('is a command of its own, with the same formats', async () => {
    const { out } = await ppl(['source=films | where year > 1960 | sort year | fields title, year']);
    expect(`\n${out}`).toBe(`
 title │ year
───────┼──────
 Alien │ 1979
 Heat  │ 1995
`);
    expect((await ppl(['source=films | stats count() as n', '--format', 'csv'])).out).toBe('n\n3\n');
  });

  it('takes turns with SQL in a pipe; what fails is underlined', async () => {
    const script =
      'source=films | stats min(year) as first;\n\\sql SELECT 1 AS one\n\\sql\nSELECT 2 AS two;\n' +
      '\\ppl source=films | fields nope\n';
    const { out, errors, code } = await ppl(['--format', 'csv'], script);
    expect(out).toBe('first\n1954\none\n1\ntwo\n2\n');
    expect(errors).toBe(
      '  source=films | fields nope\n                        ^^^^\n' +
        "rockpool: can't resolve Symbol(namespace=FIELD_NAME, name=nope) in type env\n",
    );
    expect(code).toBe(1);
  });
});

/** A shell in a terminal of 60 columns; `type` sends keys and waits until the screen shows the words. */
function openShell() {
  const tty = (): PassThrough => Object.assign(new PassThrough(), { isTTY: true, columns: 60, rows: 20 });
  const [input, output, errors] = [tty(), tty(), tty()];
  let screen = '';
  for (const stream of [output, errors]) stream.on('data', (chunk) => (screen += String(chunk)));
  const environment = { XDG_STATE_HOME: folder };
  const code = runCommandLine(['sql', '--url', node.url], noServices, { input, output, errors, environment });
  return {
    code,
    async type(keys: string, shown: string): Promise<string> {
      const from = screen.length;
      input.write(keys);
      await expect.poll(() => screen.slice(from), { timeout: 20_000 }).toContain(shown);
      return screen.slice(from);
    },
  };
}

describe('the shell', { shuffle: false }, () => {
  it('takes statements of several lines, shows errors in place, keeps its history', async () => {
    const shell = openShell();
    await shell.type('', 'sql> ');
    await shell.type('SELECT title,\r', '  -> ');
    expect(await shell.type('year FROM films WHERE year > 1990;\r', '(1 row)')).toContain(' Heat  │ 1995');
    expect(await shell.type('SELECT nope FROM films;\r', '^^^^')).toContain("error: can't resolve");
    await shell.type('\\timing\r', 'timing is on');
    await shell.type('SELECT 1;\r', '(1 row, ');
    expect(await shell.type('\\dt\r', 'films')).toContain('columns');
    expect(await shell.type('\\d films\r', 'knn_vector(4)')).toContain('title');
    await shell.type('\\explain SELECT title FROM films WHERE year > 1990\r', '"range"');
    await shell.type('\\nope\r', 'there is no \\nope');
    await shell.type(`\\c ${node.url}\r`, 'connected to');
    await shell.type('\\c localhost:1\r', 'error: no server answers');
    await shell.type('\\watch 30\r', '(1 row, ');
    await shell.type('\u0003', 'sql> ');
    await shell.type('\\q\r', '');
    expect(await shell.code).toBe(0);
    expect(readFileSync(join(folder, 'rockpool/sql_history'), 'utf8').split('\n').slice(0, 2)).toEqual([
      'SELECT title, year FROM films WHERE year > 1990;',
      'SELECT nope FROM films;',
    ]);
  });

  it('completes names, remembers, gives up a line at Ctrl-C, ends at Ctrl-D', async () => {
    const shell = openShell();
    await shell.type('', 'sql> ');
    // What was typed last in the sitting before.
    await shell.type('\u001b[A', '\\q');
    await shell.type('\u0003', '^C');
    // The tables are known from here on.
    await shell.type('\\dt\r', 'films');
    await shell.type('SELECT ye', 'ye');
    await shell.type('\t', 'YEAR');
    await shell.type('(v) FROM fi', 'fi');
    await shell.type('\t', 'lms');
    await shell.type('\u0003', '^C');
    await shell.type('\u0004', '');
    expect(await shell.code).toBe(0);
  });

  it('speaks PPL after \\\\ppl, with its own words behind Tab', async () => {
    const shell = openShell();
    await shell.type('', 'sql> ');
    await shell.type('\\ppl source=films | fields nope\r', '^^^^');
    await shell.type('\\ppl\r', 'ppl> ');
    await shell.type('\\dt\r', 'films');
    await shell.type('sour', 'sour');
    await shell.type('\t', 'ce');
    await shell.type('=fi', 'fi');
    await shell.type('\t', 'lms');
    expect(await shell.type(' | stats max(year) as y;\r', '(1 row)')).toContain('1995');
    await shell.type('\\explain plan source=films\r', 'PPL has one explanation');
    await shell.type('\\sql\r', 'sql> ');
    await shell.type('\u0004', '');
    expect(await shell.code).toBe(0);
  });

  it('shows long results a screen at a time', async () => {
    const shell = openShell();
    await shell.type('', 'sql> ');
    await shell.type('SELECT n FROM many ORDER BY n;\r', '16 more rows; Enter shows them, q does not');
    await shell.type('\r', '2 more rows');
    await shell.type('q\r', '(28 of 30 rows)');
    await shell.type('\u0004', '');
    expect(await shell.code).toBe(0);
  });
});
