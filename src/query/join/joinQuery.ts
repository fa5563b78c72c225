import { explainScore } from '../bound/explain.ts';
import type { NestedScoreMode } from '../bound/nestedQuery.ts';
import { type BoundQuery, NOTHING_SCORED, type Weight } from '../bound/query.ts';
import { docArray, docSetOfArray } from '../docSet.ts';
import type { DocSet, LeafContext, ScoredDocs } from '../types.ts';
import { joinIds } from './joinIds.ts';

/** How the documents of one side find those of the other: by the ids in one column. */
export interface JoinSides {
  /** Documents that are looked for first, with the inner query. */
  readonly from: BoundQuery;
  /** What the documents found must be. */
  readonly to: BoundQuery;
  /** The column in which both sides have the parent's id. */
  readonly idField: string;
  readonly scoreMode: NestedScoreMode;
  readonly min: number;
  readonly max: number;
}

/** What the documents of one id come to. */
interface Gathered {
  count: number;
  sum: number;
  best: number;
}

/** `to` documents that share their id with enough `from` documents of the shard. */
export function joinQuery(leaves: readonly LeafContext[], sides: JoinSides): BoundQuery {
  const { from, to, idField, scoreMode, min, max } = sides;
  const weightOf = (boost: number, scored: boolean): Weight => {
    const inner = from.weight(1);
    let gathered: ReadonlyMap<string, Gathered> | null = null;
    const find = (): ReadonlyMap<string, Gathered> => {
      gathered ??= gather(
        leaves,
        (leaf) => (scored ? inner.score(leaf) : { docs: from.match(leaf), scores: null, constant: 1 }),
        idField,
        scoreMode,
      );
      return gathered;
    };
    return { score: (leaf) => joined(leaf, find(), to.match(leaf), { idField, scoreMode, min, max, boost }) };
  };
  const plain = weightOf(1, false);
  const query: BoundQuery = {
    shape: () => ({ type: 'LateParsingQuery', text: `LateParsingQuery {joinField=${idField}}`, parts: [] }),
    explain: (leaf, doc, boost) => explainScore(query, leaf, doc, boost),
    key: `join(${idField},${from.key},${to.key},${scoreMode},${min},${max})`,
    match: (leaf) => plain.score(leaf).docs,
    weight: (boost) => weightOf(boost, scoreMode !== 'none'),
  };
  return query;
}

function gather(
  leaves: readonly LeafContext[],
  scoredOf: (leaf: LeafContext) => ScoredDocs,
  idField: string,
  mode: NestedScoreMode,
): Map<string, Gathered> {
  const found = new Map<string, Gathered>();
  for (const leaf of leaves) {
    const scored = scoredOf(leaf);
    const idOf = joinIds(leaf.reader, idField);
    const { liveDocs } = leaf.reader;
    const docs = docArray(scored.docs);
    for (let i = 0; i < docs.length; i++) {
      if (liveDocs !== null && !liveDocs.has(docs[i])) continue;
      const id = idOf(docs[i]);
      if (id === null) continue;
      const score = scored.scores === null ? scored.constant : scored.scores[i];
      const own = found.get(id);
      if (own === undefined) found.set(id, { count: 1, sum: score, best: score });
      else {
        own.count++;
        own.sum += score;
        own.best = mode === 'min' ? Math.min(own.best, score) : Math.max(own.best, score);
      }
    }
  }
  return found;
}

type JoinOptions = Pick<JoinSides, 'idField' | 'scoreMode' | 'min' | 'max'> & { readonly boost: number };

function joined(
  leaf: LeafContext,
  found: ReadonlyMap<string, Gathered>,
  candidates: DocSet,
  options: JoinOptions,
): ScoredDocs {
  const { scoreMode, min, max, boost } = options;
  if (found.size === 0) return NOTHING_SCORED;
  const idOf = joinIds(leaf.reader, options.idField);
  const docs = docArray(candidates);
  const kept = new Uint32Array(docs.length);
  const scores = new Float32Array(docs.length);
  let n = 0;
  for (const doc of docs) {
    const own = found.get(idOf(doc) ?? '');
    if (own === undefined || own.count < min || own.count > max) continue;
    kept[n] = doc;
    const score = scoreMode === 'sum' ? own.sum : scoreMode === 'avg' ? own.sum / own.count : own.best;
    scores[n++] = scoreMode === 'none' ? boost : Math.fround(Math.fround(score) * boost);
  }
  return { docs: docSetOfArray(kept.subarray(0, n)), scores: scores.subarray(0, n), constant: 0 };
}
