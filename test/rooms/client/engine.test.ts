import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringifyJson } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { GoldenClient, goldenCases, loadDataSets } from '../../conformance/recordings/golden.ts';
import { openTestNode, send } from '../../support/node.ts';

/** SQL on a real cluster (`--engine`): another Rockpool stands for it, behind TLS and a password. */

const CREDENTIALS = `Basic ${Buffer.from('ann:s:cret').toString('base64')}`;
let cluster: RockpoolNode;
let front: Server;
let node: RockpoolNode;
let frontUrl: string;
let ca: string | null;
const seen: {
  readonly method: string;
  readonly url: string;
  readonly headers: NodeJS.Dict<string | string[]>;
}[] = [];

/** The cluster's front door: whoever has no password is refused. */
const door: RequestListener = (req, res) => {
  seen.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers });
  if (req.headers.authorization !== CREDENTIALS) {
    res.writeHead(401, { 'www-authenticate': 'Basic' }).end('Unauthorized');
    return;
  }
  const { method, url, headers } = req;
  const inner = request(
    cluster.url + url,
    { method, headers: { ...headers, host: 'localhost' } },
    (answer) => {
      res.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(res);
    },
  );
  req.pipe(inner);
};

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, 'localhost', () => resolve((server.address() as AddressInfo).port));
  });
}

