import type { Pacer } from '../../common/index.ts';

const RUN = 1 << 13;
const MERGED_BETWEEN_PAUSES = 1 << 14;

/** Sorts the numbers [0, count) stably, yielding to other tasks. */
export async function sortWithPauses(
  count: number,
  compare: (a: number, b: number) => number,
  pacer: Pacer,
): Promise<Uint32Array> {
  let from = Uint32Array.from({ length: count }, (_, i) => i);
  await pacer.chunks(count, RUN, (start, end) => from.subarray(start, end).sort(compare));
  let to = new Uint32Array(count);
  for (let width = RUN; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width) {
      const middle = Math.min(count, start + width);
      const end = Math.min(count, start + 2 * width);
      let left = start;
      let right = middle;
      const [source, target] = [from, to];
      await pacer.chunks(end - start, MERGED_BETWEEN_PAUSES, (first, last) => {
        for (let i = start + first; i < start + last; i++) {
          const takesRight = left === middle || (right < end && compare(source[left], source[right]) > 0);
          target[i] = takesRight ? source[right++] : source[left++];
        }
      });
    }
    [from, to] = [to, from];
  }
  return from;
}
