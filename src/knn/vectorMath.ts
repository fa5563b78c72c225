/**
 * Distances in float32 arithmetic: each step is rounded like the original's float code, so that scores equal
 * the recorded ones. There are two families, because the original has two:
 * - the graph libraries add in four lanes and halve (`(0+2)+(1+3)`), as their SIMD code does;
 * - the score script adds sequentially, as its Java code does.
 * A vector is `values[offset … offset + query.length)`.
 */
const f32 = Math.fround;

/** Σ (q−v)², four lanes. */
export function squaredL2Lanes(query: Float32Array, values: Float32Array, offset: number): number {
  const length = query.length;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = 0;
  for (; i + 3 < length; i += 4) {
    const da = f32(query[i] - values[offset + i]);
    const db = f32(query[i + 1] - values[offset + i + 1]);
    const dc = f32(query[i + 2] - values[offset + i + 2]);
    const dd = f32(query[i + 3] - values[offset + i + 3]);
    a = f32(a + f32(da * da));
    b = f32(b + f32(db * db));
    c = f32(c + f32(dc * dc));
    d = f32(d + f32(dd * dd));
  }
  let sum = f32(f32(a + c) + f32(b + d));
  for (; i < length; i++) {
    const difference = f32(query[i] - values[offset + i]);
    sum = f32(sum + f32(difference * difference));
  }
  return sum;
}

/** Σ q·v, four lanes. */
export function dotProductLanes(query: Float32Array, values: Float32Array, offset: number): number {
  const length = query.length;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = 0;
  for (; i + 3 < length; i += 4) {
    a = f32(a + f32(query[i] * values[offset + i]));
    b = f32(b + f32(query[i + 1] * values[offset + i + 1]));
    c = f32(c + f32(query[i + 2] * values[offset + i + 2]));
    d = f32(d + f32(query[i + 3] * values[offset + i + 3]));
  }
  let sum = f32(f32(a + c) + f32(b + d));
  for (; i < length; i++) sum = f32(sum + f32(query[i] * values[offset + i]));
  return sum;
}

/** The reciprocal of a vector's length; 0 for the zero vector. */
export function inverseLength(values: Float32Array, offset: number, dimension: number): number {
  let sum = 0;
  for (let i = offset; i < offset + dimension; i++) sum = f32(sum + f32(values[i] * values[i]));
  return sum === 0 ? 0 : f32(1 / Math.sqrt(sum));
}

/** Σ q·v of a normalised query and a vector normalised on the fly, as stored in a cosine graph. */
export function normalizedDotProduct(query: Float32Array, values: Float32Array, offset: number): number {
  const inverse = inverseLength(values, offset, query.length);
  let sum = 0;
  for (let i = 0; i < query.length; i++) {
    sum = f32(sum + f32(query[i] * f32(values[offset + i] * inverse)));
  }
  return sum;
}

export function normalize(vector: Float32Array): Float32Array {
  const inverse = inverseLength(vector, 0, vector.length);
  return vector.map((value) => f32(value * inverse));
}

/** Σ (q−v)², sequentially. */
export function squaredL2(query: Float32Array, values: Float32Array, offset: number): number {
  let sum = 0;
  for (let i = 0; i < query.length; i++) {
    const difference = f32(query[i] - values[offset + i]);
    sum = f32(sum + f32(difference * difference));
  }
  return sum;
}

/** Σ |q−v|. */
export function l1Norm(query: Float32Array, values: Float32Array, offset: number): number {
  let sum = 0;
  for (let i = 0; i < query.length; i++) sum = f32(sum + Math.abs(f32(query[i] - values[offset + i])));
  return sum;
}

/** max |q−v|. */
export function lInfNorm(query: Float32Array, values: Float32Array, offset: number): number {
  let max = 0;
  for (let i = 0; i < query.length; i++) max = Math.max(max, Math.abs(f32(query[i] - values[offset + i])));
  return max;
}

/** Σ q·v, sequentially. */
export function dotProduct(query: Float32Array, values: Float32Array, offset: number): number {
  let sum = 0;
  for (let i = 0; i < query.length; i++) sum = f32(sum + f32(query[i] * values[offset + i]));
  return sum;
}

/** q·v / (|q|·|v|); 0 if either is the zero vector. */
export function cosineSimilarity(query: Float32Array, values: Float32Array, offset: number): number {
  let dot = 0;
  let squaredQuery = 0;
  let squaredValue = 0;
  for (let i = 0; i < query.length; i++) {
    const q = query[i];
    const v = values[offset + i];
    dot = f32(dot + f32(q * v));
    squaredQuery = f32(squaredQuery + f32(q * q));
    squaredValue = f32(squaredValue + f32(v * v));
  }
  if (squaredQuery === 0 || squaredValue === 0) return 0;
  return f32(dot / Math.sqrt(f32(squaredQuery * squaredValue)));
}

/** Number of differing bits; a shorter operand is padded with leading zeros. */
export function hammingDistance(first: Uint8Array, second: Uint8Array): number {
  const length = Math.max(first.length, second.length);
  let bits = 0;
  for (let i = 1; i <= length; i++) {
    let difference = (first[first.length - i] ?? 0) ^ (second[second.length - i] ?? 0);
    for (; difference !== 0; difference &= difference - 1) bits++;
  }
  return bits;
}
