import { hashMapOrder } from '../../common/index.ts';
import { docSetOfArray, type Query } from '../../query/index.ts';
import type { ShardHit } from '../shard/collector.ts';

interface NamedQuery {
  readonly name: string;
  readonly query: Query;
}

/** The names of the queries that match a hit; each query is only evaluated on the hit. */
export function matchedQueries(named: readonly NamedQuery[], { leaf, doc }: ShardHit): string[] {
  const hit = docSetOfArray(Uint32Array.of(doc));
  const matching = named.filter(({ query }) => query.matcher(leaf).among(hit).kind !== 'none');
  return [...hashMapOrder([...new Set(matching.map(({ name }) => name))])];
}
