import { atOnce, illegalArgument, javaFloat, type Steps } from '../../common/index.ts';
import { intersect, union } from '../docSet.ts';
import type { DocSet, Explanation, LeafContext, TermVisitor } from '../types.ts';
import { foundByEach } from './booleanMatcher.ts';
import { anyOf } from './booleanQuery.ts';
import { noneQuery } from './constantQuery.ts';
import { withParsedText } from './decorated.ts';
import { DisMaxScorer } from './disMaxScorer.ts';
import { explanation, noMatch } from './explain.ts';
import { areFew, inEnough } from './fewDocs.ts';
import { LeafMatcher } from './matcher.ts';
import { type BoundQuery, PlainQuery } from './query.ts';
import { disMaxShape, type QueryShape } from './shape.ts';
import { type Weight, weightOf } from './weight.ts';

/** The best score of the queries, plus `tieBreaker` times the others. */
export function disMaxQuery(queries: readonly BoundQuery[], tieBreaker: number): BoundQuery {
  if (!(tieBreaker >= 0 && tieBreaker <= 1)) {
    throw illegalArgument('tieBreakerMultiplier must be in [0, 1]');
  }
  if (queries.length === 0) return noneQuery('empty DisjunctionMaxQuery');
  const parsed = disMaxShape(queries, tieBreaker).parsed as string;
  if (queries.length === 1) return withParsedText(queries[0], parsed);
  if (tieBreaker === 1) return withParsedText(anyOf(queries), parsed);
  return new DisMaxQuery(queries, tieBreaker);
}

/** Like `disMaxQuery`, for a text in several fields; a single query is returned unchanged, and prints so. */
export function bestOfFields(queries: readonly BoundQuery[], tieBreaker: number): BoundQuery {
  return queries.length === 1 ? queries[0] : disMaxQuery(queries, tieBreaker);
}

class DisMaxQuery extends PlainQuery {
  readonly #queries: readonly BoundQuery[];
  readonly #tieBreaker: number;

  constructor(queries: readonly BoundQuery[], tieBreaker: number) {
    super();
    this.#queries = queries;
    this.#tieBreaker = tieBreaker;
  }

  get key(): string {
    return `dis_max(${this.#queries.map(({ key }) => key).join('|')})~${this.#tieBreaker}`;
  }

  shape(): QueryShape {
    return disMaxShape(this.#queries, this.#tieBreaker);
  }

  visitTerms(visitor: TermVisitor, boost: number): void {
    for (const query of this.#queries) query.visitTerms(visitor, boost);
  }

  explain(leaf: LeafContext, doc: number, boost: number): Explanation {
    const tieBreaker = this.#tieBreaker;
    const explained = this.#queries.map((query) => query.explain(leaf, doc, boost));
    const details = explained.filter(({ isMatch }) => isMatch);
    if (details.length === 0) return noMatch('No matching clause');
    const best = Math.max(...details.map(({ value }) => value));
    const others = details.reduce((sum, { value }) => sum + value, 0) - best;
    const how = tieBreaker === 0 ? 'max of:' : `max plus ${javaFloat(tieBreaker)} times others of:`;
    return explanation(Math.fround(best + others * tieBreaker), how, details);
  }

  weight(boost: number): Weight {
    const weights = this.#queries.map((query) => query.weight(boost));
    return weightOf((leaf) => {
      const scorers = weights.map((weight) => weight.scorer(leaf));
      return new DisMaxScorer(scorers, this.#tieBreaker, leaf.reader.maxDoc);
    });
  }

  protected makeMatcher(leaf: LeafContext): LeafMatcher {
    const matchers = this.#queries.map((query) => query.matcher(leaf));
    return new UnionMatcher(matchers, leaf.reader.maxDoc);
  }
}

/** Matches if any of several queries does. */
class UnionMatcher extends LeafMatcher {
  readonly isCostly: boolean;
  readonly #matchers: readonly LeafMatcher[];
  readonly #maxDoc: number;

  constructor(matchers: readonly LeafMatcher[], maxDoc: number) {
    super();
    this.isCostly = matchers.some(({ isCostly }) => isCostly);
    this.#matchers = matchers;
    this.#maxDoc = maxDoc;
  }

  among(docs: DocSet): DocSet {
    return atOnce(this.amongInSteps(docs));
  }

  override *amongInSteps(docs: DocSet): Steps<DocSet> {
    const sets = yield* foundByEach(this.#matchers, docs);
    if (areFew(docs, this.#maxDoc)) return inEnough(docs.docs, sets, 1);
    return intersect(docs, union(sets, this.#maxDoc));
  }
}
