import { describe, expect, it } from 'vitest';
import { apisOf, type OpenApi } from '../../../../src/console/app/requests/apis.ts';
import { fromCurl, toCurl, toSheet } from '../../../../src/console/app/requests/curl.ts';
import { foldAt } from '../../../../src/console/app/requests/folds.ts';
import { formatJson } from '../../../../src/console/app/requests/jsonFormat.ts';
import { longLists, readRows, visibleRows } from '../../../../src/console/app/requests/jsonRows.ts';
import { refusedPlace, sendable } from '../../../../src/console/app/requests/send.ts';
import {
  bodyOf,
  jsonLines,
  parseSheet,
  requestAt,
  requestsIn,
} from '../../../../src/console/app/requests/sheet.ts';

const SHEET = `# films
GET /_cat/indices?v

post movies/_search   # the newest
{
  # only a few
  "size": 3,
  "query": { "match_all": {} }
}

PUT /a/_doc/1
{ "text": """GET /not/a/request
"quoted"
""" }
DELETE /a
`;

describe('a sheet', () => {
  const requests = parseSheet(SHEET);

  it('holds its requests, with what belongs to each', () => {
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /_cat/indices?v',
      'POST /movies/_search',
      'PUT /a/_doc/1',
      'DELETE /a',
    ]);
    const [list, search] = requests;
    expect(SHEET.slice(list.from, list.to)).toBe('GET /_cat/indices?v');
    expect(SHEET.slice(search.from, search.to).endsWith('}\n}')).toBe(true);
  });

  it('means the request at the cursor, or all that are selected', () => {
    const at = (text: string) => requestAt(requests, SHEET.indexOf(text))?.path;
    expect(['# films', 'GET /_cat', '"size"', '"quoted"', 'DELETE'].map(at)).toEqual([
      '/_cat/indices?v',
      '/_cat/indices?v',
      '/movies/_search',
      '/a/_doc/1',
      '/a',
    ]);
    const [from, to] = [SHEET.indexOf('"size"'), SHEET.indexOf('"quoted"')];
    expect(requestsIn(requests, { from, to }).map(({ path }) => path)).toEqual([
      '/movies/_search',
      '/a/_doc/1',
    ]);
    expect(requestsIn(requests, { from: to, to }).map(({ path }) => path)).toEqual(['/a/_doc/1']);
    expect(requestsIn([], { from: 0, to: 0 })).toEqual([]);
  });

  it('sends bodies without comments, on the lines where they stand, and long texts as JSON', () => {
    const [list, search, put] = requests.map((request) => bodyOf(SHEET, request));
    expect(list.text).toBe('');
    expect(search).toMatchObject({ keepsLines: true, isLines: false });
    expect(search.text.split('\n')[2]).toBe('  "size": 3,');
    expect(JSON.parse(search.text)).toEqual({ size: 3, query: { match_all: {} } });
    expect(JSON.parse(put.text)).toEqual({ text: 'GET /not/a/request\n"quoted"\n' });
    expect(put.keepsLines).toBe(false);
  });

  it.each([
    ['{ "size": 1 } // few', { size: 1 }],
    ['{ # all\n "size": /* not 2, but */ 1 /* ! */ }', { size: 1 }],
    ['{\n/*\nGET /not/a/request\n"size": 2 */\n"size": 1\n}', { size: 1 }],
    ['{ "q": "http://x/*y*/#z" }', { q: 'http://x/*y*/#z' }],
    ['{ "q": """// no comment""" }', { q: '// no comment' }],
  ])('leaves out comments, wherever they stand: %s', (body, expected) => {
    const sheet = `POST /a//b\n${body}\n/* GET /c */`;
    const requests = parseSheet(sheet);
    expect(requests.map(({ path }) => path)).toEqual(['/a//b']);
    expect(JSON.parse(bodyOf(sheet, requests[0]).text)).toEqual(expected);
  });

  it.each<readonly [sheet: string, path: string, body: string]>([
    ['@i = movies\nGET /${i}/_search\n{"size": ${n}}', '/movies/_search', '{"size": ${n}}'],
    [
      '@n=5\n@w = a b \nPOST /a/_search?q=${w}\n{"q": "${w}", "n": ${n}}',
      '/a/_search?q=a b',
      '{"q": "a b", "n": 5}',
    ],
    ['@q = {"a": "#1"} # all\nPOST /a\n{"q": ${q}}', '/a', '{"q": {"a": "#1"} # all}'],
    ['@i = a\n@i = b\nGET /${i}\n@i = c', '/b', ''],
    ['GET /${i}\n@i = a', '/${i}', ''],
    ['/*\n@i = a\n*/\n# @i = b\nGET /${i}', '/${i}', ''],
    [
      '  @i_2 = a\nPOST /${i_2}/_bulk\n{"index":{"_index":"${i_2}"}}\n{\n}',
      '/a/_bulk',
      '{"index":{"_index":"a"}}\n{ }\n',
    ],
    ['@i = a\nPOST /a\n{"t": """@i = b\n${i} "x" """}', '/a', '{"t": "@i = b\\na \\"x\\" "}'],
    ['@i = $&\nGET /${i}${i}', '/$&$&', ''],
  ])('puts values in for variables that are defined above: %s', (text, path, body) => {
    const [request] = parseSheet(text);
    expect(request.path).toBe(path);
    expect(bodyOf(text, request).text).toBe(body);
  });

  it('counts a variable from its line on, and no part of a body', () => {
    const text = '@i = a\nGET /${i}\n{}\n\n@i = b\nGET /${i}\n';
    const [first, second] = parseSheet(text);
    expect([first.path, text.slice(first.from, first.to), second.path]).toEqual([
      '/a',
      'GET /${i}\n{}',
      '/b',
    ]);
    expect(formatJson('{"n":${n},"s":-${n}}')).toBe('{\n  "n": ${n},\n  "s": -${n}\n}');
  });

  it('sends NDJSON one value a line, however it is written', () => {
    const sheet =
      'POST /_bulk\n{"index":{"_index":"a"}}\n{\n  "x": "}{\\"",\n  "y": [1,\n 2]\n}\n# the end\n';
    const [request] = parseSheet(sheet);
    expect(bodyOf(sheet, request)).toEqual({
      text: '{"index":{"_index":"a"}}\n{ "x": "}{\\"", "y": [1, 2] }\n',
      isLines: true,
      keepsLines: false,
    });
    expect(jsonLines('{"a":1}\n{"b"')).toBe('{"a":1}\n{"b"\n');
  });
});

