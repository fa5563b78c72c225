import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { GoldenClient, parse, readGz } from './golden.ts';

/** Replays recorded sessions of real clients: the same status, and every key of the recorded answer with its type. */

interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly req_headers: Readonly<Record<string, string>>;
  readonly req_body: string;
  readonly status: number;
  readonly res_body: string;
}

export interface Mismatch {
  readonly request: string;
  readonly body: string;
  readonly why: string;
}

export function clientNames(): readonly string[] {
  const files = readdirSync(join(import.meta.dirname, 'data', 'clients'));
  return files.map((file) => file.replace('.ndjson.gz', '')).sort();
}

const INDICES = [
  'cl_jdbc cl_dbapi cl-cli cl-dump cl-dump2 cl-js cl-py cl-py2 cl-dsl cl-llama cl-hay cl-wr cl-java cl-mem0',
  'cl-lc-nmslib cl-lc-faiss cl-lc-lucene cl-lcjs-nmslib cl-lcjs-lucene',
].flatMap((names) => names.split(' '));

const setups: Readonly<Record<string, (client: GoldenClient) => Promise<void>>> = {
  async 'odfe-jdbc'(client) {
    const types = { n: 'integer', s: 'keyword', d: 'date', b: 'boolean', f: 'double', t: 'text' };
    const properties = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }]));
    await client.put('/cl_jdbc', { mappings: { properties } });
    for (let i = 0; i < 5; i++) {
      const document = { n: i, s: `x${i % 2}`, d: `2024-01-0${i + 1}`, b: true, f: i + 0.5, t: `hello ${i}` };
      await client.put(`/cl_jdbc/_doc/${i}?refresh=true`, document);
    }
  },
  async opensearchsql(client) {
    await client.put('/cl-cli/_doc/1?refresh=true', { a: 1, s: 'x' });
  },
  async elasticdump(client) {
    const properties = { a: { type: 'integer' }, v: { type: 'knn_vector', dimension: 2 } };
    await client.put('/cl-dump', { settings: { 'index.knn': true }, mappings: { properties } });
    for (const i of [1, 2, 3]) await client.put(`/cl-dump/_doc/${i}?refresh=true`, { a: i, v: [i, 0] });
  },
};

/** Paths of the recorded answer that are missing or of another type in ours. */
function shape(want: unknown, got: unknown, path = '', depth = 0): readonly string[] {
  if (depth > 5 || want === null) return [];
  if (Array.isArray(want)) {
    if (!Array.isArray(got)) return [`${path} is no array`];
    if (want.length === 0) return [];
    return got.length === 0 ? [`${path} is empty`] : shape(want[0], got[0], `${path}[]`, depth + 1);
  }
  if (typeof want === 'object') {
    if (typeof got !== 'object' || got === null || Array.isArray(got)) return [`${path} is no object`];
    const members = got as Record<string, unknown>;
    return Object.entries(want as Record<string, unknown>).flatMap(([key, member]) => {
      if (key in members) return shape(member, members[key], `${path}.${key}`, depth + 1);
      const free =
        /^[\w-]{22}$/.test(key) || /^(orders|articles|kinds|logs|vec|dept|staff|\.tasks|x|v_)/.test(key);
      return free ? [] : [`${path}.${key} is missing`];
    });
  }
  return typeof want === typeof got || got === null ? [] : [`${path} is ${typeof got}, not ${typeof want}`];
}

function compare(exchange: Exchange, status: number, text: string): string | null {
  if (exchange.status !== status) return `status ${status} for ${exchange.status}: ${text.slice(0, 200)}`;
  const want = parse(exchange.res_body);
  if (want === undefined) return null;
  const got = parse(text);
  if (got === undefined) return `no JSON: ${text.slice(0, 100)}`;
  const missing = exchange.path === '/_alias' ? [] : shape(want, got);
  return missing.length === 0 ? null : missing.slice(0, 4).join(', ');
}

const HANDLES = ['_scroll_id', 'cursor', 'pit_id', 'task'];

/** Scroll ids and cursors of the recording become ours in the requests that follow. */
function learnHandles(exchange: Exchange, text: string, handles: Map<string, string>): void {
  const want = parse(exchange.res_body) as Record<string, unknown> | undefined;
  const got = parse(text) as Record<string, unknown> | undefined;
  for (const name of HANDLES) {
    if (typeof want?.[name] === 'string' && typeof got?.[name] === 'string')
      handles.set(want[name], got[name]);
  }
}

export async function replay(base: string, name: string): Promise<readonly Mismatch[]> {
  const client = new GoldenClient(base);
  for (const index of INDICES) await client.call('DELETE', `/${index}`, null);
  await setups[name]?.(client);
  const handles = new Map<string, string>();
  const translate = (text: string): string =>
    [...handles].reduce((all, [from, to]) => all.replaceAll(from, to), text);
  const mismatches: Mismatch[] = [];
  for (const line of readGz('clients', `${name}.ndjson.gz`).trim().split('\n')) {
    const exchange = JSON.parse(line) as Exchange;
    if (!exchange.status) continue;
    const path = translate(exchange.path + (exchange.query ? `?${exchange.query}` : ''));
    const body = translate(exchange.req_body);
    const answer = await client.call(
      exchange.method,
      path,
      body || null,
      exchange.req_headers['content-type'],
    );
    const why = compare(exchange, answer.status, answer.text);
    if (why) mismatches.push({ request: `${exchange.method} ${path}`, body, why });
    learnHandles(exchange, answer.text, handles);
  }
  return mismatches;
}
