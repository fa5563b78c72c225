import { allDocs, NO_DOCS } from '../docSet.ts';
import type { DocSet, Explanation, LeafContext } from '../types.ts';
import { explainConstant, noMatch } from './explain.ts';
import { type FindAll, type LeafMatcher, LookingMatcher, SeekingMatcher, WholeMatcher } from './matcher.ts';
import { SimpleQuery } from './query.ts';
import { plainShape, type QueryShape } from './shape.ts';
import { constantWeight, type Weight } from './weight.ts';

/** A query whose matches all score the boost. */
class ConstantQuery extends SimpleQuery {
  readonly key: string;
  readonly shape: () => QueryShape;
  readonly #find: (leaf: LeafContext) => LeafMatcher;

  constructor(key: string, find: (leaf: LeafContext) => LeafMatcher, shape: () => QueryShape) {
    super();
    this.key = key;
    this.#find = find;
    this.shape = shape;
  }

  protected makeMatcher(leaf: LeafContext): LeafMatcher {
    return this.#find(leaf);
  }

  weight(boost: number): Weight {
    return constantWeight(this, boost);
  }

  explain(leaf: LeafContext, doc: number, boost: number): Explanation {
    return explainConstant(this, leaf, doc, boost);
  }
}

/** A constant-score query that finds the documents of a whole segment, in steps if that takes long. */
export function constantQuery(
  key: string,
  match: (leaf: LeafContext) => ReturnType<FindAll>,
  shape: () => QueryShape,
): SimpleQuery {
  return new ConstantQuery(key, (leaf) => new WholeMatcher(() => match(leaf)), shape);
}

/**
 * Like `constantQuery`, but few documents can be checked individually: `test` says whether one of a segment
 * matches.
 */
export function seekingQuery(
  key: string,
  match: (leaf: LeafContext) => DocSet,
  test: (leaf: LeafContext) => (doc: number) => boolean,
  shape: () => QueryShape,
): SimpleQuery {
  const find = (leaf: LeafContext): LeafMatcher => {
    const look = (docs: Uint32Array): Uint32Array => docs.filter(test(leaf));
    return new SeekingMatcher(() => match(leaf), look, leaf.reader.maxDoc);
  };
  return new ConstantQuery(key, find, shape);
}

/**
 * A constant-score query that checks documents one by one: `look` returns those of some `scope` documents
 * that match.
 */
export function confirmedQuery(
  key: string,
  look: (leaf: LeafContext) => (docs: Uint32Array) => Uint32Array,
  shape: () => QueryShape,
  checkCancelled: () => void,
  scope: (leaf: LeafContext) => DocSet,
): SimpleQuery {
  const find = (leaf: LeafContext) => new LookingMatcher(look(leaf), checkCancelled, () => scope(leaf));
  return new ConstantQuery(key, find, shape);
}

export const matchAllQuery: SimpleQuery = constantQuery(
  '*:*',
  (leaf) => allDocs(leaf.reader.maxDoc),
  () => plainShape('MatchAllDocsQuery', '*:*'),
);

class NoneQuery extends ConstantQuery {
  override readonly noneReason: string;

  constructor(reason: string) {
    super(
      'nothing',
      () => new WholeMatcher(() => NO_DOCS),
      () => plainShape('MatchNoDocsQuery', `MatchNoDocsQuery("${reason}")`),
    );
    this.noneReason = reason;
  }

  override disjoint(): boolean {
    return true;
  }

  override mayReach(): boolean {
    return false;
  }

  override explain(): Explanation {
    return noMatch(this.noneReason);
  }
}

/** A query that matches nothing, with the reason. */
export function noneQuery(reason: string): SimpleQuery {
  return new NoneQuery(reason);
}

/** Matches nothing: a search for text in fields that are not mapped. */
export function unmappedQuery(...names: readonly (string | null)[]): SimpleQuery {
  return noneQuery(`unmapped fields [${names.map(String).join(', ')}]`);
}

/** The original's query for `match_none`, and for most clauses on unmapped fields. */
export const matchNoneQuery: SimpleQuery = noneQuery('User requested "match_none" query.');
