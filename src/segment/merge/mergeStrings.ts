import type { Pacer } from '../../common/index.ts';
import type { ByteStrings } from '../data.ts';

const STRINGS_BETWEEN_PAUSES = 1 << 14;

/** Collects ranges of byte strings; copies the bytes once, at the end. */
export class StringsMerger {
  readonly #ranges: { readonly strings: ByteStrings; readonly from: number; readonly to: number }[] = [];
  #count = 0;
  #sizeBytes = 0;

  /** Adds the strings [from, to). */
  addRange(strings: ByteStrings, from: number, to: number): void {
    if (from === to) return;
    const last = this.#ranges[this.#ranges.length - 1];
    if (last?.strings === strings && last.to === from)
      this.#ranges[this.#ranges.length - 1] = { ...last, to };
    else this.#ranges.push({ strings, from, to });
    this.#count += to - from;
    this.#sizeBytes += strings.offsets[to] - strings.offsets[from];
  }

  async finish(pacer: Pacer): Promise<ByteStrings> {
    const bytes = new Uint8Array(this.#sizeBytes);
    const offsets = new Uint32Array(this.#count + 1);
    let at = 0;
    for (const { strings, from, to } of this.#ranges) {
      await pacer.chunks(to - from, STRINGS_BETWEEN_PAUSES, (i, end) => {
        copyRange(strings, from + i, from + end, bytes, offsets, at);
        at += end - i;
      });
    }
    return { bytes, offsets };
  }
}

function copyRange(
  { bytes: source, offsets: sourceOffsets }: ByteStrings,
  from: number,
  to: number,
  bytes: Uint8Array,
  offsets: Uint32Array,
  at: number,
): void {
  const shift = offsets[at] - sourceOffsets[from];
  bytes.set(source.subarray(sourceOffsets[from], sourceOffsets[to]), offsets[at]);
  for (let i = from; i < to; i++) offsets[++at] = sourceOffsets[i + 1] + shift;
}
