/** Adds a value to the Kahan sum of an owner. A sum that has overflowed stays infinite, like the original's. */
export function addOne(value: number, owner: number, sums: Float64Array, deltas: Float64Array): void {
  const sum = sums[owner];
  const corrected = value + deltas[owner];
  const updated = sum + corrected;
  deltas[owner] = finite(corrected - (updated - sum));
  sums[owner] = updated;
}

/** What is left over by an addition; 0 after an overflow, which leaves an infinity or no number. */
export function finite(delta: number): number {
  return delta - delta === 0 ? delta : 0;
}
