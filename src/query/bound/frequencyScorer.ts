import { docArray, docSetOfArray, intersect } from '../docSet.ts';
import type { DocSet, LeafContext, ScoredDocs } from '../types.ts';
import { LeafMatcher, LookingMatcher, slicesOf } from './matcher.ts';
import { LeafScorer } from './scorer.ts';
import { NOTHING_SCORED } from './scoreSum.ts';

/** Frequencies of words in the documents of one segment, determined from their positions. */
export interface Frequencies {
  /** The subset of `docs` that may match, because they contain the words. */
  candidates(docs: DocSet): DocSet;
  /** The frequency (weighted by closeness) in each of some candidates; 0 for no match. */
  of(docs: Uint32Array): Float32Array;
  /** Upper bound for the number of positions read for the whole segment; absent if unknown. */
  readonly places?: number;
}

/** Where words occur: in which documents of a segment, and at which positions. */
interface Places<T> {
  candidates(leaf: LeafContext): DocSet;
  leaf(leaf: LeafContext): (doc: number) => readonly T[];
}

/**
 * Frequencies computed by `frequency` from a document's positions; nothing is looked up before it is needed.
 */
export function frequenciesOf<T>(
  places: Places<T>,
  leaf: LeafContext,
  frequency: (found: readonly T[]) => number,
): Frequencies {
  let candidates: DocSet | null = null;
  let find: ((doc: number) => readonly T[]) | null = null;
  return {
    candidates(docs) {
      candidates ??= places.candidates(leaf);
      return intersect(docs, candidates);
    },
    of(docs) {
      find ??= places.leaf(leaf);
      const frequencies = new Float32Array(docs.length);
      for (let i = 0; i < docs.length; i++) frequencies[i] = frequency(find(docs[i]));
      return frequencies;
    },
  };
}

/** The frequency in one document; 0 for no match. */
export function frequencyIn(frequencies: Frequencies, doc: number): number {
  const one = Uint32Array.of(doc);
  return frequencies.candidates(docSetOfArray(one)).kind === 'none' ? 0 : frequencies.of(one)[0];
}

/** Reading this many positions takes a few milliseconds. */
const QUICK_PLACES = 50_000;

/** Whether reading all documents would block the event loop for too long. */
function areCostly({ places = Number.POSITIVE_INFINITY }: Frequencies): boolean {
  return places > QUICK_PLACES;
}

/** Scores documents by frequencies. */
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

/** Matches documents by frequencies, without scores. */
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
