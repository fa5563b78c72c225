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

/** The clauses of a bool query, over one segment. */
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

/** Adds up the scores of clauses. What is quick narrows the documents before what is costly looks at them. */
export class BooleanScorer extends LeafScorer {
  readonly isCostly: boolean;
  readonly #clauses: BooleanScorers;
  /** Filters, and clauses whose scores are looked up once it is known what matches. */
  readonly #quickMatchers: readonly LeafMatcher[];
  readonly #seeking: readonly LeafScorer[];
  readonly #quickMust: readonly MustClause[];
  readonly #costlyFilters: readonly LeafMatcher[];
  readonly #costlyMust: readonly MustClause[];
  /** Excluded first, and last. */
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

  among(given: DocSet): ScoredDocs {
    const docs = foundByNone(this.#notEarly, given);
    const { should, minimum } = this.#clauses;
    const required = this.#required(docs);
    if ((required?.docs ?? docs).kind === 'none') return NOTHING_SCORED;
    if (should.length === 0) return this.#without(required ?? { docs, scores: null, constant: 0 });
    if (required !== null && minimum === 0) {
      const left = this.#without(required);
      return addOptional(left, this.#optional(left.docs, 1));
    }
    const optional = this.#optional(required?.docs ?? docs, minimum);
    if (required === null) {
      const found = docs.kind === 'all' ? optional.docs : intersect(docs, optional.docs);
      return this.#without(found.kind === 'none' ? NOTHING_SCORED : restrictScores(optional, found));
    }
    return this.#without(sumOfAll([required, optional], intersect(required.docs, optional.docs)));
  }

  /** The scores of `should` clauses: of `docs`, and maybe of others. */
  #optional(docs: DocSet, minimum: number): ScoredDocs {
    const { should, maxDoc } = this.#clauses;
    const parts = should.map((scorer) => scorer.over(docs));
    if (areFew(docs, maxDoc)) return sumAmong(parts, minimum, docs.docs);
    return sumOfAtLeast(parts, minimum, maxDoc);
  }

  /** Those of `docs` that all required clauses match, with the sum of their scores; null: nothing is required. */
  #required(docs: DocSet): ScoredDocs | null {
    const { must, filter } = this.#clauses;
    if (must.length + filter.length === 0) return null;
    if (filter.length === 0 && must.length === 1) return must[0].scorer.among(docs);
    let left = foundByAll(this.#quickMatchers, docs);
    const parts: ScoredDocs[] = [];
    for (const { scorer } of this.#quickMust) {
      if (left.kind === 'none') return NOTHING_SCORED;
      const part = scorer.over(left);
      left = intersect(left, part.docs);
      parts.push(part);
    }
    left = foundByAll(this.#costlyFilters, left);
    for (const { scorer } of this.#costlyMust) {
      if (left.kind === 'none') return NOTHING_SCORED;
      const part = scorer.among(left);
      left = part.docs;
      parts.push(part);
    }
    return this.#sum(parts, left);
  }

  /** The scores of all required clauses at documents that match all. */
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

  #without(part: ScoredDocs): ScoredDocs {
    if (this.#notLate.length === 0 || part.docs.kind === 'none') return part;
    const left = foundByNone(this.#notLate, part.docs);
    return left.kind === 'none' ? NOTHING_SCORED : restrictScores(part, left);
  }
}
