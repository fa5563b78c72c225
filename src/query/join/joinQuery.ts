import { atOnce, inTurns, type Pacer, type Steps } from '../../common/index.ts';
import { explainScore } from '../bound/explain.ts';
import type { LeafMatcher } from '../bound/matcher.ts';
import type { NestedScoreMode } from '../bound/nestedJoin.ts';
import { type BoundQuery, SimpleQuery } from '../bound/query.ts';
import { scoreAll } from '../bound/scoreAll.ts';
import { LeafScorer, ScoringMatcher } from '../bound/scorer.ts';
import { NOTHING_SCORED } from '../bound/scoreSum.ts';
import { plainShape, type QueryShape } from '../bound/shape.ts';
import { constantWeight, type Weight, weightOf } from '../bound/weight.ts';
import { docArray, docSetOfArray } from '../docSet.ts';
import type { DocSet, Explanation, LeafContext, QueryShardContext, ScoredDocs } from '../types.ts';
import { joinIds } from './joinIds.ts';

/** The two sides of a join, connected by the ids in one column. */
export interface JoinSides {
  /** Documents found first, by the inner query. */
  readonly from: BoundQuery;
  /** A filter on the resulting documents. */
  readonly to: BoundQuery;
  /** The column that holds the parent's id on both sides. */
  readonly idField: string;
  readonly scoreMode: NestedScoreMode;
  readonly min: number;
  readonly max: number;
}

/** The combined `from` documents of one id. */
interface Gathered {
  count: number;
  sum: number;
  best: number;
}

/** `to` documents that share their id with enough `from` documents of the shard. */
export function joinQuery(context: QueryShardContext, sides: JoinSides): BoundQuery {
  const query = new JoinQuery(context.leaves, sides);
  const { pacer } = context;
  if (pacer !== undefined) context.prepare(() => query.gatherAhead(pacer));
  return query;
}

class JoinQuery extends SimpleQuery {
  readonly key: string;
  readonly #leaves: readonly LeafContext[];
  readonly #sides: JoinSides;
  /** The `from` side, gathered once per search, with scores or without. */
  readonly #gathered = new Map<boolean, ReadonlyMap<string, Gathered>>();

  constructor(leaves: readonly LeafContext[], sides: JoinSides) {
    super();
    const { from, to, idField, scoreMode, min, max } = sides;
    this.key = `join(${idField},${from.key},${to.key},${scoreMode},${min},${max})`;
    this.#leaves = leaves;
    this.#sides = sides;
  }

  shape(): QueryShape {
    return plainShape('LateParsingQuery', `LateParsingQuery {joinField=${this.#sides.idField}}`);
  }

  explain(leaf: LeafContext, doc: number, boost: number): Explanation {
    return explainScore(this, leaf, doc, boost);
  }

  weight(boost: number): Weight {
    const { to, scoreMode } = this.#sides;
    const options = { ...this.#sides, boost };
    return weightOf(
      (leaf) =>
        new JoinScorer(
          to.matcher(leaf),
          () => this.#find(scoreMode !== 'none'),
          (docs, found) => joined(leaf, found, docs, options),
        ),
    );
  }

  protected makeMatcher(leaf: LeafContext): LeafMatcher {
    const options = { ...this.#sides, boost: 1 };
    const matcher = this.#sides.to.matcher(leaf);
    return new ScoringMatcher(
      new JoinScorer(
        matcher,
        () => this.#find(false),
        (docs, found) => joined(leaf, found, docs, options),
      ),
    );
  }

  /** Gathers the `from` side before documents of the `to` side are looked at. */
  async gatherAhead(pacer: Pacer): Promise<void> {
    await inTurns(this.#find(this.#sides.scoreMode !== 'none'), pacer, 1);
  }

  *#find(scored: boolean): Steps<ReadonlyMap<string, Gathered>> {
    const { from, idField, scoreMode } = this.#sides;
    let found = this.#gathered.get(scored) ?? this.#gathered.get(true);
    if (found === undefined) {
      const weight = scored ? from.weight(1) : constantWeight(from, 1);
      found = yield* gather(this.#leaves, (leaf) => weight.scorer(leaf), idField, scoreMode);
      this.#gathered.set(scored, found);
    }
    return found;
  }
}

/** Looks up the ids of `to` documents. */
class JoinScorer extends LeafScorer {
  readonly isCostly = true;
  readonly #to: LeafMatcher;
  readonly #find: () => Steps<ReadonlyMap<string, Gathered>>;
  readonly #join: (docs: DocSet, found: ReadonlyMap<string, Gathered>) => ScoredDocs;

  constructor(
    to: LeafMatcher,
    find: () => Steps<ReadonlyMap<string, Gathered>>,
    join: (docs: DocSet, found: ReadonlyMap<string, Gathered>) => ScoredDocs,
  ) {
    super();
    this.#to = to;
    this.#find = find;
    this.#join = join;
  }

  among(docs: DocSet): ScoredDocs {
    return atOnce(this.amongInSteps(docs));
  }

  override *amongInSteps(docs: DocSet): Steps<ScoredDocs> {
    const found = yield* this.#find();
    return this.#join(yield* this.#to.amongInSteps(docs), found);
  }
}

/** Ids looked up per step. */
const DOCS_IN_A_STEP = 1024;

function* gather(
  leaves: readonly LeafContext[],
  scorerOf: (leaf: LeafContext) => LeafScorer,
  idField: string,
  mode: NestedScoreMode,
): Steps<Map<string, Gathered>> {
  const found = new Map<string, Gathered>();
  for (const leaf of leaves) {
    const scored = yield* scoreAll(scorerOf(leaf), leaf.reader.maxDoc);
    const idOf = joinIds(leaf.reader, idField);
    const { liveDocs } = leaf.reader;
    const docs = docArray(scored.docs);
    for (let i = 0; i < docs.length; i++) {
      if (i % DOCS_IN_A_STEP === DOCS_IN_A_STEP - 1) yield;
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
