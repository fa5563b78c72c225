import fc from 'fast-check';
import type { Model, ShardModel } from './model.ts';
import { NODES, type Real } from './real.ts';
import { same } from './same.ts';
import { type Row, row } from './step.ts';

interface CopyRow {
  readonly index: string;
  readonly shard: string;
  readonly prirep: 'p' | 'r';
}

interface CopyOfShard {
  readonly shard: ShardModel;
  readonly isPrimary: boolean;
}

/** The shards that have a copy on this node (null: on none). Which those are is the engine's choice. */
async function copiesOn(model: Model, real: Real, node: string | null): Promise<readonly CopyOfShard[]> {
  const path = '/_cat/shards?format=json&h=index,shard,prirep,node&expand_wildcards=all';
  const { body } = await real.ask<(CopyRow & { node: string | null })[]>('GET', path);
  return body
    .filter((copy) => copy.node === node)
    .flatMap(({ index, shard, prirep }) => {
      const found = model.indices.get(index)?.shards[Number(shard)];
      return found ? [{ shard: found, isPrimary: prirep === 'p' }] : [];
    });
}

/** With all nodes there is a copy in every place; with one less there may be too. */
async function checkHealth(model: Model, real: Real): Promise<void> {
  const { body } = await real.ask<{ status: string }>('GET', '/_cluster/health');
  if (model.stopped === null || body.status !== 'yellow') same(body.status, 'green');
}

/** As if the node's process were killed: every shard has another copy, which goes on with all that was acknowledged. */
async function stop(model: Model, real: Real, node: string): Promise<void> {
  const copies = await copiesOn(model, real, node);
  const { status } = await real.ask('POST', `/_rockpool/nodes/${node}/stop`);
  same(status, 200);
  model.stopped = node;
  for (const { shard, isPrimary } of copies) if (isPrimary) shard.promoted();
  await checkHealth(model, real);
}

/** Its copies catch up from their primaries. */
async function start(model: Model, real: Real): Promise<void> {
  const node = String(model.stopped);
  const { status } = await real.ask('POST', `/_rockpool/nodes/${node}/start`);
  same(status, 200);
  model.stopped = null;
  await filled(model, real, await copiesOn(model, real, node));
}

/** The others wait no longer for a node that has stopped: they take its replicas, filled from the primaries. */
async function wait(model: Model, real: Real): Promise<void> {
  const missing = await copiesOn(model, real, null);
  const { status } = await real.ask('POST', '/_rockpool/clock', { advance: '1m' });
  same(status, 200);
  await filled(model, real, missing);
}

/** What new copies show to searches is all that there is: the others are refreshed. */
async function filled(model: Model, real: Real, copies: readonly CopyOfShard[]): Promise<void> {
  for (const { shard } of copies) shard.copyStarted();
  await real.ask('POST', '/_refresh');
  for (const index of model.indices.values()) if (index.isOpen) index.refresh();
  await checkHealth(model, real);
}

/** All nodes run again; nobody remembers versions of what was deleted. */
async function restart(model: Model, real: Real): Promise<void> {
  await real.restart();
  model.stopped = null;
  for (const index of model.indices.values()) for (const shard of index.shards) shard.reopened();
  await checkHealth(model, real);
}

export const nodes: readonly Row[] = [
  row({
    name: 'kill',
    weight: 3,
    arbitrary: fc.constantFrom(...NODES),
    check: (model) => model.stopped === null,
    run: stop,
  }),
  row({
    name: 'start',
    weight: 4,
    arbitrary: fc.constant(null),
    check: (model) => model.stopped !== null,
    run: start,
  }),
  row({ name: 'wait', arbitrary: fc.constant(null), run: wait }),
  row({ name: 'restart', arbitrary: fc.constant(null), run: restart }),
];