/** A command, and method, path and body of what it becomes. */
const COMMANDS: readonly (readonly [string, string, string, string])[] = [
  ['curl localhost:9200/_cat/health?v', 'GET', '/_cat/health?v', ''],
  ['$ curl -s https://a.example:9200/', 'GET', '/', ''],
  ['curl -I http://x/a', 'HEAD', '/a', ''],
  ['curl -XDELETE "http://x/a b"', 'DELETE', '/a%20b', ''],
  [
    `curl -X PUT 'http://x/a' -H 'Content-Type: application/json' -d '{"a": "it'\\''s"}'`,
    'PUT',
    '/a',
    '{"a": "it\'s"}',
  ],
  [`curl -s http://x/_search \\\n  -d "{\\"size\\": 1}"`, 'POST', '/_search', '{"size": 1}'],
  [
    'curl -sSkXPOST http://x/_bulk --data-binary $\'{"index":{}}\\n{"a":1}\\n\'',
    'POST',
    '/_bulk',
    '{"index":{}}\n{"a":1}\n',
  ],
  ["curl --request=POST --url http://x/a -u me:secret -o /dev/null --data-raw '@me'", 'POST', '/a', '@me'],
  ['curl -G http://x/_search -d q=star -d size=1', 'GET', '/_search?q=star&size=1', ''],
];

describe('curl', () => {
  it.each(COMMANDS)('%s', (command, method, path, body) => {
    expect(fromCurl(command)).toMatchObject([{ method, path, body }]);
  });

  it('is several requests when there are several commands, whatever else stands there', () => {
    const text = 'export A=1; curl -s x/a | jq .\ncurl x/b -d \'{"a":1.0}\' && curl x/c\n';
    expect(toSheet(fromCurl(text))).toBe('GET /a\n\nPOST /b\n{\n  "a": 1.0\n}\n\nGET /c\n');
  });

  it('says what it cannot take', () => {
    expect(() => fromCurl('wget x')).toThrow('no curl command');
    expect(() => fromCurl('curl x/_bulk --data-binary @films.ndjson')).toThrow('films.ndjson');
  });

  it.each([
    { method: 'GET', path: '/a?q=x%20y', body: '', isLines: false },
    { method: 'HEAD', path: '/a', body: '', isLines: false },
    { method: 'POST', path: '/_search', body: '{"a": "it\'s $HOME \\"here\\" \\\\"}', isLines: false },
    { method: 'POST', path: '/_bulk', body: '{"index":{}}\n{"a":"\'"}\n', isLines: true },
  ])('comes back as it went: $path', (request) => {
    expect(fromCurl(toCurl('http://127.0.0.1:9200', request))).toEqual([request]);
  });
});

