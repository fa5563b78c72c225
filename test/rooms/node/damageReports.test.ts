import { describe, expect, it } from 'vitest';
import {
  crc32,
  type JsonObject,
  type JsonValue,
  ManualClock,
  SystemRandom,
} from '../../../src/common/index.ts';
import { RamDirectory } from '../../../src/directory/index.ts';
import type { Rockpool } from '../../../src/library/index.ts';
import { repairData } from '../../../src/node/index.ts';
import { filesOf, putFile } from '../../support/folders.ts';
import { openPoolOver } from '../../support/pool.ts';

async function ask(pool: Rockpool, method: string, path: string, body: object | null = null) {
  const { status, text } = await pool.request(method, path, body);
  return { status, text, json: JSON.parse(text) as JsonObject };
}

/** Two indices with four documents each, flushed, and two behind the commit; as after kill -9. */
async function filled(nodeCount: number): Promise<RamDirectory> {
  const root = new RamDirectory();
  const pool = await openPoolOver(root, nodeCount);
  for (const name of ['books', 'films']) {
    const settings = { number_of_shards: 1, number_of_replicas: nodeCount - 1, refresh_interval: '-1' };
    const mappings = { properties: { title: { type: 'text' } } };
    expect((await ask(pool, 'PUT', `/${name}`, { settings, mappings })).status).toBe(200);
    for (let i = 0; i < 4; i++) await ask(pool, 'PUT', `/${name}/_doc/${i}`, { title: `${name} ${i}` });
    await ask(pool, 'POST', `/${name}/_flush`);
    for (let i = 4; i < 6; i++) await ask(pool, 'PUT', `/${name}/_doc/${i}`, { title: `${name} ${i}` });
  }
  const crashed = root.fork();
  await pool.close();
  return crashed;
}

/** Paths of the files of the primary of [books], or of its state file. */
async function pathOf(root: RamDirectory, pattern: RegExp): Promise<string> {
  const state = (await filesOf(root.folder('state'))).map(([, bytes]) => Buffer.from(bytes).toString());
  const books = state.find((text) => text.includes('"name":"books"') && text.includes('"mapping"'));
  const uuid = /"uuid":"([^"]+)"/.exec(String(books))?.[1];
  const node = /"copies":\[\[\["([^"]+)"/.exec(String(books))?.[1];
  const paths = (await filesOf(root)).map(([path]) => path);
  const own = paths.filter(
    (path) => path.includes(`${node}/${uuid}/`) || path.startsWith(`state/index-${uuid}`),
  );
  const found = own.filter((path) => pattern.test(path));
  expect(found, own.join('\n')).not.toEqual([]);
  const sized = await Promise.all(
    found.map(async (path) => [path, (await bytesAt(root, path)).length] as const),
  );
  return sized.reduce((a, b) => (a[1] >= b[1] ? a : b))[0];
}

async function bytesAt(root: RamDirectory, path: string): Promise<Uint8Array> {
  return Uint8Array.from((await filesOf(root)).find(([one]) => one === path)?.[1] ?? []);
}

async function removeAt(root: RamDirectory, path: string): Promise<void> {
  const names = path.split('/');
  await names
    .slice(0, -1)
    .reduce((at, name) => at.folder(name), root)
    .delete(names[names.length - 1]);
}

const flip = (bytes: Uint8Array): Uint8Array => {
  bytes[bytes.length >> 1] ^= 0x10;
  return bytes;
};

/** A state file with another content, as whole as one that another version wrote. */
function rewritten(change: (stored: JsonObject) => JsonValue): (bytes: Uint8Array) => Uint8Array {
  return (bytes) => {
    const [head, body] = Buffer.from(bytes).toString().split('\n', 2);
    const [magic, format, , , name] = head.split(' ');
    const text = Buffer.from(JSON.stringify(change(JSON.parse(body) as JsonObject)));
    const checksum = crc32(text, crc32(Buffer.from(name))).toString(16);
    return Buffer.concat([Buffer.from(`${magic} ${format} ${checksum} ${text.length} ${name}\n`), text]);
  };
}

function withSetting(key: string, value: string): (bytes: Uint8Array) => Uint8Array {
  return rewritten((stored) => ({
    ...stored,
    settings: { ...(stored.settings as JsonObject), [key]: value },
  }));
}

