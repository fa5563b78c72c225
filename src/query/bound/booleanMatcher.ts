import { atOnce, type Steps } from '../../common/index.ts';
import { atLeast, intersect, NO_DOCS, subtract } from '../docSet.ts';
import type { DocSet } from '../types.ts';
import { areFew, inEnough } from './fewDocs.ts';
import { LeafMatcher } from './matcher.ts';

export interface BooleanMatchers {
  /** `filter` and `must`. */
  readonly required: readonly LeafMatcher[];
  readonly should: readonly LeafMatcher[];
  readonly mustNot: readonly LeafMatcher[];
}

/** Orders cheap matchers before costly ones. */
export function quickFirst<T extends { readonly isCostly: boolean }>(asked: readonly T[]): readonly T[] {
  if (!asked.some(({ isCostly }) => isCostly)) return asked;
  return [...asked.filter(({ isCostly }) => !isCostly), ...asked.filter(({ isCostly }) => isCostly)];
}

/** The subset of `docs` found by all matchers; each is only asked about what the previous ones left. */
export function* foundByAll(matchers: readonly LeafMatcher[], docs: DocSet): Steps<DocSet> {
  if (matchers.length === 1) return yield* matchers[0].amongInSteps(docs);
  let left = docs;
  for (const matcher of matchers) {
    if (left.kind === 'none') return left;
    left = intersect(left, yield* matcher.overInSteps(left));
  }
  return left;
}

/** The subset of `docs` found by no matcher. */
export function* foundByNone(matchers: readonly LeafMatcher[], docs: DocSet): Steps<DocSet> {
  let left = docs;
  for (const matcher of matchers) {
    if (left.kind === 'none') return NO_DOCS;
    left = subtract(left, yield* matcher.overInSteps(left));
  }
  return left;
}

/** What each matcher finds in `docs`, possibly with documents outside of it. */
export function* foundByEach(matchers: readonly LeafMatcher[], docs: DocSet): Steps<DocSet[]> {
  const sets: DocSet[] = [];
  for (const matcher of matchers) sets.push(yield* matcher.overInSteps(docs));
  return sets;
}

/** Combines the matches of a bool query's clauses by set operations. */
export class BooleanMatcher extends LeafMatcher {
  readonly isCostly: boolean;
  readonly #required: readonly LeafMatcher[];
  readonly #should: readonly LeafMatcher[];
  readonly #mustNot: readonly LeafMatcher[];
  readonly #minimum: number;
  readonly #maxDoc: number;

  constructor({ required, should, mustNot }: BooleanMatchers, minimum: number, maxDoc: number) {
    super();
    this.isCostly = [...required, ...should, ...mustNot].some(({ isCostly }) => isCostly);
    this.#required = quickFirst(required);
    this.#should = should;
    this.#mustNot = quickFirst(mustNot);
    // Next to required clauses, optional ones without a minimum do not affect matching.
    this.#minimum = required.length === 0 && should.length > 0 ? Math.max(1, minimum) : minimum;
    this.#maxDoc = maxDoc;
  }

  among(docs: DocSet): DocSet {
    return atOnce(this.amongInSteps(docs));
  }

  override *amongInSteps(docs: DocSet): Steps<DocSet> {
    let left = yield* foundByAll(this.#required, docs);
    if (this.#minimum > 0 && left.kind !== 'none') left = yield* this.#optional(left);
    return yield* foundByNone(this.#mustNot, left);
  }

  /** The subset of `docs` that enough optional clauses match. */
  *#optional(docs: DocSet): Steps<DocSet> {
    const sets = yield* foundByEach(this.#should, docs);
    if (areFew(docs, this.#maxDoc)) return inEnough(docs.docs, sets, this.#minimum);
    return intersect(docs, atLeast(sets, this.#minimum, this.#maxDoc));
  }
}
