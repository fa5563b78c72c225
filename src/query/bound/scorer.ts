import { inOneStep, type Steps } from '../../common/index.ts';
import type { DocSet, Matcher, ScoredDocs, Scorer } from '../types.ts';
import { LeafMatcher } from './matcher.ts';
import { changeScores, NOTHING_SCORED, restrictTo } from './scoreSum.ts';

/** Scores the documents of one segment that a bound query matches. */
export abstract class LeafScorer implements Scorer {
  abstract readonly isCostly: boolean;
  abstract among(docs: DocSet): ScoredDocs;

  /**
   * A result that equals `among(docs)` within `docs`, possibly with documents outside of it: whatever is
   * fastest.
   */
  over(docs: DocSet): ScoredDocs {
    return this.among(docs);
  }

  amongInSteps(docs: DocSet): Steps<ScoredDocs> {
    return inOneStep(() => this.among(docs));
  }

  overInSteps(docs: DocSet): Steps<ScoredDocs> {
    return inOneStep(() => this.over(docs));
  }

  /** The scores of ascending documents that all match; absent if `among` is as fast. */
  at?(docs: Uint32Array): Float32Array;
}

/** Scores all documents on first use, and keeps the scores. */
export class WholeScorer extends LeafScorer {
  readonly isCostly = false;
  readonly #score: () => ScoredDocs;
  #scored: ScoredDocs | null = null;

  constructor(score: () => ScoredDocs) {
    super();
    this.#score = score;
  }

  among(docs: DocSet): ScoredDocs {
    return restrictTo(this.over(), docs);
  }

  override over(): ScoredDocs {
    this.#scored ??= this.#score();
    return this.#scored;
  }
}

/** All matches have the same score. */
export class ConstantScorer extends LeafScorer {
  readonly #matcher: Matcher;
  readonly #constant: number;

  constructor(matcher: Matcher, constant: number) {
    super();
    this.#matcher = matcher;
    this.#constant = constant;
  }

  get isCostly(): boolean {
    return this.#matcher.isCostly;
  }

  among(docs: DocSet): ScoredDocs {
    return { docs: this.#matcher.among(docs), scores: null, constant: this.#constant };
  }

  override *amongInSteps(docs: DocSet): Steps<ScoredDocs> {
    return { docs: yield* this.#matcher.amongInSteps(docs), scores: null, constant: this.#constant };
  }

  override *overInSteps(docs: DocSet): Steps<ScoredDocs> {
    return yield* this.amongInSteps(docs);
  }
}

/** A transformation of scores. */
export interface ScoreChange {
  /** Announces, in order, the documents that will be asked about. */
  readonly expect?: (docs: DocSet) => void;
  /** `null` drops the document. */
  readonly change: (doc: number, score: number) => number | null;
}

/** Transforms the scores of another scorer. */
export class ChangingScorer extends LeafScorer {
  readonly isCostly = true;
  readonly #inner: Scorer;
  readonly #change: ScoreChange;
  readonly #checkCancelled: () => void;

  /** `checkCancelled`: absent if a change is very cheap. */
  constructor(inner: Scorer, change: ScoreChange, checkCancelled: () => void = () => undefined) {
    super();
    this.#inner = inner;
    this.#change = change;
    this.#checkCancelled = checkCancelled;
  }

  among(docs: DocSet): ScoredDocs {
    return this.#changed(this.#inner.among(docs));
  }

  override *amongInSteps(docs: DocSet): Steps<ScoredDocs> {
    return this.#changed(yield* this.#inner.amongInSteps(docs));
  }

  override overInSteps(docs: DocSet): Steps<ScoredDocs> {
    return this.amongInSteps(docs);
  }

  #changed(scored: ScoredDocs): ScoredDocs {
    if (scored.docs.kind === 'none') return NOTHING_SCORED;
    this.#change.expect?.(scored.docs);
    return changeScores(scored, this.#change.change, this.#checkCancelled);
  }
}

/** The matches of a scorer that may drop documents. */
export class ScoringMatcher extends LeafMatcher {
  readonly isCostly: boolean;
  readonly #scorer: Scorer;

  constructor(scorer: Scorer) {
    super();
    this.isCostly = scorer.isCostly;
    this.#scorer = scorer;
  }

  among(docs: DocSet): DocSet {
    return this.#scorer.among(docs).docs;
  }

  override *amongInSteps(docs: DocSet): Steps<DocSet> {
    return (yield* this.#scorer.amongInSteps(docs)).docs;
  }
}