/** A certificate for localhost, signed by itself; null where there is no openssl. */
function certificate(): { readonly key: string; readonly cert: string } | null {
  const folder = mkdtempSync(join(tmpdir(), 'rockpool-engine-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const args = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
  ];
  try {
    execFileSync('openssl', [...args, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

beforeAll(async () => {
  cluster = await openTestNode();
  await loadDataSets(new GoldenClient(cluster.url));
  const pair = certificate();
  front = pair === null ? createServer(door) : createTlsServer(pair, door);
  ca = pair?.cert ?? null;
  frontUrl = `${ca === null ? 'http' : 'https'}://ann:s%3Acret@localhost:${await listening(front)}`;
  node = await openTestNode({ engine: { url: frontUrl, ca } });
});

afterAll(async () => {
  await node?.close();
  front?.close();
  await cluster?.close();
});

/** Figures of one run, cursors, which are each server's own, and the sign of zero, which filtered sources lose. */
function masked(text: string): string {
  return text
    .replace(/'?-0\.0\b/g, '0.0')
    .replace(/"took":\d+/g, '"took":0')
    .replace(/"cursor": "[^"]*"/g, '"cursor": "c"')
    .replace(/No search context found for id \[\d+\]/g, 'No search context found for id [1]');
}

/** The pages of one statement on one server, its errors included. */
async function session(base: string, path: string, body: string): Promise<string[]> {
  const answers: string[] = [];
  for (let next: string | null = body; next !== null && answers.length < 30; ) {
    const { status, text, headers } = await send(base, 'POST', path, next);
    answers.push(`${status} ${headers.get('content-type')} ${headers.get('warning')} ${masked(text)}`);
    const cursor = /"cursor": "([^"]*)"/.exec(text)?.[1];
    next = cursor === undefined ? null : JSON.stringify({ cursor });
  }
  return answers;
}

/** Recorded statements of all areas that speak SQL, and some of their own. */
function statements(): (readonly [area: string, path: string, body: string])[] {
  const sql = /^(?:sql|format|explain|random\/(?:sql|group|join|cursor|nested|date|explain))/;
  const recorded = goldenCases().flatMap(({ area, steps }, i) => {
    const [{ method, path = '', body }] = steps;
    const share = area.startsWith('random/') ? 12 : area === 'sql/error' ? 1 : 3;
    if (
      !sql.test(area) ||
      i % share !== 0 ||
      method !== 'POST' ||
      body === undefined ||
      path.includes('stats')
    )
      return [];
    return [[area, path, stringifyJson(body)] as const];
  });
  const own = [
    { query: 'SELECT s.lastname, d.name FROM staff s JOIN dept d ON s.dept_id = d.id', fetch_size: 50 },
    { query: 'SELECT id FROM dept UNION SELECT dept_id FROM staff' },
    { query: 'WITH x AS (SELECT staff_id AS n FROM staff) SELECT n FROM x WHERE n > 990 ORDER BY n' },
    { query: 'SHOW TABLES LIKE %' },
    { query: 'DESCRIBE TABLES LIKE orders' },
    { query: 'SELECT order_id, lines FROM orders ORDER BY order_id', fetch_size: 40 },
  ];
  return [...recorded, ...own.map((body) => ['own', '/_plugins/_sql', JSON.stringify(body)] as const)];
}

/** Clock functions answer twice with two times. */
const TIMED = /\b(?:now|sysdate|curdate|curtime|current_|utc_|localtime|rand|unix_timestamp\(\))/i;

describe('SQL gives the same answers on this process and on a real cluster', () => {
  const areas = new Map<string, (readonly [string, string])[]>();
  for (const [area, path, body] of statements()) {
    if (!TIMED.test(body)) areas.set(area, [...(areas.get(area) ?? []), [path, body]]);
  }

  it.each([...areas])(
    '%s',
    async (_area, list) => {
      for (const [path, body] of list) {
        const [far, near] = [await session(node.url, path, body), await session(cluster.url, path, body)];
        expect({ body, answers: far }).toEqual({ body, answers: near });
      }
    },
    60_000,
  );
});

describe('all other requests are forwarded', () => {
  it.each([
    ['GET', '/', undefined],
    ['GET', '/_cat/indices/dept?v&h=index,docs.count', undefined],
    ['HEAD', '/dept', undefined],
    ['HEAD', '/nothing', undefined],
    ['GET', '/nothing/_doc/1', undefined],
    ['POST', '/staff/_search?size=2&filter_path=hits.total', { query: { term: { country: 'PT' } } }],
    ['POST', '/staff/_search', { query: { nope: {} } }],
    ['GET', '/_ext/_knn/stats/hit_count?filter_path=cluster_name', undefined],
    ['GET', '/dept/_doc/1?bad=1', undefined],
    ['PATCH', '/dept', undefined],
  ])('%s %s', async (method, path, body) => {
    const [far, near] = [
      await send(node.url, method, path, body),
      await send(cluster.url, method, path, body),
    ];
    expect(masked(far.text)).toBe(masked(near.text));
    expect(far.status).toBe(near.status);
    for (const name of ['content-type', 'content-length', 'warning', 'allow']) {
      expect([
        name,
        name === 'content-length' && near.text.includes('took') ? null : far.headers.get(name),
      ]).toEqual([
        name,
        name === 'content-length' && near.text.includes('took') ? null : near.headers.get(name),
      ]);
    }
  });

  it('writes, with bodies of any size, compressed responses and client headers', async () => {
    const lines = Array.from(
      { length: 3000 },
      (_, n) => `{"index":{}}\n{"n":${n},"text":"${'x'.repeat(100)}"}\n`,
    );
    const { text } = await send(node.url, 'POST', '/handed/_bulk?refresh', lines.join(''));
    expect(JSON.parse(text).errors).toBe(false);
    const headers = { 'x-opaque-id': 'mine', 'accept-encoding': 'gzip' };
    const answer = await fetch(`${node.url}/handed/_search?size=1000`, { headers });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.headers.get('x-opaque-id')).toBe('mine');
    expect(((await answer.json()) as { hits: { hits: unknown[] } }).hits.hits.length).toBe(1000);
    const count = await send(node.url, 'POST', '/_plugins/_sql', { query: 'SELECT COUNT(*) FROM handed' });
    expect(JSON.parse(count.text).datarows).toEqual([[3000]]);
  });

  it.each(['GET', 'POST', 'DELETE'])('bodies of unknown length with %s', async (method) => {
    const path = method === 'DELETE' ? '/_search/scroll' : '/staff/_count';
    const body = method === 'DELETE' ? '{"scroll_id":["nope"]}' : '{"query":{"term":{"country":"PT"}}}';
    const ask = (base: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
        const sent = request(base + path, { method, headers }, async (answer) => {
          let text = String(answer.statusCode);
          for await (const chunk of answer) text += chunk;
          resolve(text);
        });
        sent.on('error', reject);
        sent.write(body.slice(0, 9));
        sent.end(body.slice(9));
      });
    expect(await ask(node.url)).toBe(await ask(cluster.url));
  });

  it('sends the cluster its password, but never the Origin header of the page', async () => {
    seen.length = 0;
    await fetch(`${node.url}/dept/_count`, {
      headers: { authorization: 'Basic bm9ib2R5', origin: node.url },
    });
    expect(seen).toMatchObject([{ url: '/dept/_count', headers: { authorization: CREDENTIALS } }]);
    expect(seen[0].headers.origin).toBeUndefined();
  });

  it('answers its own APIs itself', async () => {
    seen.length = 0;
    for (const path of ['/_console', '/_rockpool/faults', '/_plugins/_sql/stats', '/_ext/_sql/stats']) {
      await send(node.url, 'GET', path);
    }
    expect(seen).toEqual([]);
  });
});

describe('an unusable cluster', () => {
  const paths = ['/_plugins/_sql', '/staff/_search'] as const;

  async function answers(url: string, timeoutMs?: number) {
    const lonely = await openTestNode({ engine: { url, ca: null, timeoutMs } });
    try {
      const body = { query: 'SELECT 1 FROM staff' };
      const all = await Promise.all(paths.map((path) => send(lonely.url, 'POST', path, body)));
      return all.map(({ status, text }) => ({ status, ...JSON.parse(text) }));
    } finally {
      await lonely.close();
    }
  }

  it('is a 502 with a reason if the connection is refused', async () => {
    for (const { status, error } of await answers('http://127.0.0.1:1')) {
      expect({ status, type: error.type }).toEqual({ status: 502, type: 'runtime_exception' });
      expect(error.reason).toContain('the cluster at http://127.0.0.1:1 cannot be used');
    }
  });

  it('is a 504 if it does not respond', async () => {
    const silent = createTcpServer();
    const port = await listening(silent);
    for (const { status, error } of await answers(`http://localhost:${port}`, 200)) {
      expect([status, error.reason]).toEqual([504, expect.stringContaining('no response for 200 ms')]);
    }
    silent.close();
  });

  it('is a 502 if the certificate is not trusted or the connection is reset', async () => {
    for (const { status } of ca === null ? [] : await answers(frontUrl)) expect(status).toBe(502);
    const rude = createTcpServer((socket) => socket.once('data', () => socket.destroy()));
    const rudePort = await listening(rude);
    for (const { status } of await answers(`http://localhost:${rudePort}`)) expect(status).toBe(502);
    rude.close();
  });

  it('is a 401 if the password is wrong', async () => {
    const { protocol, port } = new URL(frontUrl);
    const wrong = `${protocol}//ann:no@localhost:${port}`;
    const lonely = await openTestNode({ engine: { url: wrong, ca } });
    const { status, text } = await send(lonely.url, 'POST', '/_plugins/_sql', {
      query: 'SELECT 1 FROM staff',
    });
    expect([status, text]).toEqual([401, expect.stringContaining('401 [Unauthorized]')]);
    expect((await send(lonely.url, 'GET', '/')).status).toBe(401);
    await lonely.close();
  });
});
