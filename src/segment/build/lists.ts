import { asBuffer } from '../byteStrings.ts';
import type { ByteStrings } from '../data.ts';

/** Typed arrays that grow by doubling. `values` may be longer than `length` and is replaced when it grows. */
export class Uint32List {
  values = new Uint32Array(16);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) this.values = grown(this.values, this.length + 1);
    this.values[this.length++] = value;
  }

  toArray(): Uint32Array {
    return this.values.slice(0, this.length);
  }
}

export class Float64List {
  values = new Float64Array(16);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) this.values = grown(this.values, this.length + 1);
    this.values[this.length++] = value;
  }

  toArray(): Float64Array {
    return this.values.slice(0, this.length);
  }
}

export class Float32List {
  values = new Float32Array(16);
  length = 0;

  append(values: Float32Array): void {
    const needed = this.length + values.length;
    if (needed > this.values.length) this.values = grown(this.values, needed);
    this.values.set(values, this.length);
    this.length = needed;
  }

  toArray(): Float32Array {
    return this.values.slice(0, this.length);
  }
}

/** Byte strings one after the other. */
export class ByteStringList {
  readonly offsets = new Uint32List();
  #bytes = new Uint8Array(64);
  /** The same memory. */
  #buffer = asBuffer(this.#bytes);
  #length = 0;

  constructor() {
    this.offsets.push(0);
  }

  get count(): number {
    return this.offsets.length - 1;
  }

  get sizeBytes(): number {
    return this.#length;
  }

  push(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    this.offsets.push(this.#length);
  }

  /** As UTF-8. */
  pushText(text: string): void {
    this.#reserve(text.length * 3);
    this.#length = writeUtf8(this.#buffer, this.#length, text);
    this.offsets.push(this.#length);
  }

  pushEmpty(): void {
    this.offsets.push(this.#length);
  }

  /** A copy of the i-th string. */
  get(index: number): Uint8Array {
    return this.#bytes.slice(this.offsets.values[index], this.offsets.values[index + 1]);
  }

  text(index: number): string {
    return this.#buffer.toString('utf8', this.offsets.values[index], this.offsets.values[index + 1]);
  }

  toByteStrings(): ByteStrings {
    return { bytes: this.#bytes.slice(0, this.#length), offsets: this.offsets.toArray() };
  }

  /** Without copying; good until the next push. */
  view(): ByteStrings {
    return { bytes: this.#bytes, offsets: this.offsets.values };
  }

  #reserve(extra: number): void {
    const needed = this.#length + extra;
    if (needed <= this.#bytes.length) return;
    this.#bytes = grown(this.#bytes, needed);
    this.#buffer = asBuffer(this.#bytes);
  }
}

/** Returns the end. Short ASCII, the usual case, needs no call into the runtime. */
function writeUtf8(bytes: Buffer, at: number, text: string): number {
  const { length } = text;
  if (length > 32) return at + bytes.write(text, at);
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return at + bytes.write(text, at);
    bytes[at + i] = code;
  }
  return at + length;
}

function grown<T extends Uint8Array | Uint32Array | Float32Array | Float64Array>(
  values: T,
  needed: number,
): T {
  const larger = new (values.constructor as new (length: number) => T)(Math.max(needed, values.length * 2));
  larger.set(values);
  return larger;
}
