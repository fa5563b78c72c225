import { docArray, docSetOfArray } from '../docSet.ts';
import type { DocSet, ScoredDocs } from '../types.ts';
import { LeafMatcher, LookingMatcher, slicesOf } from './matcher.ts';
import { LeafScorer } from './scorer.ts';
import { NOTHING_SCORED } from './scoreSum.ts';

/** How often words stand somewhere in the documents of one segment: found by looking at their places. */
export interface Frequencies {
  /** Those of `docs` that may have them: they have the words. */
  candidates(docs: DocSet): DocSet;
  /** How often and how closely, for some of the candidates; 0: not at all. */
  of(docs: Uint32Array): Float32Array;
  /** At most so many places are looked at for all documents of the segment; absent: that is not known. */
  readonly places?: number;
}

/** So many places are looked at in a few milliseconds. */
const QUICK_PLACES = 50_000;

/** Whether all documents should not be looked at in one turn of the event loop. */
function areCostly({ places = Number.POSITIVE_INFINITY }: Frequencies): boolean {
  return places > QUICK_PLACES;
}

/** Scores the documents in which words stand as often as it takes. */
export class FrequencyScorer extends LeafScorer {
  readonly isCostly: boolean;
  readonly #frequencies: Frequencies;
  readonly #score: (doc: number, frequency: number) => number;
  readonly #checkCancelled: () => void;

  constructor(
    frequencies: Frequencies,
    score: (doc: number, frequency: number) => number,
    checkCancelled: () => void,
  ) {
    super();
    this.isCostly = areCostly(frequencies);
    this.#frequencies = frequencies;
    this.#score = score;
    this.#checkCancelled = checkCancelled;
  }

  among(asked: DocSet): ScoredDocs {
    const candidates = docArray(this.#frequencies.candidates(asked));
    const docs = new Uint32Array(candidates.length);
    const scores = new Float32Array(candidates.length);
    let n = 0;
    for (const some of slicesOf(candidates, this.#checkCancelled)) {
      const frequencies = this.#frequencies.of(some);
      for (let i = 0; i < some.length; i++) {
        if (frequencies[i] === 0) continue;
        docs[n] = some[i];
        scores[n++] = this.#score(some[i], frequencies[i]);
      }
    }
    if (n === 0) return NOTHING_SCORED;
    return { docs: docSetOfArray(docs.subarray(0, n)), scores: scores.subarray(0, n), constant: 0 };
  }
}

/** Finds them without their scores. */
export class FrequencyMatcher extends LeafMatcher {
  readonly isCostly = true;
  readonly #frequencies: Frequencies;
  readonly #looking: LookingMatcher;

  constructor(frequencies: Frequencies, checkCancelled: () => void) {
    super();
    this.#frequencies = frequencies;
    const look = (docs: Uint32Array): Uint32Array => {
      const found = frequencies.of(docs);
      return docs.filter((_, i) => found[i] > 0);
    };
    this.#looking = new LookingMatcher(look, checkCancelled);
  }

  among(docs: DocSet): DocSet {
    return this.#looking.among(this.#frequencies.candidates(docs));
  }
}
