import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import { RamDirectory } from '../../../src/directory/index.ts';
import type { Rockpool } from '../../../src/library/index.ts';
import { openPoolOver } from '../../support/pool.ts';

/**
 * Lists of commands, on three nodes, for an index `i` whose primary is on `p`, its replica on `r`, while `f` has none;
 * and an index `alone` without replicas, on `a`. `-` stands for a copy without a place.
 */
type Nodes = Readonly<Record<'p' | 'r' | 'f' | 'a' | 'b', string>>;

const DOCUMENTS = 20;

async function ask(pool: Rockpool, method: string, path: string, body: object | null = null) {
  const { status, text } = await pool.request(method, path, body);
  return { status, json: JSON.parse(text) as JsonObject };
}

async function nodesOf(pool: Rockpool, index: string): Promise<readonly string[]> {
  const { json } = await ask(pool, 'GET', `/_cat/shards/${index}?format=json&h=node,state&s=prirep`);
  const rows = json as unknown as { node: string | null; state: string }[];
  return rows.map(({ node, state }) =>
    node === null ? '-' : `${node}${state === 'STARTED' ? '' : ` ${state}`}`,
  );
}

async function opened(
  root = new RamDirectory(),
): Promise<{ root: RamDirectory; pool: Rockpool; nodes: Nodes }> {
  const pool = await openPoolOver(root, 3);
  for (const [name, replicas] of [
    ['i', 1],
    ['alone', 0],
  ] as const) {
    await ask(pool, 'PUT', `/${name}`, { settings: { number_of_replicas: replicas } });
    for (let id = 0; id < DOCUMENTS; id++) await ask(pool, 'PUT', `/${name}/_doc/${id}`, { n: id });
  }
  const all = ['node-1', 'node-2', 'node-3'];
  const [p, r] = await nodesOf(pool, 'i');
  const [a] = await nodesOf(pool, 'alone');
  const f = String(all.find((name) => name !== p && name !== r));
  return { root, pool, nodes: { p, r, f, a, b: String(all.find((name) => name !== a)) } };
}

/** `cancel i p primary`, `move i p f`, `replica i f`, `empty i p`, `stale i p` with letters for nodes. */
function commandOf(line: string, nodes: Nodes): JsonObject {
  const [name, index, first, second] = line.split(' ');
  const place = { index, shard: 0 };
  const node = nodes[first as keyof Nodes];
  switch (name) {
    case 'cancel':
      return { cancel: { ...place, node, ...(second && { allow_primary: true }) } };
    case 'move':
      return { move: { ...place, from_node: node, to_node: nodes[second as keyof Nodes] } };
    case 'replica':
      return { allocate_replica: { ...place, node } };
  }
  return { [`allocate_${name}_primary`]: { ...place, node, accept_data_loss: true } };
}

async function expectWhole(pool: Rockpool, index: string, count = DOCUMENTS): Promise<void> {
  await ask(pool, 'POST', `/${index}/_refresh`);
  expect((await ask(pool, 'GET', `/${index}/_count`)).json.count).toBe(count);
}

/** Commands | nodes of [i] afterwards, the primary's first */
const lists = `
move i p f                         | f r
cancel i p primary                 | r *
cancel i r                         | p *
cancel i r, replica i f            | p f
cancel i p primary, replica i f    | r f
cancel i p primary, cancel i r primary, stale i r | r *
move i r f, cancel i f             | p r
move i p f, cancel i f             | p r
move i p f, cancel i p primary     | r *
`
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()) as [string, string]);

