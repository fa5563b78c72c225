/** Buckets that are counted in four parts, and the least number of items that this is worth it for. */
const FEW_BUCKETS = 64;
const MANY_ITEMS = 256;
const parts = [0, 1, 2, 3].map(() => new Uint32Array(FEW_BUCKETS));

/** Adds one for each ordinal. Where few buckets share many items, a counter would often wait for its last store. */
export function countEach(ords: Uint32Array, count: number, counts: Uint32Array): void {
  if (counts.length > FEW_BUCKETS || count < MANY_ITEMS) {
    for (let i = 0; i < count; i++) counts[ords[i]]++;
    return;
  }
  const [a, b, c, d] = parts;
  const end = count - (count % 4);
  for (let i = 0; i < end; i += 4) {
    a[ords[i]]++;
    b[ords[i + 1]]++;
    c[ords[i + 2]]++;
    d[ords[i + 3]]++;
  }
  for (let i = end; i < count; i++) a[ords[i]]++;
  for (let i = 0; i < counts.length; i++) counts[i] += a[i] + b[i] + c[i] + d[i];
  for (const part of parts) part.fill(0);
}
