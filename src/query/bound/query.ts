import { allDocs } from '../docSet.ts';
import type { DocSet, Explanation, LeafContext, TermVisitor } from '../types.ts';
import type { LeafMatcher } from './matcher.ts';
import { oncePerLeaf } from './oncePerLeaf.ts';
import type { QueryShape } from './shape.ts';
import type { Weight } from './weight.ts';

export type FieldTest = (field: string) => boolean;

/**
 * A query bound to one shard, without its boost: what Lucene calls a query. Everything that others may ask is
 * abstract here, so that composite queries must define it.
 */
export abstract class BoundQuery {
  /**
   * Canonical text: queries with equal keys have equal matches and scores. Deduplicates clauses, and is the
   * key of cached filters.
   */
  abstract readonly key: string;
  /** Why nothing matches in any segment; `null` if something may. */
  abstract readonly noneReason: string | null;

  /** How Lucene names and prints the query. */
  abstract shape(): QueryShape;

  abstract weight(boost: number): Weight;

  /**
   * Explains a document's score, or why it does not match. The cost depends on the document, not the segment.
   */
  abstract explain(leaf: LeafContext, doc: number, boost: number): Explanation;

  /** Reports the terms for highlighting. */
  abstract visitTerms(visitor: TermVisitor, boost: number): void;

  /** True if the segment's value bounds rule out any match. */
  abstract disjoint(leaf: LeafContext): boolean;

  /** Whether a match may have a value in a field for which `test` returns true. */
  abstract mayReach(test: FieldTest): boolean;

  /** An equivalent query without scoring-only parts, for filters. */
  abstract noScoring(): BoundQuery;

  protected abstract makeMatcher(leaf: LeafContext): LeafMatcher;

  /** Created once per segment, because it caches its results. */
  readonly matcher = oncePerLeaf((leaf) => this.makeMatcher(leaf));

  /** All matching documents of a segment. */
  match(leaf: LeafContext): DocSet {
    return this.matcher(leaf).among(allDocs(leaf.reader.maxDoc));
  }
}

/** A query that is opaque before it runs, and has no scoring-only parts. */
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

/** A query without subqueries. */
export abstract class SimpleQuery extends PlainQuery {
  visitTerms(_visitor: TermVisitor, _boost: number): void {}
}

/** A query that delegates everything to another one, unless overridden. */
export abstract class DelegatingQuery extends BoundQuery {
  /** A getter, because some queries are only found while the search is prepared. */
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
