import { docArray, indexOfDoc, type ScoredDocs } from '../../query/index.ts';
import type { RescoreSpec } from '../source/rescoreSpec.ts';
import type { ShardHit } from './collector.ts';
import { rescored } from './rescoreMode.ts';
import type { ShardSearch } from './shardContext.ts';

const f32 = Math.fround;

/** The best hits of a shard, scored again by each rescorer in turn. */
export async function rescoreHits(
  search: ShardSearch,
  specs: readonly RescoreSpec[],
  hits: readonly ShardHit[],
): Promise<readonly ShardHit[]> {
  let current = hits;
  for (const spec of specs) {
    const query = spec.query.toQuery(search.context);
    search.explained.rescored(spec, query);
    await search.runPreparations();
    const scored = new Map<number, ScoredDocs>();
    const scoreOf = (hit: ShardHit): number | null => {
      let leafScores = scored.get(hit.leaf.ord);
      if (leafScores === undefined) {
        leafScores = query.score(hit.leaf);
        scored.set(hit.leaf.ord, leafScores);
      }
      return scoreAt(leafScores, hit.doc);
    };
    const best = current.slice(0, spec.windowSize);
    const window = await search.loops.complete(() =>
      best.map((hit) => ({ ...hit, score: combine(spec, hit.score, scoreOf(hit)) })),
    );
    const position = (hit: ShardHit): number => hit.leaf.docBase + hit.doc;
    window.sort((a, b) => b.score - a.score || position(a) - position(b));
    const rest = current
      .slice(spec.windowSize)
      .map((hit) => ({ ...hit, score: f32(hit.score * spec.queryWeight) }));
    current = [...window, ...rest];
  }
  return current;
}

/** The score of one document, or null where it does not match. */
export function scoreAt(scored: ScoredDocs, doc: number): number | null {
  if (scored.docs.kind === 'none') return null;
  const at = indexOfDoc(docArray(scored.docs), doc);
  if (at < 0) return null;
  return scored.scores === null ? scored.constant : scored.scores[at];
}

function combine(spec: RescoreSpec, first: number, second: number | null): number {
  const primary = f32(first * spec.queryWeight);
  if (second === null) return primary;
  return f32(rescored(spec.mode, primary, f32(second * spec.rescoreWeight)));
}
