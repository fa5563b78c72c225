import { atOnce, FixedBitSet, type Steps } from '../../common/index.ts';
import { docArray, docSetOfArray, docSetOfBits } from '../docSet.ts';
import type { DocSet, ScoredDocs } from '../types.ts';
import { areFew } from './fewDocs.ts';
import { LeafScorer } from './scorer.ts';
import { eachScoreAt, NOTHING_SCORED, restrictTo } from './scoreSum.ts';

/** The best score of several scorers, plus `tieBreaker` times the others. */
export class DisMaxScorer extends LeafScorer {
  readonly isCostly: boolean;
  readonly #scorers: readonly LeafScorer[];
  readonly #tieBreaker: number;
  readonly #maxDoc: number;

  constructor(scorers: readonly LeafScorer[], tieBreaker: number, maxDoc: number) {
    super();
    this.isCostly = scorers.some(({ isCostly }) => isCostly);
    this.#scorers = scorers;
    this.#tieBreaker = tieBreaker;
    this.#maxDoc = maxDoc;
  }

  among(docs: DocSet): ScoredDocs {
    return atOnce(this.amongInSteps(docs));
  }

  override *amongInSteps(docs: DocSet): Steps<ScoredDocs> {
    const few = areFew(docs, this.#maxDoc);
    const all: ScoredDocs[] = [];
    for (const scorer of this.#scorers)
      all.push(yield* few ? scorer.amongInSteps(docs) : scorer.overInSteps(docs));
    const parts = all.filter((part) => part.docs.kind !== 'none');
    if (parts.length === 0) return NOTHING_SCORED;
    if (parts.length === 1) return restrictTo(parts[0], docs);
    if (few) return bestAmong(parts, this.#tieBreaker, docs.docs);
    return restrictTo(yield* bestOf(parts, this.#tieBreaker, this.#maxDoc), docs);
  }
}

function* bestOf(parts: readonly ScoredDocs[], tieBreaker: number, maxDoc: number): Steps<ScoredDocs> {
  const best = new Float32Array(maxDoc);
  const others = new Float64Array(tieBreaker === 0 ? 0 : maxDoc);
  const bits = new FixedBitSet(maxDoc);
  for (const part of parts) {
    yield;
    const docs = docArray(part.docs);
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i];
      const score = part.scores === null ? part.constant : part.scores[i];
      if (tieBreaker !== 0) others[doc] += Math.min(best[doc], score);
      if (score > best[doc]) best[doc] = score;
      bits.add(doc);
    }
  }
  yield;
  const docs = docArray(docSetOfBits(bits));
  const scores = new Float32Array(docs.length);
  for (let i = 0; i < docs.length; i++) {
    scores[i] = tieBreaker === 0 ? best[docs[i]] : best[docs[i]] + others[docs[i]] * tieBreaker;
  }
  return { docs: docSetOfArray(docs), scores, constant: 0 };
}

/** Like `among`, for a few documents. */
function bestAmong(parts: readonly ScoredDocs[], tieBreaker: number, asked: Uint32Array): ScoredDocs {
  const best = new Float32Array(asked.length);
  const others = new Float64Array(asked.length);
  const found = new Uint8Array(asked.length);
  for (const part of parts) {
    eachScoreAt(part, asked, (i, score) => {
      others[i] += Math.min(best[i], score);
      if (score > best[i]) best[i] = score;
      found[i] = 1;
    });
  }
  const docs = asked.filter((_, i) => found[i] === 1);
  const scores = best.map((own, i) => (tieBreaker === 0 ? own : own + others[i] * tieBreaker));
  return { docs: docSetOfArray(docs), scores: scores.filter((_, i) => found[i] === 1), constant: 0 };
}
