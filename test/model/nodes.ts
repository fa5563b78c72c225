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

/** The shards of the model that have a copy on this node. Which those are is the engine's choice. */
async function copiesOn(
  model: Model,
  real: Real,
  node: string,
): Promise<{ shard: ShardModel; isPrimary: boolean }[]> {
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

/** Its copies catch up from their primaries; what they show to searches is all that there is, so others are refreshed. */
async function start(model: Model, real: Real, node: string): Promise<void> {
  const { status } = await real.ask('POST', `/_rockpool/nodes/${node}/start`);
  same(status, 200);
  model.stopped = null;
  for (const { shard } of await copiesOn(model, real, node)) shard.copyStarted();
  await real.ask('POST', '/_refresh');
  for (const index of model.indices.values()) if (index.isOpen) index.refresh();
  await checkHealth(model, real);
}

export const nodes: readonly Row[] = [
  row({
    name: 'kill',
    weight: 2,
    arbitrary: fc.constantFrom(...NODES),
    check: (model) => model.stopped === null,
    run: stop,
  }),
  row({
    name: 'start',
    weight: 3,
    arbitrary: fc.constantFrom(...NODES),
    check: (model, node) => model.stopped === node,
    run: start,
  }),
];
