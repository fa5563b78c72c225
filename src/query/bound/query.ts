import { allDocs } from '../docSet.ts';
import type { DocSet, Explanation, LeafContext, TermVisitor } from '../types.ts';
import type { LeafMatcher } from './matcher.ts';
import { oncePerLeaf } from './oncePerLeaf.ts';
import type { QueryShape } from './shape.ts';
import type { Weight } from './weight.ts';

export type FieldTest = (field: string) => boolean;

/**
 * A query bound to one shard, before its boost is known: what Lucene calls a query. All that others ask of a query is
 * abstract here: one that is made of others has to say what becomes of it.
 */
export abstract class BoundQuery {
  /** Canonical text: two queries with one key match and score alike. Deduplicates clauses, names cached filters. */
  abstract readonly key: string;
  /** Why nothing matches, where that is known of all segments; else null. */
  abstract readonly noneReason: string | null;

  /** As Lucene names and prints it. */
  abstract shape(): QueryShape;

  abstract weight(boost: number): Weight;

  /** How a document comes to its score, or why it does not match. Costs the document, not the segment. */
  abstract explain(leaf: LeafContext, doc: number, boost: number): Explanation;

  /** Tells the terms that highlighting marks. */
  abstract visitTerms(visitor: TermVisitor, boost: number): void;

  /** True where the segment's bounds alone tell that nothing matches. */
  abstract disjoint(leaf: LeafContext): boolean;

  /** Whether documents may match that have a value in a field of which `test` holds. */
  abstract mayReach(test: FieldTest): boolean;

  /** The same documents, without what only scores: filters run that. */
  abstract noScoring(): BoundQuery;

  protected abstract makeMatcher(leaf: LeafContext): LeafMatcher;

  /** Made once for a segment: it keeps what it has found. */
  readonly matcher = oncePerLeaf((leaf) => this.makeMatcher(leaf));

  /** All documents of a segment that match. */
  match(leaf: LeafContext): DocSet {
    return this.matcher(leaf).among(allDocs(leaf.reader.maxDoc));
  }
}

/** A query of which nothing is known before it has run, and that has nothing to leave out where scores do not count. */
export abstract class PlainQuery extends BoundQuery {
  readonly noneReason: string | null = null;

  disjoint(_leaf: LeafContext): boolean {
    return false;
  }

  mayReach(_test: FieldTest): boolean {
    return true;
  }

  noScoring(): BoundQuery {
    return this;
  }
}

/** A query that has no other query within. */
export abstract class SimpleQuery extends PlainQuery {
  visitTerms(_visitor: TermVisitor, _boost: number): void {}
}

/** A query that is another one, but for what its class says. */
export abstract class DelegatingQuery extends BoundQuery {
  /** The query to ask; a getter, for queries that are found while the search is prepared. */
  abstract readonly inner: BoundQuery;

  get key(): string {
    return this.inner.key;
  }

  get noneReason(): string | null {
    return this.inner.noneReason;
  }

  shape(): QueryShape {
    return this.inner.shape();
  }

  weight(boost: number): Weight {
    return this.inner.weight(boost);
  }

  explain(leaf: LeafContext, doc: number, boost: number): Explanation {
    return this.inner.explain(leaf, doc, boost);
  }

  visitTerms(visitor: TermVisitor, boost: number): void {
    this.inner.visitTerms(visitor, boost);
  }

  disjoint(leaf: LeafContext): boolean {
    return this.inner.disjoint(leaf);
  }

  mayReach(test: FieldTest): boolean {
    return this.inner.mayReach(test);
  }

  noScoring(): BoundQuery {
    return this.inner.noScoring();
  }

  protected makeMatcher(leaf: LeafContext): LeafMatcher {
    return this.inner.matcher(leaf);
  }
}