describe('a list of commands', () => {
  it.each(lists)('%s: complete copies are on %s', async (commands, expected) => {
    const { root, pool, nodes } = await opened();
    const body = { commands: commands.split(', ').map((line) => commandOf(line, nodes)) };
    const before = await nodesOf(pool, 'i');
    const dry = await ask(pool, 'POST', '/_cluster/reroute?dry_run=true', body);
    expect([dry.status, await nodesOf(pool, 'i')], JSON.stringify(dry.json.error)).toEqual([200, before]);
    const { status, json } = await ask(pool, 'POST', '/_cluster/reroute', body);
    expect(status, JSON.stringify(json.error)).toBe(200);
    const wanted = expected.split(' ').map((letter) => nodes[letter as keyof Nodes] ?? expect.any(String));
    expect(await nodesOf(pool, 'i')).toEqual(wanted);
    expect((await ask(pool, 'GET', '/_cluster/health')).json.status).toBe('green');
    await expectWhole(pool, 'i');
    const { json: written } = await ask(pool, 'PUT', '/i/_doc/more', { n: 1 });
    expect(written._shards).toEqual({ total: 2, successful: 2, failed: 0 });
    expect(written._seq_no).toBe(DOCUMENTS);
    await pool.close();
    const again = await openPoolOver(root, 3);
    expect(await nodesOf(again, 'i')).toEqual(wanted);
    await expectWhole(again, 'i', DOCUMENTS + 1);
    await again.close();
  });

  it('reopens a primary without a replica in place, in the next term', async () => {
    const { pool, nodes } = await opened();
    const cancel = { commands: [commandOf('cancel alone a primary', nodes)] };
    expect((await ask(pool, 'POST', '/_cluster/reroute', cancel)).status).toBe(200);
    expect(await nodesOf(pool, 'alone')).toEqual([nodes.a]);
    await expectWhole(pool, 'alone');
    const { json } = await ask(pool, 'PUT', '/alone/_doc/more', {});
    expect([json._seq_no, json._primary_term]).toEqual([DOCUMENTS, 2]);
    await pool.close();
  });

  it('may cancel a primary and allocate an empty one', async () => {
    const { pool, nodes } = await opened();
    const commands = ['cancel alone a primary', 'empty alone b'].map((line) => commandOf(line, nodes));
    expect((await ask(pool, 'POST', '/_cluster/reroute', { commands })).status).toBe(200);
    expect(await nodesOf(pool, 'alone')).toEqual([nodes.b]);
    await expectWhole(pool, 'alone', 0);
    await pool.close();
  });

  it('moves a primary while it is written to', async () => {
    const { pool, nodes } = await opened();
    const writes = Array.from({ length: 60 }, async (_, i) => {
      await new Promise((resolve) => setTimeout(resolve, i % 20));
      return (await ask(pool, 'PUT', `/alone/_doc/w${i}`, { n: i })).status;
    });
    const move = { commands: [commandOf('move alone a b', nodes)] };
    expect((await ask(pool, 'POST', '/_cluster/reroute', move)).status).toBe(200);
    expect(await nodesOf(pool, 'alone')).toEqual([nodes.b]);
    const acknowledged = (await Promise.all(writes)).filter((status) => status === 201).length;
    expect(acknowledged).toBeGreaterThan(0);
    await ask(pool, 'POST', '/alone/_refresh');
    const { count } = (await ask(pool, 'GET', '/alone/_count')).json;
    expect(Number(count)).toBeGreaterThanOrEqual(DOCUMENTS + acknowledged);
    await pool.close();
  });
});

/** Commands, the last of which is refused | why */
const refusals = `
cancel i p                         | [cancel_allocation] can't cancel 0 on node {P}, shard is primary and started
cancel i r, cancel i p             | [cancel_allocation] can't cancel 0 on node {P}, shard is primary and started
cancel i r, cancel i r             | [cancel_allocation] can't cancel 0, failed to find it on node {R}
move i r f, move i r f             | [move_allocation] can't move 0, shard is not started (state = RELOCATING]
move i r f, move i f r             | [move_allocation] can't move 0, shard is not started (state = INITIALIZING]
move i r f, move i p f             | [move_allocation] can't move 0, from {P}, to {F}, since its not allowed
move i p f, move i r p             | [move_allocation] can't move 0, from {R}, to {P}, since its not allowed
move i p r                         | [move_allocation] can't move 0, from {P}, to {R}, since its not allowed
cancel i p primary, move i p f     | [move_allocation] can't move 0, failed to find it on node {P}
cancel i r, replica i f, replica i r | [allocate_replica] all copies of [i][0] are already assigned
cancel i r, replica i p            | [allocate_replica] allocation of [i][0] on node {P} is not allowed
cancel alone a primary, empty alone b, empty alone b | [allocate_empty_primary] primary [alone][0] is already assigned
move i p f, cancel alone a primary, stale alone b | [allocate_stale_primary] there is no copy of [alone][0] on
`
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()) as [string, string]);

describe('a list with a command that is refused', () => {
  it.each(refusals)('%s: %s, and nothing is changed', async (commands, words) => {
    const { pool, nodes } = await opened();
    const body = { commands: commands.split(', ').map((line) => commandOf(line, nodes)) };
    const copies = async () =>
      (await ask(pool, 'GET', '/_cluster/state/routing_table?filter_path=routing_table')).json;
    const before = await copies();
    const { status, json } = await ask(pool, 'POST', '/_cluster/reroute', body);
    const { type, reason } = json.error as JsonObject;
    expect([status, type]).toEqual([400, 'illegal_argument_exception']);
    const shown = String(reason).replace(/\{(node-\d)\}(\{[^}]*\}){6}/g, (_, name) => {
      const [letter] = Object.entries(nodes).find(([, node]) => node === name) ?? [name];
      return `{${letter.toUpperCase()}}`;
    });
    expect(shown.slice(0, words.length)).toBe(words);
    expect(await copies()).toEqual(before);
    await pool.close();
  });
});
