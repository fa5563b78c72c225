import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { type CliRun, runCli } from '../../support/cli.ts';
import { openTestNode, send } from '../../support/node.ts';

let node: RockpoolNode;
let folder: string;

beforeAll(async () => {
  node = await openTestNode({ log: silentLogger });
  folder = mkdtempSync(join(tmpdir(), 'rockpool-load-'));
});
afterAll(async () => {
  await node.close();
  rmSync(folder, { recursive: true, force: true });
});

function cli(args: readonly string[], input = ''): Promise<CliRun> {
  const environment = { XDG_STATE_HOME: folder };
  return runCli([...args, '--url', node.url], { input, environment });
}

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const properties = async (index: string) =>
  JSON.parse((await send(node.url, 'GET', `/${index}/_mapping`)).text)[index].mappings.properties;

const people = 'name,age,born,member\nAda Lovelace,36,1815-12-10,true\nAlan Turing,41,1912-06-23,false\n';

describe('rockpool load', () => {
  it('makes the index that a table asks for', async () => {
    const { out, errors, code } = await cli(['load', file('people.csv', people), '--index', 'people']);
    expect({ out, errors, code }).toEqual({ out: '2 documents in people\n', errors: '', code: 0 });
    expect(await properties('people')).toMatchObject({
      name: { type: 'text' },
      age: { type: 'long' },
      born: { type: 'date' },
      member: { type: 'boolean' },
    });
  });

  it('reads tables as they are written elsewhere, and asks where that could be two things', async () => {
    const table = 'name;height;born\nAda;1,65;10.12.1815\nAlan;1,78;23.06.1912\n';
    const loaded = await cli(['load', file('de.csv', table), '--index', 'de']);
    expect(loaded).toEqual({ out: '2 documents in de\n', errors: '', code: 0 });
    expect(await properties('de')).toMatchObject({ height: { type: 'double' }, born: { type: 'date' } });
    expect((await cli(['dump', 'de'])).out).toContain('{"name":"Ada","height":1.65,"born":"1815-12-10"}');
    const path = file('either.csv', 'name,seen\nAda,01/02/2024\n');
    const asked = await cli(['load', path, '--index', 'either']);
    expect([asked.code, asked.errors]).toEqual([
      1,
      expect.stringContaining('column seen: 01/02/2024 could begin'),
    ]);
    await cli(['load', path, '--index', 'either', '--dates', 'mdy']);
    expect((await cli(['dump', 'either'])).out).toBe('{"name":"Ada","seen":"2024-01-02"}\n');
  });

  it('reads gzip, standard input, several files, JSON, and ids of a field', async () => {
    const [zipped, json] = [file('a.csv.gz', gzipSync('id,n\nx,1\n')), file('b.json', '[{"id":"y","n":2}]')];
    expect((await cli(['load', zipped, json, '--index', 'ids', '--id', 'id'])).out).toBe(
      '2 documents in ids\n',
    );
    await cli(['load', '-', '--index', 'ids', '--id', 'id', '--format', 'ndjson'], '{"id":"x","n":3}\n');
    const { out } = await cli(['dump', 'ids', '--format', 'bulk']);
    expect(out.split('\n').slice(0, -1)).toEqual([
      '{"index":{"_id":"x"}}',
      '{"id":"x","n":3}',
      '{"index":{"_id":"y"}}',
      '{"id":"y","n":2}',
    ]);
  });

  it('maps vectors that it is told of', async () => {
    const lines = '{"v":[1,2,3,4],"w":[1]}\n{"v":[4,3,2,1],"w":[2]}\n';
    const path = file('v.ndjson', lines);
    expect((await cli(['load', path, '--index', 'vectors', '--vector', 'v'])).code).toBe(0);
    expect((await properties('vectors')).v).toMatchObject({ type: 'knn_vector', dimension: 4 });
    const { errors, code } = await cli(['load', path, '--index', 'no', '--vector', 'w']);
    expect([errors, code]).toEqual([
      'rockpool: --vector w: its values are not lists of numbers of one length\n',
      1,
    ]);
  });

  it('takes a mapping of a file', async () => {
    const mapping = file('m.json', '{"properties":{"age":{"type":"short"}}}');
    await cli(['load', file('p.csv', people), '--index', 'mapped', '--mapping', mapping]);
    expect((await properties('mapped')).age).toEqual({ type: 'short' });
    const again = await cli(['load', file('p.csv', people), '--index', 'mapped', '--mapping', mapping]);
    expect(again.errors).toContain('mapped is there already; --mapping is for a new index');
  });

  it('lists and counts what is refused, and ends with 1', async () => {
    await send(node.url, 'PUT', '/strict', { mappings: { properties: { n: { type: 'long' } } } });
    const path = file('strict.ndjson', '{"n":1}\n{"n":"x"}\n{"n":\n');
    const { out, errors, code } = await cli(['load', path, '--index', 'strict', '--json']);
    expect(JSON.parse(out)).toMatchObject({ index: 'strict', documents: 1, refused: 2, complete: true });
    expect(errors.split('\n').map((line) => line.replace(/^(refused \S+ line \d: \w+).*/, '$1'))).toEqual([
      `refused ${path} line 2: mapper_parsing_exception`,
      `refused ${path} line 3: mapper_parsing_exception`,
      'rockpool: 2 documents were refused',
      '',
    ]);
    expect(code).toBe(1);
  });

  it('goes on behind what an interrupted load has sent, and doubles nothing', async () => {
    const path = file('many.ndjson', Array.from({ length: 1000 }, (_, n) => `{"n":${n}}\n`).join(''));
    const load = (...more: string[]) =>
      cli(['load', path, '--index', 'many', '--batch', '4kb', '--json', ...more]);
    const rules = [{ request: { action: 'reject', status: 503, path: '/many/_bulk' }, nth: 4 }];
    await send(node.url, 'PUT', '/_rockpool/faults', { seed: 1, rules });
    const broken = await load();
    expect([broken.out, broken.code]).toEqual(['', 1]);
    await send(node.url, 'POST', '/many/_refresh');
    const before = JSON.parse((await send(node.url, 'GET', '/many/_count')).text).count;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(1000);
    const [stateFile] = readdirSync(join(folder, 'rockpool/loads'));
    expect(JSON.parse(readFileSync(join(folder, 'rockpool/loads', stateFile), 'utf8')).documents).toBe(
      before,
    );
    expect(JSON.parse((await load()).out)).toMatchObject({ documents: 1000, refused: 0 });
    expect(JSON.parse((await load('--again')).out)).toMatchObject({ documents: 1000, refused: 0 });
    expect(JSON.parse((await send(node.url, 'GET', '/many/_count')).text).count).toBe(1000);
    expect(readdirSync(join(folder, 'rockpool/loads'))).toEqual([]);
  });

  it.each([
    [['/no/such.csv'], '/no/such.csv: no such file'],
    [['/tmp'], '/tmp: this is no file'],
  ])('%j: %s', async (files, words) => {
    expect(await cli(['load', ...files, '--index', 'x'])).toEqual({
      out: '',
      errors: `rockpool: ${words}\n`,
      code: 1,
    });
  });

  it('says what is no text and what is cut short', async () => {
    const latin = file('latin.csv', Buffer.from('n\ncaf\xe9\n', 'latin1'));
    expect((await cli(['load', latin, '--index', 'x'])).errors).toContain('latin.csv: this is no UTF-8 text');
    const cut = file('cut.csv.gz', gzipSync(people).subarray(0, 40));
    expect((await cli(['load', cut, '--index', 'x'])).errors).toContain('cut.csv.gz: unexpected end of file');
  });
});