describe('JSON as it is written', () => {
  it('gets its members below one another, and keeps the form of numbers', () => {
    expect(formatJson('{"a":[1.0,{"b":"x, {"}],"c":{},\n"d":[ ]}')).toBe(
      '{\n  "a": [\n    1.0,\n    {\n      "b": "x, {"\n    }\n  ],\n  "c": {},\n  "d": []\n}',
    );
    expect([formatJson('{"a'), formatJson('{'), formatJson('')]).toEqual([null, null, '']);
  });

  it('is rows with their places, and no values', () => {
    const text = '{"a":[1,"x\\"y"],\n"b":{"c":null},"d":[]}';
    const reading = readRows(text);
    const rows = reading.next().value as Exclude<ReturnType<typeof reading.next>['value'], number>;
    const shown = Array.from({ length: rows.length }, (_, row) => [
      rows.keyFrom[row] === -1 ? '' : text.slice(rows.keyFrom[row], rows.keyTo[row]),
      text.slice(rows.from[row], rows.to[row]),
      rows.depth[row],
      rows.next[row],
      rows.count[row],
    ]);
    expect(shown.slice(1)).toEqual([
      ['"a"', '[1,"x\\"y"]', 1, 4, 2],
      ['', '1', 2, 3, -1],
      ['', '"x\\"y"', 2, 4, -1],
      ['"b"', '{"c":null}', 1, 6, 1],
      ['"c"', 'null', 2, 6, -1],
      ['"d"', '[]', 1, 7, 0],
    ]);
    expect([...visibleRows(rows, new Set([1]))]).toEqual([0, 1, 4, 5, 6]);
    expect(longLists(rows).size).toBe(0);
  });

  it('is refused where it ends too early or closes too much, and read in pieces where it is long', () => {
    const read = (text: string): number => [...readRows(text)].length;
    for (const text of ['', '{"a":1', '{"a', ']']) expect(() => read(text)).toThrow(SyntaxError);
    expect(read(JSON.stringify(Array.from({ length: 100_000 }, (_, i) => i)))).toBeGreaterThan(5);
  });
});

describe('sending', () => {
  const ref = { $ref: '#/components/parameters/path.index' };
  const operation = { summary: '', parameters: [ref] };
  const paths: OpenApi['paths'] = {
    '/{index}/_search': { get: operation, post: operation },
    '/_cat/count': { get: operation },
  };
  const apis = apisOf({ paths, components: {} });
  const body = { text: '{"a":1}', isLines: false, keepsLines: true };

  it.each([
    ['GET', '/a/_search?q=1', 'POST', '/a/_search?q=1'],
    [
      'GET',
      '/_cat/count?v',
      'GET',
      `/_cat/count?v&source=${encodeURIComponent(body.text)}&source_content_type=application%2Fjson`,
    ],
    ['DELETE', '/a/_search', 'DELETE', '/a/_search'],
  ])('%s %s with a body goes as %s %s', (method, path, sentMethod, sentPath) => {
    expect(sendable(apis, { method, path }, body)).toMatchObject({ method: sentMethod, path: sentPath });
    const bare = { text: '', isLines: false, keepsLines: true };
    expect(sendable(apis, { method, path }, bare)).toEqual({ method, path, note: '' });
  });

  it.each([
    [{ error: { reason: 'no', line: 3, col: 7 } }, 'no', 3, 7],
    [{ error: { reason: 'no', caused_by: { reason: '[2:5] [bool] unknown field' } } }, 'no', 2, 5],
    [
      { error: { reason: 'Unexpected (at [Source: x; line: 4, column: 12])' } },
      'Unexpected (at [Source: x; line: 4, column: 12])',
      4,
      12,
    ],
    [{ error: 'plain words' }, 'plain words', null, null],
  ])('reads why it was refused, and where: %j', (answer, message, line, column) => {
    expect(refusedPlace({ status: 400, text: JSON.stringify(answer) })).toEqual({ message, line, column });
    expect(refusedPlace({ status: 200, text: JSON.stringify(answer) })).toBe(null);
  });
});

describe('what folds', () => {
  it.each([
    ['GET /_search\n{\n  "query": {\n    "a": "}"\n  }\n}', 1, '\n  "query": {\n    "a": "}"\n  }\n'],
    ['GET /_search\n{\n  "query": {\n    "a": "}"\n  }\n}', 2, '\n    "a": "}"\n  '],
    ['{"index":{}}\n{"a":[\n1]}', 1, '"a":[\n1]'],
    ['{"index":{}}\n{"a":[\n1]}', 0, null],
    ['{\n"open": [', 0, null],
    ['GET /_search\n\n{\n}', 0, null],
  ])('%s, line %i', (text, line, folded) => {
    const lines = text.split('\n');
    const from = lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0);
    const fold = foldAt(text, from, from + lines[line].length);
    expect(fold && text.slice(fold.from, fold.to)).toBe(folded);
  });
});
