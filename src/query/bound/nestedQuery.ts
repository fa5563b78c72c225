import { allDocs, docArray, docSetOfArray, docSetOfBits, intersect, NO_DOCS } from '../docSet.ts';
import type { DocSet, Explanation, LeafContext, QueryShardContext, TermVisitor } from '../types.ts';
import { filtered } from './booleanQuery.ts';
import { constantQuery } from './constantQuery.ts';
import { decorated } from './decorated.ts';
import { explanation, noMatch } from './explain.ts';
import type { LeafMatcher } from './matcher.ts';
import {
  descendantsOf,
  MatcherWithin,
  type NestedScoreMode,
  ParentMatcher,
  ParentScorer,
  parentsOf,
  ScorerWithin,
} from './nestedJoin.ts';
import { oncePerLeaf } from './oncePerLeaf.ts';
import { type BoundQuery, DelegatingQuery, type FieldTest, PlainQuery } from './query.ts';
import { parsedText, plainShape, type QueryShape, shapeOf } from './shape.ts';
import { constantWeight, type Weight, weightOf } from './weight.ts';

/** The live nested documents of a path. */
function childDocs(leaf: LeafContext, path: string): DocSet {
  const children = leaf.reader.nestedDocs(path);
  if (children === null) return NO_DOCS;
  const { liveDocs } = leaf.reader;
  return docSetOfBits(liveDocs === null ? children : children.clone().and(liveDocs));
}

/** Matches the nested documents of a path like the original's query. */
export function nestedPathQuery(path: string): BoundQuery {
  const text = `_nested_path:${path}`;
  const query = constantQuery(
    text,
    (leaf) => childDocs(leaf, path),
    () => plainShape('TermQuery', text),
  );
  return decorated(query, { mayReach: (test) => test('_nested_path') });
}

/** Adds the original's filter on root documents, if the query might match nested ones. */
export function amongRoots({ mapper }: QueryShardContext, query: BoundQuery): BoundQuery {
  const hasNested = mapper.matching('*').some(({ nestedPath }) => nestedPath !== null);
  const isNested = (field: string): boolean =>
    field.startsWith('_') || (mapper.field(field)?.nestedPath ?? null) !== null;
  if (!hasNested || !query.mayReach(isNested)) return query;
  const text = 'FieldExistsQuery [field=_primary_term]';
  const roots = constantQuery(
    text,
    ({ reader }) => (reader.rootDocs === null ? allDocs(reader.maxDoc) : docSetOfBits(reader.rootDocs)),
    () => plainShape('FieldExistsQuery', text),
  );
  return filtered(query, roots);
}

/** The live documents in a clause's scope: root documents, or the nested ones of a path. */
export function scopeDocs(leaf: LeafContext, scope: string | null): DocSet {
  if (scope !== null) return childDocs(leaf, scope);
  const { rootDocs, liveDocs, maxDoc } = leaf.reader;
  const live = liveDocs === null ? allDocs(maxDoc) : docSetOfBits(liveDocs);
  return rootDocs === null ? live : intersect(live, docSetOfBits(rootDocs));
}

/** Restricts `query` to the nested documents of a path. */
export function withinNested(path: string, query: BoundQuery): BoundQuery {
  return new WithinNested(path, query);
}

class WithinNested extends DelegatingQuery {
  readonly inner: BoundQuery;
  readonly #path: string;
  readonly #children: (leaf: LeafContext) => DocSet;

  constructor(path: string, inner: BoundQuery) {
    super();
    this.inner = inner;
    this.#path = path;
    this.#children = oncePerLeaf((leaf) => childDocs(leaf, path));
  }

  override get key(): string {
    return `within(${this.#path},${this.inner.key})`;
  }

  override noScoring(): BoundQuery {
    return this;
  }

  override weight(boost: number): Weight {
    const weight = this.inner.weight(boost);
    return weightOf((leaf) => new ScorerWithin(weight.scorer(leaf), this.#children(leaf)));
  }

  protected override makeMatcher(leaf: LeafContext): LeafMatcher {
    return new MatcherWithin(this.inner.matcher(leaf), this.#children(leaf));
  }
}

/** How nested documents are joined to their parents. */
export interface NestedJoin {
  readonly path: string;
  /** The nested object that contains the clause; `null` for root documents. */
  readonly scope: string | null;
  readonly scoreMode: NestedScoreMode;
  /** The query as printed and explained by Lucene. */
  readonly shown: BoundQuery;
}

/** Explains the best child; the score combines all of them. */
function explainJoin(
  children: BoundQuery,
  join: NestedJoin,
  leaf: LeafContext,
  doc: number,
  boost: number,
): Explanation {
  const within = docSetOfArray(descendantsOf(leaf.reader, Uint32Array.of(doc)));
  const matched = docArray(children.matcher(leaf).among(within));
  const parents = parentsOf(leaf.reader, matched, join.scope);
  const own = matched.filter((_, i) => parents[i] === doc);
  if (own.length === 0) return noMatch('Not a match');
  const explained = Array.from(own, (child) =>
    join.shown.explain(leaf, child, join.scoreMode === 'none' ? 0 : boost),
  );
  const best = explained.reduce((a, b) => (isBetter(b.value, a.value, join.scoreMode) ? b : a));
  const sum = explained.reduce((total, { value }) => total + value, 0);
  const score = join.scoreMode === 'sum' ? sum : join.scoreMode === 'avg' ? sum / own.length : best.value;
  const range = `from ${own[0]} to ${own[own.length - 1]}`;
  return explanation(
    Math.fround(score),
    `Score based on ${own.length} child docs in range ${range}, best match:`,
    [best],
  );
}

function isBetter(value: number, than: number, mode: NestedScoreMode): boolean {
  return mode === 'min' ? value < than : value > than;
}

/** Parents of matching nested documents of `path`, with combined scores. */
export function nestedQuery(query: BoundQuery, join: NestedJoin): BoundQuery {
  return new NestedQuery(query, join);
}

class NestedQuery extends PlainQuery {
  readonly key: string;
  readonly #query: BoundQuery;
  readonly #children: BoundQuery;
  readonly #join: NestedJoin;

  constructor(query: BoundQuery, join: NestedJoin) {
    super();
    this.key = `nested(${join.path},${join.scope},${query.key},${join.scoreMode})`;
    this.#query = query;
    this.#children = withinNested(join.path, query);
    this.#join = join;
  }

  shape(): QueryShape {
    const { shown } = this.#join;
    return {
      type: 'OpenSearchToParentBlockJoinQuery',
      text: `ToParentBlockJoinQuery (${shapeOf(shown).text})`,
      parsed: `ToParentBlockJoinQuery (${parsedText(shown)})`,
      parts: [this.#children],
    };
  }

  override mayReach(test: FieldTest): boolean {
    const { scope } = this.#join;
    return test(scope === null ? '' : `${scope}._`);
  }

  visitTerms(visitor: TermVisitor, boost: number): void {
    this.#query.visitTerms(visitor, boost);
  }

  explain(leaf: LeafContext, doc: number, boost: number): Explanation {
    return explainJoin(this.#children, this.#join, leaf, doc, boost);
  }

  weight(boost: number): Weight {
    const join = this.#join;
    if (join.scoreMode === 'none') return constantWeight(this, 0);
    const weight = this.#children.weight(boost);
    return weightOf((leaf) => new ParentScorer(leaf.reader, weight.scorer(leaf), join));
  }

  protected makeMatcher(leaf: LeafContext): LeafMatcher {
    return new ParentMatcher(leaf.reader, this.#children.matcher(leaf), this.#join.scope);
  }
}