/** What is damaged, and the words in which the shard's details name it. */
const damages: readonly {
  readonly what: string;
  readonly file: RegExp;
  readonly change: (bytes: Uint8Array) => Uint8Array | null;
  readonly details: RegExp;
  /** The index itself, not one copy: no replica helps. */
  readonly isIndex?: true;
}[] = [
  {
    what: 'a bit of a segment',
    file: /_0\.seg$/,
    change: flip,
    details: /^\[books\]\[0\] nodes\/\S+\/0\/_0\.seg: /,
  },
  {
    what: 'a missing segment',
    file: /_0\.seg$/,
    change: () => null,
    details: /^\[books\]\[0\] nodes\/\S+\/0.*_0\.seg/,
  },
  {
    what: 'a bit of the commit',
    file: /segments_\w+$/,
    change: flip,
    details: /^\[books\]\[0\] nodes\/\S+\/0\/segments_\w+: /,
  },
  {
    what: 'the end of the log',
    file: /translog-\d+\.tlog$/,
    change: (bytes) => bytes.slice(0, -10),
    details: /^\[books\]\[0\] nodes\/\S+\/0: translog from source \[translog-\d+\.tlog\] is corrupted/,
  },
  {
    what: 'a missing checkpoint of the log',
    file: /translog\.ckp$/,
    change: () => null,
    details: /^\[books\]\[0\] nodes\/\S+\/0: translog from source \[translog\.ckp\] is corrupted, missing/,
  },
  {
    what: 'a bit of the state file of the index',
    file: /^state\/index-/,
    change: flip,
    details: /state\/index-\S+: /,
    isIndex: true,
  },
  {
    what: 'a missing state file of the index',
    file: /^state\/index-/,
    change: () => null,
    details: /state\/index-\S+: missing/,
    isIndex: true,
  },
  {
    what: 'a mapping of a type that only another version knows',
    file: /^state\/index-/,
    change: rewritten((stored) => ({ ...stored, mapping: { properties: { title: { type: 'future' } } } })),
    details: /state\/index-\S+: cannot be used: .*No handler for type \[future\] declared on field \[title\]/,
    isIndex: true,
  },
  {
    what: 'an analyzer that cannot be built',
    file: /^state\/index-/,
    change: withSetting('index.analysis.analyzer.a.tokenizer', 'future'),
    details: /state\/index-\S+: cannot be used: .*failed to find tokenizer under name \[future\]/,
    isIndex: true,
  },
  {
    what: 'a number of replicas that is none',
    file: /^state\/index-/,
    change: withSetting('index.number_of_replicas', 'many'),
    details: /state\/index-\S+: cannot be used: Failed to parse value \[many\]/,
    isIndex: true,
  },
  {
    what: 'a state file without a mapping',
    file: /^state\/index-/,
    change: rewritten(({ mapping: _, ...others }) => others),
    details: /state\/index-\S+: is not the metadata of the index \[books\]/,
    isIndex: true,
  },
  {
    what: 'a state file that is a list',
    file: /^state\/index-/,
    change: rewritten(() => []),
    details: /state\/index-\S+: is not the metadata of the index \[books\]/,
    isIndex: true,
  },
  {
    what: 'a state file of another uuid',
    file: /^state\/index-/,
    change: rewritten((stored) => ({ ...stored, uuid: 'another' })),
    details: /state\/index-\S+: is not the metadata of the index \[books\]/,
    isIndex: true,
  },
];

async function damagedRoot(
  nodeCount: number,
  row: (typeof damages)[number],
): Promise<{ root: RamDirectory; path: string }> {
  const root = (await good(nodeCount)).fork();
  const path = await pathOf(root, row.file);
  const after = row.change(await bytesAt(root, path));
  await removeAt(root, path);
  if (after !== null) await putFile(root, path, after);
  return { root, path };
}

const made = new Map<number, Promise<RamDirectory>>();
function good(nodeCount: number): Promise<RamDirectory> {
  const known = made.get(nodeCount) ?? filled(nodeCount);
  made.set(nodeCount, known);
  return known;
}

async function expectServes(pool: Rockpool, index: string): Promise<void> {
  await ask(pool, 'POST', `/${index}/_refresh`);
  const found = await ask(
    pool,
    'GET',
    `/${index}/_search?size=20&sort=_id&filter_path=hits.hits._id,_shards.failed`,
  );
  expect(found.text).toBe(
    `{"_shards":{"failed":0},"hits":{"hits":[${[0, 1, 2, 3, 4, 5].map((id) => `{"_id":"${id}"}`).join(',')}]}}`,
  );
}

