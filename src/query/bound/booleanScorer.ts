import { atOnce, type Steps } from '../../common/index.ts';
import { docArray, docSetOfArray, intersect } from '../docSet.ts';
import type { DocSet, ScoredDocs } from '../types.ts';
import { foundByAll, foundByNone } from './booleanMatcher.ts';
import { areFew } from './fewDocs.ts';
import type { LeafMatcher } from './matcher.ts';
import { LeafScorer } from './scorer.ts';
import {
  addOptional,
  NOTHING_SCORED,
  restrictScores,
  sumAmong,
  sumOfAll,
  sumOfArrays,
  sumOfAtLeast,
} from './scoreSum.ts';

interface MustClause {
  readonly matcher: LeafMatcher;
  readonly scorer: LeafScorer;
}

/** The clauses of a bool query for one segment. */
export interface BooleanScorers {
  readonly must: readonly MustClause[];
  readonly filter: readonly LeafMatcher[];
  readonly should: readonly LeafScorer[];
  readonly mustNot: readonly LeafMatcher[];
  /** How many `should` clauses must match. */
  readonly minimum: number;
  readonly maxDoc: number;
}

const isQuick = ({ isCostly }: { readonly isCostly: boolean }): boolean => !isCostly;

/** Adds up the scores of clauses. Cheap clauses narrow down the documents before costly ones see them. */
export class BooleanScorer extends LeafScorer {
  readonly isCostly: boolean;
  readonly #clauses: BooleanScorers;
  /** Filters, and clauses whose scores are only looked up for documents that match. */
  readonly #quickMatchers: readonly LeafMatcher[];
  readonly #seeking: readonly LeafScorer[];
  readonly #quickMust: readonly MustClause[];
  readonly #costlyFilters: readonly LeafMatcher[];
  readonly #costlyMust: readonly MustClause[];
  /** Cheap excluded clauses are applied first, costly ones last. */
  readonly #notEarly: readonly LeafMatcher[];
  readonly #notLate: readonly LeafMatcher[];

  constructor(clauses: BooleanScorers) {
    super();
    const { must, filter, should, mustNot } = clauses;
    const all = [...must.map(({ scorer }) => scorer), ...filter, ...should, ...mustNot];
    this.isCostly = all.some(({ isCostly }) => isCostly);
    this.#clauses = clauses;
    const seeking = must.filter(({ scorer }) => scorer.at !== undefined);
    const others = must.filter(({ scorer }) => scorer.at === undefined);
    this.#quickMatchers = [...filter.filter(isQuick), ...seeking.map(({ matcher }) => matcher)];
    this.#seeking = seeking.map(({ scorer }) => scorer);
    this.#quickMust = others.filter(({ scorer }) => !scorer.isCostly);
    this.#costlyFilters = filter.filter(({ isCostly }) => isCostly);
    this.#costlyMust = others.filter(({ scorer }) => scorer.isCostly);
    this.#notEarly = this.isCostly ? mustNot.filter(isQuick) : [];
    this.#notLate = this.isCostly ? mustNot.filter(({ isCostly }) => isCostly) : mustNot;
  }

  among(docs: DocSet): ScoredDocs {
    return atOnce(this.amongInSteps(docs));
  }

  override *amongInSteps(given: DocSet): Steps<ScoredDocs> {
    const docs = yield* foundByNone(this.#notEarly, given);
    const { should, minimum } = this.#clauses;
    const required = yield* this.#required(docs);
    if ((required?.docs ?? docs).kind === 'none') return NOTHING_SCORED;
    if (should.length === 0) return yield* this.#without(required ?? { docs, scores: null, constant: 0 });
    if (required !== null && minimum === 0) {
      const left = yield* this.#without(required);
      return addOptional(left, yield* this.#optional(left.docs, 1));
    }
    const optional = yield* this.#optional(required?.docs ?? docs, minimum);
    if (required === null) {
      const found = docs.kind === 'all' ? optional.docs : intersect(docs, optional.docs);
      return yield* this.#without(found.kind === 'none' ? NOTHING_SCORED : restrictScores(optional, found));
    }
    return yield* this.#without(sumOfAll([required, optional], intersect(required.docs, optional.docs)));
  }

  override overInSteps(docs: DocSet): Steps<ScoredDocs> {
    return this.amongInSteps(docs);
  }

  /** The scores of `should` clauses for `docs`, possibly with other documents. */
  *#optional(docs: DocSet, minimum: number): Steps<ScoredDocs> {
    const { should, maxDoc } = this.#clauses;
    const parts: ScoredDocs[] = [];
    for (const scorer of should) parts.push(yield* scorer.overInSteps(docs));
    if (areFew(docs, maxDoc)) return sumAmong(parts, minimum, docs.docs);
    return yield* sumOfAtLeast(parts, minimum, maxDoc);
  }

  /**
   * The subset of `docs` that all required clauses match, with summed scores; `null` if nothing is required.
   */
  *#required(docs: DocSet): Steps<ScoredDocs | null> {
    const { must, filter } = this.#clauses;
    if (must.length + filter.length === 0) return null;
    if (filter.length === 0 && must.length === 1) return yield* must[0].scorer.amongInSteps(docs);
    let left = yield* foundByAll(this.#quickMatchers, docs);
    const parts: ScoredDocs[] = [];
    for (const { scorer } of this.#quickMust) {
      if (left.kind === 'none') return NOTHING_SCORED;
      const part = yield* scorer.overInSteps(left);
      left = intersect(left, part.docs);
      parts.push(part);
    }
    left = yield* foundByAll(this.#costlyFilters, left);
    for (const { scorer } of this.#costlyMust) {
      if (left.kind === 'none') return NOTHING_SCORED;
      const part = yield* scorer.amongInSteps(left);
      left = part.docs;
      parts.push(part);
    }
    return this.#sum(parts, left);
  }

  /** Sums the scores of all required clauses for documents that match all of them. */
  #sum(parts: readonly ScoredDocs[], left: DocSet): ScoredDocs {
    if (left.kind === 'none') return NOTHING_SCORED;
    if (this.#seeking.length === 0) {
      return parts.length === 0 ? { docs: left, scores: null, constant: 0 } : sumOfAll(parts, left);
    }
    const list = docArray(left);
    const docs = docSetOfArray(list);
    const scores = this.#seeking.map((scorer) => scorer.at?.(list) ?? new Float32Array(list.length));
    if (parts.length === 0) return { docs, scores: sumOfArrays(scores), constant: 0 };
    const sought = scores.map((own): ScoredDocs => ({ docs, scores: own, constant: 0 }));
    return sumOfAll([...sought, ...parts], docs);
  }

  *#without(part: ScoredDocs): Steps<ScoredDocs> {
    if (this.#notLate.length === 0 || part.docs.kind === 'none') return part;
    const left = yield* foundByNone(this.#notLate, part.docs);
    return left.kind === 'none' ? NOTHING_SCORED : restrictScores(part, left);
  }
}
