import { atOnce, FixedBitSet, type Steps } from '../../common/index.ts';
import type { SegmentReader } from '../../segment/index.ts';
import { allDocs, docArray, docSetOfArray, docSetOfBits, intersect, NO_DOCS } from '../docSet.ts';
import type { DocSet, ScoredDocs } from '../types.ts';
import { LeafMatcher } from './matcher.ts';
import { LeafScorer } from './scorer.ts';
import { NOTHING_SCORED, restrictTo } from './scoreSum.ts';

/** How the scores of nested documents are combined into their parent's. */
export interface ScoreJoin {
  /** The nested path of the parents; `null` for root documents. */
  readonly scope: string | null;
  readonly scoreMode: NestedScoreMode;
}

export type NestedScoreMode = 'none' | 'avg' | 'sum' | 'max' | 'min';

/** Applies an inner matcher to nested documents. */
export class MatcherWithin extends LeafMatcher {
  readonly isCostly: boolean;
  readonly #inner: LeafMatcher;
  readonly #children: DocSet;

  constructor(inner: LeafMatcher, children: DocSet) {
    super();
    this.isCostly = inner.isCostly;
    this.#inner = inner;
    this.#children = children;
  }

  among(docs: DocSet): DocSet {
    return atOnce(this.amongInSteps(docs));
  }

  override *amongInSteps(docs: DocSet): Steps<DocSet> {
    const within = intersect(docs, this.#children);
    return intersect(within, yield* this.#inner.overInSteps(within));
  }
}

export class ScorerWithin extends LeafScorer {
  readonly isCostly: boolean;
  readonly #inner: LeafScorer;
  readonly #children: DocSet;

  constructor(inner: LeafScorer, children: DocSet) {
    super();
    this.isCostly = inner.isCostly;
    this.#inner = inner;
    this.#children = children;
  }

  among(docs: DocSet): ScoredDocs {
    return atOnce(this.amongInSteps(docs));
  }

  override *amongInSteps(docs: DocSet): Steps<ScoredDocs> {
    const within = intersect(docs, this.#children);
    return within.kind === 'none'
      ? NOTHING_SCORED
      : restrictTo(yield* this.#inner.overInSteps(within), within);
  }
}

/**
 * Finds documents with a matching nested document. For some documents, only their own nested ones are
 * checked.
 */
export class ParentMatcher extends LeafMatcher {
  readonly isCostly: boolean;
  readonly #reader: SegmentReader;
  readonly #children: LeafMatcher;
  readonly #scope: string | null;

  constructor(reader: SegmentReader, children: LeafMatcher, scope: string | null) {
    super();
    this.isCostly = children.isCostly;
    this.#reader = reader;
    this.#children = children;
    this.#scope = scope;
  }

  among(docs: DocSet): DocSet {
    return atOnce(this.amongInSteps(docs));
  }

  override *amongInSteps(docs: DocSet): Steps<DocSet> {
    const children = docArray(yield* this.#children.amongInSteps(nestedIn(this.#reader, docs)));
    yield;
    const parents = parentSet(this.#reader, parentsOf(this.#reader, children, this.#scope));
    return intersect(docs, parents);
  }
}

export class ParentScorer extends LeafScorer {
  readonly isCostly: boolean;
  readonly #reader: SegmentReader;
  readonly #children: LeafScorer;
  readonly #join: ScoreJoin;

  constructor(reader: SegmentReader, children: LeafScorer, join: ScoreJoin) {
    super();
    this.isCostly = children.isCostly;
    this.#reader = reader;
    this.#children = children;
    this.#join = join;
  }

  among(docs: DocSet): ScoredDocs {
    return atOnce(this.amongInSteps(docs));
  }

  override *amongInSteps(docs: DocSet): Steps<ScoredDocs> {
    const children = yield* this.#children.amongInSteps(nestedIn(this.#reader, docs));
    yield;
    return restrictTo(joinScores(this.#reader, children, this.#join), docs);
  }
}

/** The nested documents of the parents among `docs`. */
function nestedIn(reader: SegmentReader, docs: DocSet): DocSet {
  return docs.kind === 'array' ? docSetOfArray(descendantsOf(reader, docs.docs)) : allDocs(reader.maxDoc);
}

/** The nested documents of ascending parents, which directly precede them. */
export function descendantsOf(reader: SegmentReader, docs: Uint32Array): Uint32Array {
  const found: number[] = [];
  let next = 0;
  for (const doc of docs) {
    let first = doc;
    while (first > next && isWithin(reader, first - 1, doc)) first--;
    if (first === doc) continue;
    for (let child = first; child < doc; child++) found.push(child);
    next = doc;
  }
  return Uint32Array.from(found);
}

function isWithin(reader: SegmentReader, doc: number, around: number): boolean {
  for (let at = reader.parent(doc); at >= 0; at = reader.parent(at)) if (at === around) return true;
  return false;
}

/** The parent of each child, parallel to `children`. Blocks preserve the order. */
export function parentsOf(reader: SegmentReader, children: Uint32Array, scope: string | null): Uint32Array {
  const parents = new Uint32Array(children.length);
  for (let i = 0; i < children.length; i++) {
    let parent = reader.parent(children[i]);
    while (reader.nestedPath(parent) !== scope && reader.parent(parent) >= 0) parent = reader.parent(parent);
    parents[i] = parent;
  }
  return parents;
}

function parentSet(reader: SegmentReader, parents: Uint32Array): DocSet {
  if (parents.length === 0) return NO_DOCS;
  if (parents.length * 32 < reader.maxDoc) return docSetOfArray(Uint32Array.from(new Set(parents)).sort());
  const bits = new FixedBitSet(reader.maxDoc);
  for (let i = 0; i < parents.length; i++) bits.add(parents[i]);
  return docSetOfBits(bits);
}

function joinScores(reader: SegmentReader, scored: ScoredDocs, join: ScoreJoin): ScoredDocs {
  const children = docArray(scored.docs);
  if (children.length === 0) return NOTHING_SCORED;
  const mode = join.scoreMode;
  const parentOf = parentsOf(reader, children, join.scope);
  const parents = docArray(parentSet(reader, parentOf));
  const scores = new Float32Array(parents.length);
  let at = 0;
  for (let p = 0; p < parents.length; p++) {
    let sum = 0;
    let best = mode === 'min' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    let count = 0;
    for (; at < children.length && parentOf[at] === parents[p]; at++, count++) {
      const score = scored.scores === null ? scored.constant : scored.scores[at];
      sum += score;
      best = mode === 'min' ? Math.min(best, score) : Math.max(best, score);
    }
    scores[p] = mode === 'sum' ? sum : mode === 'avg' ? sum / count : best;
  }
  return { docs: docSetOfArray(parents), scores, constant: 0 };
}