describe('damage on one node', () => {
  it.each(damages)('$what: affects one shard, and is reported by every API', async (row) => {
    const { root } = await damagedRoot(1, row);
    const pool = await openPoolOver(root);
    await expectServes(pool, 'films');
    expect((await ask(pool, 'PUT', '/films/_doc/new?refresh=true', { title: 'x' })).status).toBe(201);

    const health = await ask(
      pool,
      'GET',
      '/_cluster/health?level=indices&filter_path=status,unassigned_shards,indices.*.status',
    );
    expect(health.json).toEqual({
      status: 'red',
      unassigned_shards: 1,
      indices: { books: { status: 'red' }, films: { status: 'green' } },
    });

    const { json: explained } = await ask(pool, 'GET', '/_cluster/allocation/explain');
    const info = explained.unassigned_info as JsonObject;
    expect(explained).toMatchObject({
      ...{
        index: 'books',
        shard: 0,
        primary: true,
        current_state: 'unassigned',
        can_allocate: 'no_valid_shard_copy',
      },
      allocate_explanation:
        'cannot allocate because all found copies of the shard are either stale or corrupt',
      node_allocation_decisions: [
        {
          node_name: 'node-1',
          node_decision: 'no',
          store: {
            in_sync: true,
            store_exception: { type: 'corrupt_index_exception', reason: info.details },
          },
        },
      ],
    });
    expect(info).toMatchObject({
      reason: 'ALLOCATION_FAILED',
      last_allocation_status: 'no_valid_shard_copy',
    });
    expect(info.details).toMatch(row.details);

    const cat = await ask(
      pool,
      'GET',
      '/_cat/shards/books?format=json&h=state,node,unassigned.reason,unassigned.at,unassigned.details',
    );
    expect(cat.json).toEqual([
      {
        ...{ state: 'UNASSIGNED', node: null, 'unassigned.reason': 'ALLOCATION_FAILED' },
        ...{ 'unassigned.at': info.at, 'unassigned.details': info.details },
      },
    ]);

    const stores = await ask(
      pool,
      'GET',
      '/books/_shard_stores?filter_path=**.allocation,**.store_exception.reason',
    );
    expect(stores.json).toEqual({
      indices: {
        books: {
          shards: { 0: { stores: [{ allocation: 'unused', store_exception: { reason: info.details } }] } },
        },
      },
    });

    const alone = await ask(pool, 'GET', '/books/_search');
    expect([alone.status, (alone.json.error as JsonObject).reason]).toEqual([503, 'all shards failed']);
    const both = await ask(pool, 'GET', '/books,films/_search?size=0');
    // As in the original: a shard without a copy is counted, and not listed among the failures.
    expect([both.status, both.json._shards]).toEqual([
      200,
      { total: 2, successful: 1, skipped: 0, failed: 1 },
    ]);
    const strict = '/books,films/_search?allow_partial_search_results=false';
    expect((await ask(pool, 'GET', strict)).status).toBe(503);
    expect((await ask(pool, 'DELETE', '/books')).status).toBe(200);
    expect((await ask(pool, 'GET', '/_cluster/health')).json.status).toBe('green');
    await pool.close();
    const again = await openPoolOver(root);
    expect((await ask(again, 'GET', '/_cat/indices?h=health,index&format=json')).json).toEqual([
      { health: 'green', index: 'films' },
    ]);
    expect((await ask(again, 'GET', '/films/_count')).json.count).toBe(7);
    await again.close();
  });
});

describe('damage of a primary on three nodes', () => {
  it.each(damages.filter(({ isIndex }) => !isIndex))(
    '$what: a replica takes over, and the copy is recovered',
    async (row) => {
      const { root, path } = await damagedRoot(3, row);
      const damaged = await bytesAt(root, path);
      const pool = await openPoolOver(root, 3);
      await expectServes(pool, 'books');
      await expectServes(pool, 'films');
      const health = await ask(pool, 'GET', '/_cluster/health/books?wait_for_status=yellow&timeout=5s');
      expect(['green', 'yellow']).toContain(health.json.status);
      if (damaged.length > 0) {
        const aside = (await filesOf(root)).filter(
          ([file]) => file.startsWith('quarantine/') && file.endsWith(path),
        );
        expect(aside.map(([, bytes]) => Buffer.compare(bytes, damaged))).toEqual([0]);
      }
      await pool.close();
      const again = await openPoolOver(root, 3);
      await expectServes(again, 'books');
      await again.close();
    },
  );
});

