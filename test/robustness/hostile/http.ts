import { bare, type HostileInput } from './input.ts';

const METHODS = ['TRACE', 'PATCH', 'PROPFIND', 'OPTIONS', 'HEAD', 'PURGE', 'DELETE'];
const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/cbor',
  'application/smile',
  'application/yaml',
  '',
  'application/json; charset=utf-16',
  'nonsense',
];

export const http: readonly HostileInput[] = [
  ...METHODS.flatMap((method) => [
    bare(`${method} /_plugins/_sql`, method, '/_plugins/_sql'),
    bare(`${method} /pool/_search`, method, '/pool/_search'),
    bare(`${method} /_bulk`, method, '/_bulk'),
    bare(`${method} /_nowhere`, method, '/_nowhere/x'),
  ]),
  ...TYPES.map((type) => ({
    name: `content type [${type}]`,
    method: 'POST',
    path: '/pool/_search',
    headers: { 'content-type': type },
    body: '{"size":1}',
  })),
  bare('absolute target', 'GET', 'http://evil.example/_cluster/health'),
  bare('target of slashes', 'GET', '////'),
  bare('target of dots', 'GET', '/./../..'),
  bare('console outside its folder', 'GET', '/_console/..%2f..%2fpackage.json'),
  bare('console outside its folder, encoded', 'GET', '/_console/%2e%2e/%2e%2e/package.json'),
  bare('console with a NUL', 'GET', '/_console/app.js%00.html'),
  bare('unknown parameter', 'GET', '/pool/_search?nothing=1'),
  bare('parameter of broken percent', 'GET', '/pool/_search?q=%zz'),
  bare('parameter of broken UTF-8', 'GET', '/pool/_search?q=%ff'),
  bare('source parameter', 'GET', '/pool/_search?source=x'),
  bare('unknown format', 'GET', '/_cat/indices?format=nothing'),
  bare('format cbor', 'GET', '/pool/_search?format=cbor'),
  bare('unknown cat column', 'GET', '/_cat/indices?h=nothing'),
  bare('unknown cat sort', 'GET', '/_cat/indices?s=nothing'),
  bare('unknown cat', 'GET', '/_cat/nothing'),
  bare('broken query string', 'GET', '/pool/_search?q=((('),
  bare(
    'query string of every sign',
    'GET',
    '/pool/_search?q=%2B-%26%26%7C%7C!()%7B%7D%5B%5D%5E%22~*%3F%3A%5C%2F',
  ),
  { name: 'expect', method: 'GET', path: '/', headers: { expect: 'nothing' } },
  { name: 'range', method: 'GET', path: '/_console', headers: { range: 'bytes=99999999-' } },
  { name: 'a header of 15 KB', method: 'GET', path: '/', headers: { 'x-long': 'a'.repeat(15_000) } },
  { name: 'opaque id', method: 'GET', path: '/', headers: { 'x-opaque-id': '<script>' } },
];
