import type { FieldValues } from './record.ts';

/** Detects fields that look like vectors: arrays of numbers that all have the same length. */

const LOOKED_AT = 200;
/** Shorter arrays are more likely coordinates or sizes. */
const LEAST_DIMENSION = 4;

export interface VectorShape {
  readonly field: string;
  readonly dimension: number;
}

export function vectorsIn(documents: readonly FieldValues[]): readonly VectorShape[] {
  const shapes = new Map<string, number>();
  const others = new Set<string>();
  for (const fields of documents.slice(0, LOOKED_AT)) {
    for (const [field, value] of Object.entries(fields)) {
      if (value === null) continue;
      const dimension = dimensionOf(value);
      if (dimension === null || (shapes.get(field) ?? dimension) !== dimension) others.add(field);
      else shapes.set(field, dimension);
    }
  }
  return [...shapes]
    .filter(([field]) => !others.has(field))
    .map(([field, dimension]) => ({ field, dimension }));
}

function dimensionOf(value: unknown): number | null {
  if (!Array.isArray(value) || value.length < LEAST_DIMENSION) return null;
  return value.every((x) => typeof x === 'number') ? value.length : null;
}

/** The body that creates an index in which these fields are searchable by k-NN. */
export function vectorIndex(shapes: readonly VectorShape[]): object {
  const properties = Object.fromEntries(
    shapes.map(({ field, dimension }) => [field, { type: 'knn_vector', dimension }]),
  );
  return { settings: { 'index.knn': true }, mappings: { properties } };
}
