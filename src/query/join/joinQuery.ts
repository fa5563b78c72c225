import type { SegmentReader } from '../../segment/index.ts';
import { docArray, docSetOfArray, intersect } from '../docSet.ts';
import type { NestedScoreMode } from '../lucene/nestedQuery.ts';
import { type LuceneQuery, NOTHING_SCORED, type Weight } from '../lucene/query.ts';
import type { DocSet, LeafContext, ScoredDocs } from '../types.ts';

/** How the documents of one side find those of the other: by the ids in one column. */
export interface JoinSides {
  /** Documents that are looked for first, with the inner query. */
  readonly from: LuceneQuery;
  /** What the documents found must be. */
  readonly to: LuceneQuery;
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
export function joinQuery(leaves: readonly LeafContext[], sides: JoinSides): LuceneQuery {
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
  return {
    key: `join(${idField},${from.key},${to.key},${scoreMode},${min},${max})`,
    match: (leaf) => plain.score(leaf).docs,
    weight: (boost) => weightOf(boost, scoreMode !== 'none'),
  };
}

/** The ids of a document in a join column. */
export function joinIds(reader: SegmentReader, idField: string): (doc: number) => string | null {
  const column = reader.column(idField);
  if (column === null || column.kind !== 'ordinals') return () => null;
  const { ords, offsets, presence, dictionary } = column;
  return (doc) => {
    if (presence !== null && !presence.has(doc)) return null;
    const at = offsets === null ? doc : offsets[doc];
    if (offsets !== null && offsets[doc + 1] === at) return null;
    return dictionary.term(ords[at]);
  };
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

/** The documents of `query` that share a document's id: its children, or its parent. */
export function relatedDocs(
  leaves: readonly LeafContext[],
  scoredOf: (leaf: LeafContext) => ScoredDocs,
  idField: string,
  id: string,
): { readonly leaf: LeafContext; readonly scored: ScoredDocs }[] {
  return leaves.map((leaf) => {
    const terms = leaf.reader.terms(idField);
    const ord = terms?.lookup(id) ?? -1;
    if (terms === null || ord < 0) return { leaf, scored: NOTHING_SCORED };
    const all = scoredOf(leaf);
    const docs = docArray(intersect(all.docs, docSetOfArray(terms.docs(ord)))).filter(
      (doc) => leaf.reader.liveDocs?.has(doc) ?? true,
    );
    const own = new Map(Array.from(docArray(all.docs), (doc, i) => [doc, all.scores?.[i] ?? all.constant]));
    const scores = Float32Array.from(docs, (doc) => own.get(doc) ?? 0);
    return { leaf, scored: { docs: docSetOfArray(docs), scores, constant: 0 } };
  });
}
