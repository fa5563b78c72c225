import { docArray, docSetOfArray, intersect } from '../docSet.ts';
import type { DocSet, ScoredDocs } from '../types.ts';
import { bm25Score, scorePostings } from './bm25.ts';
import { LeafScorer } from './scorer.ts';
import { NOTHING_SCORED } from './scoreSum.ts';
import { scoresOfSome, type TermScores } from './termScores.ts';

/** Below one document in this many postings, each is scored individually. */
const FEW = 4;

/** Scores the postings of one term. */
export class TermScorer extends LeafScorer {
  readonly isCostly = false;
  readonly #term: TermScores;
  #whole: ScoredDocs | null = null;

  constructor(term: TermScores) {
    super();
    this.#term = term;
  }

  among(docs: DocSet): ScoredDocs {
    if (docs.kind === 'all') return this.#all();
    const found = intersect(docs, docSetOfArray(this.#term.docs));
    if (found.kind === 'none') return NOTHING_SCORED;
    const { freqs, norms, scorer } = this.#term;
    if (freqs === null && norms === null) {
      return { docs: found, scores: null, constant: bm25Score(scorer, 1, 1) };
    }
    const list = docArray(found);
    return { docs: docSetOfArray(list), scores: scoresOfSome(this.#term, list), constant: 0 };
  }

  override over(docs: DocSet): ScoredDocs {
    const isFew = docs.kind === 'array' && docs.docs.length * FEW < this.#term.docs.length;
    return isFew ? this.among(docs) : this.#all();
  }

  override at(docs: Uint32Array): Float32Array {
    return scoresOfSome(this.#term, docs);
  }

  #all(): ScoredDocs {
    this.#whole ??= this.#score();
    return this.#whole;
  }

  #score(): ScoredDocs {
    const { docs, freqs, norms, scorer } = this.#term;
    if (freqs === null && norms === null) {
      return { docs: docSetOfArray(docs), scores: null, constant: bm25Score(scorer, 1, 1) };
    }
    return { docs: docSetOfArray(docs), scores: scorePostings(scorer, docs, freqs, norms), constant: 0 };
  }
}
