import fc from 'fast-check';
import { flags, searchTargets } from './arbitraries.ts';
import { type Found, type Query, queries, search } from './brute.ts';
import { isUnusable, type Model } from './model.ts';
import type { Real } from './real.ts';
import { same } from './same.ts';
import { type Row, row } from './step.ts';

interface ByQuery {
  readonly target: string;
  readonly query: Query;
  readonly proceed: boolean;
  readonly refresh: boolean;
  /** Sets the number of all that match; null writes them as they are. */
  readonly n: number | null;
}

interface ByQueryAnswer {
  readonly total: number;
  readonly deleted: number;
  readonly updated?: number;
  readonly version_conflicts: number;
  readonly failures: readonly { readonly status: number }[];
  readonly error?: { readonly type: string };
}

/** What has not changed since it was published; the others are conflicts. */
function unchanged(found: readonly Found[]): readonly Found[] {
  return found.filter(({ index, document: { id, routing, seqNo } }) => {
    return index.shardOf(id, routing).documents.get(id)?.seqNo === seqNo;
  });
}

async function runByQuery(kind: 'delete' | 'update', model: Model, real: Real, made: ByQuery): Promise<void> {
  const { target, query, proceed, refresh, n } = made;
  const path = `/${target}/_${kind}_by_query?refresh=${refresh}${proceed ? '&conflicts=proceed' : ''}`;
  const script = kind === 'update' && n !== null ? { script: { source: `ctx._source.n = ${n}` } } : {};
  const { status, body } = await real.ask<ByQueryAnswer>('POST', path, { query, ...script });
  const indices = model.readable(target);
  if (isUnusable(indices)) {
    return same({ status, error: body.error?.type }, indices);
  }
  const found = search(indices, query);
  const written = unchanged(found);
  if (kind === 'delete') for (const one of written) shardOf(one).delete(one.document.id, {});
  else await rewrite(real, written, n);
  if (refresh) for (const index of new Set(written.map(({ index }) => index))) index.refresh();
  const conflicts = found.length - written.length;
  const failed = proceed ? 0 : conflicts;
  const { total, deleted, updated = 0, version_conflicts, failures } = body;
  same(
    {
      status,
      total,
      deleted,
      updated,
      version_conflicts,
      failures: failures.map((one) => one.status),
    },
    {
      status: failed > 0 ? 409 : 200,
      total: found.length,
      deleted: kind === 'delete' ? written.length : 0,
      updated: kind === 'update' ? written.length : 0,
      version_conflicts: conflicts,
      failures: Array.from({ length: failed }, () => 409),
    },
  );
}

const shardOf = ({ index, document: { id, routing } }: Found) => index.shardOf(id, routing);

/**
 * Writes documents anew. In which order a search finds documents is the engine's choice, and with it which sequence
 * number each of them gets: it is asked for them.
 */
async function rewrite(real: Real, found: readonly Found[], n: number | null): Promise<void> {
  for (const shard of new Set(found.map(shardOf))) {
    const here = found.filter((one) => shardOf(one) === shard);
    const seqNos = [];
    for (const { index, document } of here) {
      const routing = document.routing === null ? '' : `?routing=${document.routing}`;
      const path = `/${index.name}/_doc/${document.id}${routing}`;
      seqNos.push((await real.ask<{ _seq_no: number }>('GET', path)).body._seq_no);
    }
    same(
      [...seqNos].sort((a, b) => a - b),
      here.map((_, i) => shard.maxSeqNo + 1 + i),
    );
    const documents = here.map(({ document: { id, routing, source } }) => ({
      id,
      routing,
      source: n === null ? source : { ...source, n },
    }));
    shard.rewrite(documents, seqNos);
  }
}

const byQueries = fc.record({
  target: searchTargets,
  query: queries,
  proceed: flags(2),
  refresh: flags(2),
  n: fc.option(fc.nat({ max: 9 })),
});

export const byQuery: readonly Row[] = [
  row({
    name: 'delete by query',
    arbitrary: byQueries,
    run: (model: Model, real: Real, made: ByQuery) => runByQuery('delete', model, real, made),
  }),
  row({
    name: 'update by query',
    weight: 2,
    arbitrary: byQueries,
    run: (model: Model, real: Real, made: ByQuery) => runByQuery('update', model, real, made),
  }),
];
