/**
 * Sine, cosine and arc sine as Lucene computes them for distances: by Taylor's series around the entries of
 * tables. So distances agree to the last bit.
 */

/** The first 33 bits of a quarter of the circle, and the rest. */
const QUARTER_HIGH = 1.5707963267341256;
const QUARTER_LOW = 6.077100506506192e-11;

const ANGLES = (1 << 11) + 1;
const ANGLE_HIGH = (4 * QUARTER_HIGH) / (ANGLES - 1);
const ANGLE_LOW = (4 * QUARTER_LOW) / (ANGLES - 1);
const ANGLE_INDEXER = 1 / (ANGLE_HIGH + ANGLE_LOW);

/** Larger angles than this are not looked up. */
const MAX_ANGLE = ((2147483647 >> 9) / ANGLE_INDEXER) * 0.99;

const SINES = new Float64Array(ANGLES);
const COSINES = new Float64Array(ANGLES);
const HALF = (ANGLES - 1) / 2;

for (let i = 0; i < ANGLES; i++) {
  const angle = i * ANGLE_HIGH + i * ANGLE_LOW;
  // Exact zeros keep values close to them accurate.
  SINES[i] = i === HALF || i === 2 * HALF ? 0 : Math.sin(angle);
  COSINES[i] = i === HALF / 2 || i === (3 * HALF) / 2 ? 0 : Math.cos(angle);
}

const F2 = 1 / 2;
const F3 = 1 / 6;
const F4 = 1 / 24;

export function cosine(angle: number): number {
  const a = Math.abs(angle);
  if (!(a <= MAX_ANGLE)) return Math.cos(a);
  const at = Math.trunc(a * ANGLE_INDEXER + 0.5);
  const delta = a - at * ANGLE_HIGH - at * ANGLE_LOW;
  const index = at & (ANGLES - 2);
  const cos = COSINES[index];
  const sin = SINES[index];
  return cos + delta * (-sin + delta * (-cos * F2 + delta * (sin * F3 + delta * cos * F4)));
}

const ARCS = (1 << 13) + 1;
const MAX_TABLED = Math.sin((73 / 180) * Math.PI);
const ARC_DELTA = MAX_TABLED / (ARCS - 1);
const ARC_INDEXER = 1 / ARC_DELTA;

const ARC = new Float64Array(ARCS);
const ARC_1 = new Float64Array(ARCS);
const ARC_2 = new Float64Array(ARCS);
const ARC_3 = new Float64Array(ARCS);
const ARC_4 = new Float64Array(ARCS);

for (let i = 0; i < ARCS; i++) {
  const x = i * ARC_DELTA;
  ARC[i] = Math.asin(x);
  const inverse = 1 / (1 - x * x);
  const root = Math.sqrt(inverse);
  const power3 = root * inverse;
  const power5 = power3 * inverse;
  const power7 = power5 * inverse;
  ARC_1[i] = root;
  ARC_2[i] = x * power3 * F2;
  ARC_3[i] = (1 + 2 * x * x) * power5 * F3;
  ARC_4[i] = (5 + 2 * x * (2 + x * (5 - 2 * x))) * power7 * F4;
}

/** For arguments from 0 to 1. */
export function arcSine(a: number): number {
  if (!(a <= MAX_TABLED)) return Math.asin(a);
  const index = Math.trunc(a * ARC_INDEXER + 0.5);
  const delta = a - index * ARC_DELTA;
  return (
    ARC[index] +
    delta * (ARC_1[index] + delta * (ARC_2[index] + delta * (ARC_3[index] + delta * ARC_4[index])))
  );
}
