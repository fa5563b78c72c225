import { signal } from '@preact/signals';
import { compared, type Sort } from '../sql/sortRows.ts';
import type { IndexRow } from './indices.ts';

/** What the list of indices can be sorted by. */
export const SORT_COLUMNS = [
  { title: 'Name', keyOf: ({ index }: IndexRow) => index },
  { title: 'Documents', keyOf: ({ documents }: IndexRow) => documents },
  { title: 'Size', keyOf: ({ sizeBytes }: IndexRow) => sizeBytes },
] as const;

/** Kept while the page is open. null: as the server has them, by name. */
export const indexSort = signal<Sort | null>(null);

export function sortedIndices(rows: readonly IndexRow[], sort: Sort | null): readonly IndexRow[] {
  if (sort === null) return rows;
  const { keyOf } = SORT_COLUMNS[sort.column];
  const sign = sort.isDescending ? -1 : 1;
  return [...rows].sort((a, b) => compared(keyOf(a), keyOf(b), sign));
}
