import fc from 'fast-check';
import { indexNames, searchTargets } from './arbitraries.ts';
import { IndexModel, isUnusable, type Model } from './model.ts';
import { indexBody, outcome, type Real } from './real.ts';
import { same } from './same.ts';
import { type Row, row } from './step.ts';

type Run<Made> = (model: Model, real: Real, made: Made) => Promise<void>;

const EXISTS = { status: 400, error: 'resource_already_exists_exception' };
const NOT_FOUND = { status: 404, error: 'index_not_found_exception' };
const ILLEGAL = { status: 400, error: 'illegal_argument_exception' };
const DONE = { status: 200, answer: true };

interface Acknowledged {
  readonly acknowledged: boolean;
}
const acknowledged = (body: Acknowledged): boolean => body.acknowledged;

const create: Run<{ name: string; shards: number }> = async (model, real, { name, shards }) => {
  const answer = await real.ask<Acknowledged>('PUT', `/${name}`, indexBody(shards));
  const exists = model.indices.has(name);
  if (!exists) model.indices.set(name, new IndexModel(name, shards));
  same(outcome(answer, acknowledged), exists ? EXISTS : DONE);
};

const remove: Run<string> = async (model, real, name) => {
  const answer = await real.ask<Acknowledged>('DELETE', `/${name}`);
  const existed = model.indices.delete(name);
  for (const [alias, indices] of model.aliases) {
    indices.delete(name);
    if (indices.size === 0) model.aliases.delete(alias);
  }
  same(outcome(answer, acknowledged), existed ? DONE : NOT_FOUND);
};

const close: Run<string> = async (model, real, name) => {
  const answer = await real.ask<Acknowledged>('POST', `/${name}/_close`);
  const index = model.indices.get(name);
  if (index?.isOpen) {
    index.isOpen = false;
    for (const shard of index.shards) shard.primaryStarted();
  }
  same(outcome(answer, acknowledged), index ? DONE : NOT_FOUND);
};

const open: Run<string> = async (model, real, name) => {
  const answer = await real.ask<Acknowledged>('POST', `/${name}/_open`);
  const index = model.indices.get(name);
  if (index && !index.isOpen) {
    index.isOpen = true;
    for (const shard of index.shards) {
      shard.primaryStarted();
      shard.reopened();
    }
  }
  same(outcome(answer, acknowledged), index ? DONE : NOT_FOUND);
};

/** Gives `x` a type; it may have another by a document. */
const putMapping: Run<{ name: string; type: 'long' | 'keyword' }> = async (model, real, { name, type }) => {
  const answer = await real.ask<Acknowledged>('PUT', `/${name}/_mapping`, { properties: { x: { type } } });
  const index = model.indices.get(name);
  const before = index?.fields.get('x') ?? type;
  if (before === type) index?.fields.set('x', type);
  same(outcome(answer, acknowledged), !index ? NOT_FOUND : before === type ? DONE : ILLEGAL);
};

interface Maintained {
  readonly _shards: { readonly failed: number };
}

/** A request to all shards of some indices; `then` says what it does to an index of the model. */
const maintain =
  (path: string, then: (index: IndexModel) => void = () => {}): Run<string> =>
  async (model, real, target) => {
    const answer = await real.ask<Maintained>('POST', `/${target}/${path}`);
    const indices = model.readable(target);
    const expected = isUnusable(indices) ? indices : { status: 200, answer: 0 };
    if (!isUnusable(indices)) for (const { index } of indices) then(index);
    same(
      outcome(answer, ({ _shards }) => _shards.failed),
      expected,
    );
  };

/** The graphs of a node, in and out of its memory: answers stay the same. */
const warmup: Run<string> = async (model, real, target) => {
  const answer = await real.ask<Maintained>('GET', `/_plugins/_knn/warmup/${target}`);
  const indices = model.readable(target);
  const expected = isUnusable(indices) ? indices : { status: 200, answer: 0 };
  same(
    outcome(answer, ({ _shards }) => _shards.failed),
    expected,
  );
};

const evict: Run<null> = async (_model, real) => {
  const { status } = await real.ask('POST', '/_rockpool/knn/clear');
  same(status, 200);
};

export const indices: readonly Row[] = [
  row({
    name: 'create index',
    arbitrary: fc.record({ name: indexNames, shards: fc.constantFrom(1, 2) }),
    run: create,
  }),
  row({ name: 'delete index', arbitrary: indexNames, run: remove }),
  row({ name: 'close', arbitrary: indexNames, run: close }),
  row({ name: 'open', weight: 2, arbitrary: indexNames, run: open }),
  row({
    name: 'put mapping',
    arbitrary: fc.record({ name: indexNames, type: fc.constantFrom('long' as const, 'keyword' as const) }),
    run: putMapping,
  }),
  row({
    name: 'refresh',
    weight: 6,
    arbitrary: searchTargets,
    run: maintain('_refresh', (index) => index.refresh()),
  }),
  row({ name: 'flush', weight: 2, arbitrary: searchTargets, run: maintain('_flush') }),
  row({
    name: 'force merge',
    weight: 2,
    arbitrary: searchTargets,
    run: maintain('_forcemerge?max_num_segments=1'),
  }),
  row({ name: 'warm up', weight: 2, arbitrary: searchTargets, run: warmup }),
  row({ name: 'evict graphs', arbitrary: fc.constant(null), run: evict }),
];
