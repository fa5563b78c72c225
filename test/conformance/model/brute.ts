import fc from 'fast-check';
import { colours, ids, numbers } from './arbitraries.ts';
import type { IndexModel, Stored, View } from './model.ts';

/** A query that a scan over all documents answers. */
export type Query =
  | { readonly match_all: object }
  | { readonly term: { readonly k: string } | { readonly n: number } }
  | { readonly range: { readonly n: { readonly gte?: number; readonly lt?: number } } }
  | { readonly exists: { readonly field: 'n' | 'k' | 'v' | 'x' } }
  | { readonly ids: { readonly values: readonly string[] } }
  | { readonly bool: { readonly must: readonly Query[]; readonly must_not: readonly Query[] } };

const leaves: fc.Arbitrary<Query> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ match_all: {} }) },
  { weight: 2, arbitrary: colours.map((k) => ({ term: { k } })) },
  { weight: 1, arbitrary: numbers.map((n) => ({ term: { n } })) },
  {
    weight: 2,
    arbitrary: fc.record({ gte: numbers, lt: numbers }, { requiredKeys: [] }).map((n) => ({ range: { n } })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('n', 'k', 'v', 'x').map((field) => ({ exists: { field } }) as Query),
  },
  { weight: 1, arbitrary: fc.uniqueArray(ids, { maxLength: 3 }).map((values) => ({ ids: { values } })) },
);

const lists = fc.array(leaves, { maxLength: 2 });

export const queries: fc.Arbitrary<Query> = fc.oneof(
  { weight: 3, arbitrary: leaves },
  { weight: 1, arbitrary: fc.record({ bool: fc.record({ must: lists, must_not: lists }) }) },
);

export function matches(query: Query, document: Stored): boolean {
  const { id, source } = document;
  if ('match_all' in query) return true;
  if ('term' in query) return 'k' in query.term ? source.k === query.term.k : source.n === query.term.n;
  if ('exists' in query) return source[query.exists.field] !== undefined;
  if ('ids' in query) return query.ids.values.includes(id);
  if ('bool' in query) {
    const { must, must_not } = query.bool;
    const isMatched = (each: Query): boolean => matches(each, document);
    return must.every(isMatched) && !must_not.some(isMatched);
  }
  const { gte = -Infinity, lt = Infinity } = query.range.n;
  return typeof source.n === 'number' && source.n >= gte && source.n < lt;
}

export interface Found {
  readonly index: IndexModel;
  readonly document: Stored;
}

/** The published documents that match. */
export function search(views: readonly View[], query: Query): readonly Found[] {
  return views.flatMap(({ index, colours }) =>
    index.published
      .filter((document) => matches(query, document) && (colours?.has(document.source.k ?? '') ?? true))
      .map((document) => ({ index, document })),
  );
}

/** How often each value comes. */
export function counts<Key>(keys: Iterable<Key>): Map<Key, number> {
  const found = new Map<Key, number>();
  for (const key of keys) found.set(key, (found.get(key) ?? 0) + 1);
  return found;
}

export function compare<Value extends string | number>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
