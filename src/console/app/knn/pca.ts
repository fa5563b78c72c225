/** Principal components, to draw vectors of many dimensions in two. */

export interface Projection {
  readonly mean: Float64Array;
  readonly axes: readonly [Float64Array, Float64Array];
  /** The share of all variance that the two axes show; 0 to 1. */
  readonly explained: number;
}

const ROUNDS = 60;

/** The two directions in which the rows differ most, by power iteration; signs are fixed, so that pictures repeat. */
export function principalAxes(rows: readonly ArrayLike<number>[]): Projection {
  const dimension = rows[0]?.length ?? 0;
  const mean = meanOf(rows, dimension);
  const centred = rows.map((row) => Float64Array.from(row, (x, i) => x - mean[i]));
  const first = strongest(centred, dimension, null);
  const second = strongest(centred, dimension, first);
  const all = centred.reduce((sum, row) => sum + dot(row, row), 0);
  const shown = centred.reduce((sum, row) => sum + dot(row, first) ** 2 + dot(row, second) ** 2, 0);
  return { mean, axes: [first, second], explained: all === 0 ? 0 : shown / all };
}

export function project({ mean, axes }: Projection, row: ArrayLike<number>): readonly [number, number] {
  let x = 0;
  let y = 0;
  for (let i = 0; i < mean.length; i++) {
    const value = row[i] - mean[i];
    x += value * axes[0][i];
    y += value * axes[1][i];
  }
  return [x, y];
}

function meanOf(rows: readonly ArrayLike<number>[], dimension: number): Float64Array {
  const mean = new Float64Array(dimension);
  for (const row of rows) for (let i = 0; i < dimension; i++) mean[i] += row[i] / rows.length;
  return mean;
}

/** The strongest direction at right angles to `beside`. */
function strongest(
  rows: readonly Float64Array[],
  dimension: number,
  beside: Float64Array | null,
): Float64Array {
  let axis = Float64Array.from({ length: dimension }, (_, i) => Math.sin(i + 1) + (beside ? 0.5 : 1));
  for (let round = 0; round < ROUNDS; round++) {
    if (beside) removePart(axis, beside);
    const next = new Float64Array(dimension);
    for (const row of rows) {
      const along = dot(row, axis);
      for (let i = 0; i < dimension; i++) next[i] += along * row[i];
    }
    if (beside) removePart(next, beside);
    const length = Math.sqrt(dot(next, next));
    // All rows are alike, or lie on one line: there is no such direction.
    if (length < 1e-12) return new Float64Array(dimension);
    axis = next.map((x) => x / length);
  }
  const largest = axis.reduce((best, x) => (Math.abs(x) > Math.abs(best) ? x : best), 0);
  return largest < 0 ? axis.map((x) => -x) : axis;
}

function removePart(vector: Float64Array, along: Float64Array): void {
  const share = dot(vector, along);
  for (let i = 0; i < vector.length; i++) vector[i] -= share * along[i];
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
