import type { LeafContext, TermVisitor } from '../types.ts';
import { type BoundQuery, DelegatingQuery, type FieldTest } from './query.ts';
import { type QueryShape, shapeOf } from './shape.ts';

/** Information attached to a query that does not affect matching and scoring. */
export interface Decoration {
  readonly shape?: () => QueryShape;
  readonly visitTerms?: (visitor: TermVisitor, boost: number) => void;
  readonly disjoint?: (leaf: LeafContext) => boolean;
  readonly mayReach?: (test: FieldTest) => boolean;
}

/** A query with the same matches and scores, but a different text or more information. */
export class DecoratedQuery extends DelegatingQuery {
  readonly inner: BoundQuery;
  readonly #decoration: Decoration;

  constructor(inner: BoundQuery, decoration: Decoration) {
    super();
    this.inner = inner;
    this.#decoration = decoration;
  }

  override shape(): QueryShape {
    return this.#decoration.shape?.() ?? shapeOf(this.inner);
  }

  override visitTerms(visitor: TermVisitor, boost: number): void {
    const { visitTerms } = this.#decoration;
    if (visitTerms === undefined) super.visitTerms(visitor, boost);
    else visitTerms(visitor, boost);
  }

  override disjoint(leaf: LeafContext): boolean {
    return this.#decoration.disjoint?.(leaf) ?? super.disjoint(leaf);
  }

  override mayReach(test: FieldTest): boolean {
    return this.#decoration.mayReach?.(test) ?? super.mayReach(test);
  }

  override noScoring(): BoundQuery {
    const lean = super.noScoring();
    return lean === this.inner ? this : lean;
  }
}

export function decorated(query: BoundQuery, decoration: Decoration): BoundQuery {
  return new DecoratedQuery(query, decoration);
}

/** The same query with a different text before rewriting. */
export function withParsedText(query: BoundQuery, parsed: string): BoundQuery {
  return new DecoratedQuery(query, { shape: () => ({ ...shapeOf(query), parsed }) });
}

/** The query as an instance of a class, looking through decorations; `null` if it is of another class. */
export function asKind<T extends BoundQuery>(
  query: BoundQuery,
  kind: abstract new (...options: never[]) => T,
): T | null {
  for (let at = query; ; at = at.inner) {
    if (at instanceof kind) return at;
    if (!(at instanceof DecoratedQuery)) return null;
  }
}
