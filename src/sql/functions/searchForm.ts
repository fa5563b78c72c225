/** How a search of the engine answers a condition, so that its rows need not be looked at. */
export type SearchForm =
  | { readonly kind: PlainForm }
  /** No condition itself: what it is compared with is a range of its date. */
  | { readonly kind: 'year' }
  | ComparisonForm;

type PlainForm = 'and' | 'or' | 'not' | 'isNull' | 'isNotNull' | 'like' | 'notLike';

export interface ComparisonForm {
  readonly kind: 'comparison';
  readonly symbol: ComparisonSymbol;
  /** The comparison that says the same of its operands the other way round. */
  readonly flipped: ComparisonSymbol;
}

export type ComparisonSymbol = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** Short form of the tables: the `search` member of a row. */
export function searched(kind: PlainForm | 'year'): { readonly search: SearchForm } {
  return { search: { kind } };
}

/** Whether a function is `=`. */
export function isEquality({ search }: { readonly search?: SearchForm }): boolean {
  return search?.kind === 'comparison' && search.symbol === '=';
}
