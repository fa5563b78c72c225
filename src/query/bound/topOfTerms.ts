import { FixedBitSet } from '../../common/index.ts';
import type { ScoredDocs, TopDocs, TopRequest } from '../types.ts';
import { BLOCK_DOCS, type BlockImpacts, firstPosting, pairBounds } from './blockImpacts.ts';
import { NOTHING_SCORED } from './scoreSum.ts';
import { scoreOf, type TermScores } from './termScores.ts';

/**
 * Finds the best documents of a disjunction of terms without scoring all of them. Processes blocks in
 * document order, so that ties keep their order; skips a block if its upper bound cannot beat the worst hit
 * so far (block-max, as in Lucene's disjunctions).
 */

export const NOTHING_ON_TOP: TopDocs = { best: NOTHING_SCORED, count: 0 };

/**
 * The best documents with any of the terms. `null` if all scores are 0 (boost 0), since nothing can be
 * skipped then.
 */
export function topOfTerms(
  terms: readonly TermScores[],
  maxDoc: number,
  request: TopRequest,
): TopDocs | null {
  if (terms.some(({ scorer }) => !(scorer.weight > 0))) return null;
  return { best: bestOf(terms, request), count: countOf(terms, maxDoc, request) };
}

/** If a single term reaches the count, the others need not be counted. */
function countOf(terms: readonly TermScores[], maxDoc: number, { countUpTo, accept }: TopRequest): number {
  const refused = accept === null ? 0 : maxDoc - accept.cardinality();
  const most = Math.max(...terms.map(({ docs }) => docs.length));
  if (most - refused > countUpTo || (terms.length === 1 && refused === 0)) return most - refused;
  const united = new FixedBitSet(maxDoc);
  const { words } = united;
  for (const { docs } of terms) {
    for (let i = 0; i < docs.length; i++) words[docs[i] >>> 5] |= 1 << (docs[i] & 31);
  }
  return (accept === null ? united : united.and(accept)).cardinality();
}

function bestOf(terms: readonly TermScores[], { limit, above, accept }: TopRequest): ScoredDocs {
  const best = new BestDocs(limit, above, accept);
  const impacts = terms.map((term) => term.impacts());
  const bounds = blockBounds(terms, impacts);
  const blocks = impacts[0].pairs.length;
  const sums = new Float64Array(BLOCK_DOCS);
  for (let block = 0; block < blocks; block++) {
    const bound = bounds[block];
    if (bound === 0 || bound < best.enough) continue;
    const first = block * BLOCK_DOCS;
    for (let t = 0; t < terms.length; t++) {
      if (impacts[t].pairs[block] > 0) addScores(terms[t], firstPosting(impacts[t], block), first, sums);
    }
    best.offerBlock(first, sums);
    sums.fill(0);
  }
  return best.toScoredDocs();
}

let blockSums: Float64Array = new Float64Array(0);

/**
 * An upper bound for the score of a document in each block, summed like scores. Valid until the next call.
 */
function blockBounds(terms: readonly TermScores[], impacts: readonly BlockImpacts[]): Float64Array {
  const blocks = impacts[0].pairs.length;
  if (blockSums.length < blocks) blockSums = new Float64Array(blocks);
  else blockSums.fill(0, 0, blocks);
  for (const [t, { scorer, table }] of terms.entries()) {
    addBounds(impacts[t].pairs, pairBounds(impacts[t], scorer, table), blockSums);
  }
  return blockSums;
}

function addBounds(pairs: Uint8Array, bounds: Float64Array, sums: Float64Array): void {
  for (let block = 0; block < pairs.length; block++) sums[block] += bounds[pairs[block]];
}

/** Adds the scores of a block's postings. */
function addScores(term: TermScores, from: number, first: number, sums: Float64Array): void {
  const { docs, freqs, norms, table } = term;
  const end = first + BLOCK_DOCS;
  for (let i = from; i < docs.length && docs[i] < end; i++) {
    const at = ((freqs === null ? 1 : freqs[i]) << 8) | (norms === null ? 1 : norms[docs[i]]);
    sums[docs[i] - first] += at < table.length ? table[at] : scoreOf(term, i);
  }
}

/** A bounded heap of documents offered in ascending order: the worst one is on top, among ties the last. */
class BestDocs {
  /** The score that a document must exceed. */
  threshold = Number.NEGATIVE_INFINITY;
  /** No smaller sum rounds to more than the threshold. */
  enough = Number.NEGATIVE_INFINITY;
  readonly #docs: Uint32Array;
  readonly #scores: Float32Array;
  readonly #accept: FixedBitSet | null;
  #size = 0;

  constructor(limit: number, above: number, accept: FixedBitSet | null) {
    this.#accept = accept;
    this.#docs = new Uint32Array(limit);
    this.#scores = new Float32Array(limit);
    this.#raise(above);
  }

  /** Offers the documents from `first` on; a sum of 0 means none of the terms. */
  offerBlock(first: number, sums: Float64Array): void {
    for (let k = 0; k < sums.length; k++) {
      if (sums[k] < this.enough || sums[k] === 0) continue;
      if (this.#accept === null || this.#accept.has(first + k)) this.#offer(first + k, Math.fround(sums[k]));
    }
  }

  #offer(doc: number, score: number): void {
    if (score <= this.threshold) return;
    const limit = this.#docs.length;
    if (this.#size < limit) {
      this.#docs[this.#size] = doc;
      this.#scores[this.#size++] = score;
      if (this.#size < limit) return;
      for (let i = (limit >>> 1) - 1; i >= 0; i--) this.#sink(i);
    } else {
      this.#docs[0] = doc;
      this.#scores[0] = score;
      this.#sink(0);
    }
    if (this.#scores[0] > this.threshold) this.#raise(this.#scores[0]);
  }

  toScoredDocs(): ScoredDocs {
    const order = Array.from({ length: this.#size }, (_, i) => i);
    order.sort((a, b) => this.#docs[a] - this.#docs[b]);
    const docs = Uint32Array.from(order, (i) => this.#docs[i]);
    const scores = Float32Array.from(order, (i) => this.#scores[i]);
    return { docs: docs.length === 0 ? { kind: 'none' } : { kind: 'array', docs }, scores, constant: 0 };
  }

  #raise(threshold: number): void {
    this.threshold = threshold;
    if (threshold > 0) this.enough = (threshold + nextFloat(threshold)) / 2;
  }

  #sink(start: number): void {
    const docs = this.#docs;
    const scores = this.#scores;
    for (let at = start; ; ) {
      let worst = at;
      for (let child = 2 * at + 1; child <= 2 * at + 2 && child < this.#size; child++) {
        const order = scores[child] - scores[worst];
        if (order < 0 || (order === 0 && docs[child] > docs[worst])) worst = child;
      }
      if (worst === at) return;
      [docs[at], docs[worst]] = [docs[worst], docs[at]];
      [scores[at], scores[worst]] = [scores[worst], scores[at]];
      at = worst;
    }
  }
}

const float = new Float32Array(1);
const floatBits = new Int32Array(float.buffer);

/** The next float32 after a positive one. */
function nextFloat(value: number): number {
  float[0] = value;
  floatBits[0]++;
  return float[0];
}
