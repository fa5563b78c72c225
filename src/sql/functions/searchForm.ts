/** How the engine's search can evaluate a condition, so that its rows need not be tested one by one. */
export type SearchForm =
  | { readonly kind: PlainForm }
  /** Not a condition itself: comparing it with a number is a range on its date. */
  | { readonly kind: 'year' }
  | ComparisonForm;

type PlainForm = 'and' | 'or' | 'not' | 'isNull' | 'isNotNull' | 'like' | 'notLike';

export interface ComparisonForm {
  readonly kind: 'comparison';
  readonly symbol: ComparisonSymbol;
  /** The equivalent comparison with swapped operands. */
  readonly flipped: ComparisonSymbol;
}

export type ComparisonSymbol = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** Helper for the function tables: the `search` property of an entry. */
export function searched(kind: PlainForm | 'year'): { readonly search: SearchForm } {
  return { search: { kind } };
}

/** Whether a function is `=`. */
export function isEquality({ search }: { readonly search?: SearchForm }): boolean {
  return search?.kind === 'comparison' && search.symbol === '=';
}
