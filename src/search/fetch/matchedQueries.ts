import { hashMapOrder } from '../../common/index.ts';
import { type DocSet, hasDoc, type Query } from '../../query/index.ts';
import type { ShardHit } from '../shard/collector.ts';

interface NamedQuery {
  readonly name: string;
  readonly query: Query;
}

/** What each named query matches in each segment, found when a hit first asks. */
const matches = new WeakMap<Query, Map<number, DocSet>>();

/** The names of the queries that match a hit. */
export function matchedQueries(named: readonly NamedQuery[], hit: ShardHit): string[] {
  const names = named.filter(({ query }) => hasDoc(matchesOf(query, hit), hit.doc)).map(({ name }) => name);
  return [...hashMapOrder([...new Set(names)])];
}

function matchesOf(query: Query, hit: ShardHit): DocSet {
  let leaves = matches.get(query);
  if (leaves === undefined) {
    leaves = new Map();
    matches.set(query, leaves);
  }
  let docs = leaves.get(hit.leaf.ord);
  if (docs === undefined) {
    docs = query.match(hit.leaf);
    leaves.set(hit.leaf.ord, docs);
  }
  return docs;
}
