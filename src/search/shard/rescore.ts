import type { Turns } from '../../common/index.ts';
import { docArray, docSetOfArray, indexOfDoc, type Query, type ScoredDocs } from '../../query/index.ts';
import type { RescoreSpec } from '../source/rescoreSpec.ts';
import type { ShardHit } from './collector.ts';
import { rescored } from './rescoreMode.ts';
import type { ShardSearch } from './shardContext.ts';
import { inWindows } from './windows.ts';

const f32 = Math.fround;

/** The best hits of a shard, rescored by each rescorer in turn. */
export function* rescoreHits(
  search: ShardSearch,
  specs: readonly RescoreSpec[],
  hits: readonly ShardHit[],
): Turns<readonly ShardHit[]> {
  let current = hits;
  for (const spec of specs) {
    const query = spec.query.bindDirectly(search.context);
    search.explained.rescored(spec, query);
    yield* search.runPreparations();
    const best = current.slice(0, spec.windowSize);
    const scores = yield* scoresOf(search, query, best);
    const window = best.map((hit) => ({ ...hit, score: combine(spec, hit.score, scores.get(hit) ?? null) }));
    const position = (hit: ShardHit): number => hit.leaf.docBase + hit.doc;
    const rest = current
      .slice(spec.windowSize)
      .map((hit) => ({ ...hit, score: f32(hit.score * spec.queryWeight) }));
    // Hits beyond the window compete with those inside it, even if their scores are not comparable.
    current = [...window, ...rest].sort((a, b) => b.score - a.score || position(a) - position(b));
  }
  return current;
}

/** A query's scores of some hits; those that do not match are omitted. */
function* scoresOf(
  search: ShardSearch,
  query: Query,
  hits: readonly ShardHit[],
): Turns<ReadonlyMap<ShardHit, number>> {
  const found = new Map<ShardHit, number>();
  for (const leaf of search.leaves) {
    const own = hits.filter((hit) => hit.leaf === leaf).sort((a, b) => a.doc - b.doc);
    const scorer = own.length === 0 ? null : query.scorer(leaf);
    yield* inWindows(search, own.length, (from, to) => {
      const asked = own.slice(from, to);
      const docs = docSetOfArray(Uint32Array.from(asked, ({ doc }) => doc));
      const scored = scorer?.among(docs) ?? null;
      if (scored !== null) tellScores(scored, asked, (hit, score) => found.set(hit, score));
      return true;
    });
  }
  return found;
}

function tellScores(
  { docs, scores, constant }: ScoredDocs,
  asked: readonly ShardHit[],
  tell: (hit: ShardHit, score: number) => void,
): void {
  const list = docArray(docs);
  for (const hit of asked) {
    const at = indexOfDoc(list, hit.doc);
    if (at >= 0) tell(hit, scores === null ? constant : scores[at]);
  }
}

function combine(spec: RescoreSpec, first: number, second: number | null): number {
  const primary = f32(first * spec.queryWeight);
  if (second === null) return primary;
  return f32(rescored(spec.mode, primary, f32(second * spec.rescoreWeight)));
}