describe('metadata of an index whose own file is damaged', () => {
  it('is reported as unreadable when requested by name, and omitted with a warning otherwise', async () => {
    const { root, path } = await damagedRoot(1, damages[5]);
    await using pool = await openPoolOver(root);
    for (const [method, url, body] of [
      ['GET', '/books/_mapping', null],
      ['GET', '/books/_mapping/field/title', null],
      ['GET', '/books/_settings', null],
      ['GET', '/books/_alias', null],
      ['GET', '/books', null],
      ['PUT', '/books/_mapping', { properties: { more: { type: 'keyword' } } }],
      ['PUT', '/books/_settings', { index: { refresh_interval: '5s' } }],
      ['PUT', '/books/_alias/a', null],
    ] as const) {
      const { status, text } = await ask(pool, method, url, body);
      expect([status, text], url).toEqual([
        500,
        expect.stringContaining(`"reason":"[books] ${path}: its checksum does`),
      ]);
    }
    for (const url of ['/_mapping', '/_settings', '/_alias', '/books,films']) {
      const answer = await pool.request('GET', url);
      expect(Object.keys(JSON.parse(answer.text)), url).toEqual(['films']);
    }
  });

  it('is left unchanged on disk, and works again with a version that can read it', async () => {
    const row = damages.find(({ what }) =>
      what.startsWith('a mapping of a type'),
    ) as (typeof damages)[number];
    const { root, path } = await damagedRoot(1, row);
    const whole = await bytesAt(await good(1), path);
    const stored = await bytesAt(root, path);
    for (const start of [1, 2]) {
      const pool = await openPoolOver(root);
      await ask(pool, 'PUT', `/more${start}`);
      for (const [method, url, body] of [
        ['PUT', '/books/_settings', { index: { refresh_interval: '5s' } }],
        ['PUT', '/books/_doc/1', { title: 'x' }],
        ['POST', '/books/_close', null],
        ['POST', '/books/_open', null],
      ] as const)
        await ask(pool, method, url, body);
      await pool.close();
      expect(Buffer.compare(await bytesAt(root, path), stored), `start ${start}`).toBe(0);
    }
    await removeAt(root, path);
    await putFile(root, path, whole);
    await using pool = await openPoolOver(root);
    await expectServes(pool, 'books');
  });
});

