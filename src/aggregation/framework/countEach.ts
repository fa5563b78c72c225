/** Up to how many buckets, and from how many items on, counting in four parts is faster. */
const FEW_BUCKETS = 64;
const MANY_ITEMS = 256;
const parts = [0, 1, 2, 3].map(() => new Uint32Array(FEW_BUCKETS));

/**
 * Increments the counter of each ordinal. With few buckets and many items, increments of a counter would
 * often wait for its previous store, so four sets of counters are used.
 */
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
