import { allDocs } from '../docSet.ts';
import type {
  DocSet,
  Explanation,
  LeafContext,
  Matcher,
  Query,
  QueryTree,
  ScoredDocs,
  TermVisitor,
  TopDocs,
  TopRequest,
} from '../types.ts';
import { oncePerLeaf } from './oncePerLeaf.ts';
import type { BoundQuery } from './query.ts';
import { shapeOf } from './shape.ts';
import type { Weight } from './weight.ts';

/** The public form of a query; its weight is created when scores are first needed. */
class ShardQuery implements Query {
  readonly #query: BoundQuery;
  readonly #shown: () => BoundQuery;
  readonly scorer: Query['scorer'] = oncePerLeaf((leaf) => this.#weightOnce().scorer(leaf));
  #weight: Weight | null = null;

  constructor(query: BoundQuery, shown: () => BoundQuery) {
    this.#query = query;
    this.#shown = shown;
  }

  matcher(leaf: LeafContext): Matcher {
    return this.#query.matcher(leaf);
  }

  match(leaf: LeafContext): DocSet {
    return this.#query.match(leaf);
  }

  score(leaf: LeafContext): ScoredDocs {
    return this.scorer(leaf).among(allDocs(leaf.reader.maxDoc));
  }

  top(leaf: LeafContext, request: TopRequest): TopDocs | null {
    return this.#weightOnce().top(leaf, request);
  }

  visitTerms(visitor: TermVisitor, boost = 1): void {
    this.#query.visitTerms(visitor, boost);
  }

  explain(leaf: LeafContext, doc: number): Explanation {
    return this.#shown().explain(leaf, doc, 1);
  }

  tree(): QueryTree {
    return treeOf(this.#shown());
  }

  gatherStatistics(): void {
    this.#weightOnce();
  }

  disjoint(leaf: LeafContext): boolean {
    return this.#query.disjoint(leaf);
  }

  #weightOnce(): Weight {
    this.#weight ??= this.#query.weight(1);
    return this.#weight;
  }
}

/** `shown`: the query as the original prints it, including what it adds to the request's own query. */
export function bindQuery(query: BoundQuery, shown: () => BoundQuery = () => query): Query {
  return new ShardQuery(query, shown);
}

/** The query with its parts. */
function treeOf(query: BoundQuery): QueryTree {
  const { type, text, parsed = text, parts } = shapeOf(query);
  return {
    type,
    text,
    parsed,
    query: bindQuery(query),
    parts: parts.map((part) => treeOf(part as BoundQuery)),
  };
}