describe('rerouting by hand', () => {
  const reroute = (command: string, members: object = {}) => ({
    commands: [{ [command]: { index: 'books', shard: 0, node: 'node-1', ...members } }],
  });

  it('allocates an empty primary only if the loss is accepted, and keeps the old files', async () => {
    const { root, path } = await damagedRoot(1, damages[0]);
    const damaged = await bytesAt(root, path);
    const pool = await openPoolOver(root);
    const refused = await ask(pool, 'POST', '/_cluster/reroute', reroute('allocate_empty_primary'));
    expect([refused.status, (refused.json.error as JsonObject).reason]).toEqual([
      400,
      '[allocate_empty_primary] allocating an empty primary for [books][0] can result in data loss. Please confirm by ' +
        'setting the accept_data_loss parameter to true',
    ]);
    const accepted = reroute('allocate_empty_primary', { accept_data_loss: true });
    const dry = await ask(pool, 'POST', '/_cluster/reroute?dry_run=true&explain=true', accepted);
    expect(dry.json.explanations).toEqual([
      {
        command: 'allocate_empty_primary',
        parameters: { index: 'books', shard: 0, node: 'node-1', accept_data_loss: true },
        decisions: [
          {
            decider: 'allocate_empty_primary (allocation command)',
            decision: 'YES',
            explanation: 'ignore deciders',
          },
        ],
      },
    ]);
    expect((await ask(pool, 'GET', '/_cluster/health')).json.status).toBe('red');
    expect((await ask(pool, 'POST', '/_cluster/reroute', accepted)).status).toBe(200);
    expect((await ask(pool, 'GET', '/_cluster/health')).json.status).toBe('green');
    expect((await ask(pool, 'GET', '/books/_count')).json.count).toBe(0);
    expect((await ask(pool, 'PUT', '/books/_doc/again?refresh=true', { title: 'x' })).status).toBe(201);
    await expectServes(pool, 'films');
    const aside = (await filesOf(root)).filter(
      ([file]) => file.startsWith('quarantine/') && file.endsWith(path),
    );
    expect(aside.map(([, bytes]) => Buffer.compare(bytes, damaged))).toEqual([0]);
    await pool.close();
    await using again = await openPoolOver(root);
    expect((await ask(again, 'GET', '/books/_count')).json.count).toBe(1);
  });

  it('opens a repaired copy as a stale primary, in a higher term', async () => {
    const { root } = await damagedRoot(1, damages[3]);
    await (await openPoolOver(root)).close();
    const { done } = await repairData(root, new ManualClock(), new SystemRandom());
    expect(done.join('\n')).toMatch(/the translog ends early .*: 1 of its operations were kept/);
    const pool = await openPoolOver(root);
    const { json: explained } = await ask(pool, 'GET', '/_cluster/allocation/explain');
    expect((explained.unassigned_info as JsonObject).details).toContain('repaired: the translog ends early');
    const accepted = reroute('allocate_stale_primary', { accept_data_loss: true });
    expect((await ask(pool, 'POST', '/_cluster/reroute', accepted)).status).toBe(200);
    await ask(pool, 'POST', '/books/_refresh');
    const found = await ask(pool, 'GET', '/books/_search?sort=_id&filter_path=hits.hits._id');
    expect(found.text).toBe(
      `{"hits":{"hits":[${[0, 1, 2, 3, 4].map((id) => `{"_id":"${id}"}`).join(',')}]}}`,
    );
    const { json: written } = await ask(pool, 'PUT', '/books/_doc/5', { title: 'again' });
    expect(Number(written._primary_term)).toBeGreaterThan(1);
    await pool.close();
    await using again = await openPoolOver(root);
    expect((await ask(again, 'GET', '/_cluster/health')).json.status).toBe('green');
  });

  it.each([
    [reroute('allocate_empty_primary', { node: 'nope' }), 400, 'failed to resolve [nope], no matching nodes'],
    [reroute('allocate_empty_primary', { index: 'nope' }), 404, 'no such index [nope]'],
    [reroute('allocate_empty_primary', { shard: 7 }), 404, 'no such shard'],
    [
      reroute('allocate_stale_primary', { index: 'films' }),
      400,
      '[allocate_stale_primary] primary [films][0] is already assigned',
    ],
    [
      reroute('allocate_replica'),
      400,
      '[allocate_replica] trying to allocate a replica shard [books][0], while corresponding primary shard is still unassigned',
    ],
    [
      reroute('allocate_replica', { index: 'films' }),
      400,
      '[allocate_replica] all copies of [films][0] are already assigned. Use the move allocation command instead',
    ],
    [{ nope: 1 }, 400, '[1:2] [cluster_reroute] unknown field [nope]'],
    [
      { commands: [{ move: { index: 'films', shard: 0 } }] },
      400,
      '[1:2] [cluster_reroute] failed to parse field [commands]',
    ],
  ])('%j is refused in the original’s words', async (body, status, reason) => {
    const { root } = await damagedRoot(1, damages[0]);
    await using pool = await openPoolOver(root);
    const answer = await ask(pool, 'POST', '/_cluster/reroute', body);
    expect([answer.status, (answer.json.error as JsonObject).reason]).toEqual([status, reason]);
  });

  it('moves a replica to a node without one', async () => {
    const pool = await openPoolOver(new RamDirectory(), 3);
    await ask(pool, 'PUT', '/i', { settings: { number_of_replicas: 1 } });
    await ask(pool, 'PUT', '/i/_doc/1?refresh=true', { a: 1 });
    const shards = await ask(pool, 'GET', '/_cat/shards/i?format=json&h=prirep,node');
    const rows = shards.json as unknown as { prirep: string; node: string }[];
    const from = rows.find(({ prirep }) => prirep === 'r')?.node;
    const to = ['node-1', 'node-2', 'node-3'].find((name) => !rows.some(({ node }) => node === name));
    const move = { commands: [{ move: { index: 'i', shard: 0, from_node: from, to_node: to } }] };
    expect((await ask(pool, 'POST', '/_cluster/reroute', move)).status).toBe(200);
    const after = await ask(pool, 'GET', '/_cat/shards/i?format=json&h=prirep,node,state,docs&s=prirep:desc');
    expect(after.json).toContainEqual({ prirep: 'r', node: to, state: 'STARTED', docs: '1' });
    const again = await ask(pool, 'POST', '/_cluster/reroute', move);
    expect([again.status, (again.json.error as JsonObject).reason]).toEqual([
      400,
      expect.stringMatching(
        new RegExp(`^\\[move_allocation\\] can't move 0, failed to find it on node \\{${from}\\}`),
      ),
    ]);
    await pool.close();
  });
});