describe('rockpool dump', () => {
  beforeAll(() => cli(['load', '-', '--index', 'persons', '--format', 'csv'], people));

  it('writes whole files, gzipped by their name', async () => {
    const target = join(folder, 'out.csv.gz');
    expect((await cli(['dump', 'persons', '--format', 'csv', '-o', target])).out).toBe(
      `2 documents of persons in ${target}\n`,
    );
    expect(gunzipSync(readFileSync(target)).toString().split('\n').sort().slice(1)).toEqual([
      '36,1815-12-10,true,Ada Lovelace',
      '41,1912-06-23,false,Alan Turing',
      'age,born,member,name',
    ]);
    const { errors, code } = await cli(['dump', 'nope', '-o', join(folder, 'nope')]);
    expect([errors, code]).toEqual(['rockpool: no such index [nope]\n', 1]);
    expect(readdirSync(folder).filter((name) => name.startsWith('nope'))).toEqual([]);
  });

  it('takes a query', async () => {
    const { out } = await cli(['dump', 'persons', '--query', '{"range":{"age":{"gt":40}}}']);
    expect(JSON.parse(out).name).toBe('Alan Turing');
    expect((await cli(['dump', 'persons', '--query', '{'])).code).toBe(2);
  });

  const value = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  );
  const fields = fc.dictionary(
    fc.constantFrom('a', 'b', 'c'),
    fc.oneof(value, fc.array(value, { maxLength: 3 })),
  );
  const mapping = { mappings: { dynamic: false } };

  it.each(['bulk', 'ndjson'])('comes back through load as it was: %s', async (format) => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fields, { minLength: 1, maxLength: 20 }), async (documents) => {
        const [from, to] = [`from-${format}-${number}`, `to-${format}-${number++}`];
        for (const index of [from, to]) await send(node.url, 'PUT', `/${index}`, mapping);
        const lines = documents.map((document) => `${JSON.stringify(document)}\n`).join('');
        await cli(['load', '-', '--index', from, '--format', 'ndjson'], lines);
        const dumped = await cli(['dump', from, '--format', format]);
        await cli(['load', '-', '--index', to, '--format', 'ndjson'], dumped.out);
        const again = await cli(['dump', to, '--format', format]);
        const sorted = (text: string): string[] => text.split('\n').sort();
        expect(sorted(again.out)).toEqual(sorted(dumped.out));
        expect(sorted(dumped.out).filter((line) => !line.startsWith('{"index"'))).toEqual(sorted(lines));
      }),
      { numRuns: 8 },
    );
  });
});
