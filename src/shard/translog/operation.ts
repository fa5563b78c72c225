/** An operation as stored in the translog: already decided, so that replay needs no checks. */
export type TranslogOperation =
  | {
      readonly kind: 'index';
      readonly id: string;
      readonly routing: string | null;
      readonly source: Uint8Array;
      readonly seqNo: number;
      readonly primaryTerm: number;
      readonly version: number;
    }
  | {
      /** `noop`: an operation that failed after getting its sequence number. */
      readonly kind: 'delete' | 'noop';
      readonly id: string;
      readonly seqNo: number;
      readonly primaryTerm: number;
      readonly version: number;
    };

const INDEX = 1;
const DELETE = 2;
const NOOP = 3;
const CODES = { index: INDEX, delete: DELETE, noop: NOOP } as const;
const NO_ROUTING = 0xffffffff;
/** kind (4), seqNo, primaryTerm, version (8 each), lengths of id, routing, source (4 each). */
const FIXED_BYTES = 40;
const FIRST_BYTES = 64 * 1024;
/** A buffer grown beyond this size by one huge request is dropped. */
const KEEP_BYTES = 8 * 1024 * 1024;

/** Serialised operations, after space for a frame header. Grows by doubling and is reused. */
export class OperationBuffer {
  readonly #reservedBytes: number;
  #bytes = Buffer.alloc(FIRST_BYTES);
  #view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset);
  #length: number;
  #count = 0;

  constructor(reservedBytes: number) {
    this.#reservedBytes = reservedBytes;
    this.#length = reservedBytes;
  }

  get count(): number {
    return this.#count;
  }

  get sizeBytes(): number {
    return this.#length;
  }

  append(operation: TranslogOperation): void {
    const source = operation.kind === 'index' ? operation.source : null;
    const routing = operation.kind === 'index' ? operation.routing : null;
    this.#reserve(FIXED_BYTES + 3 * (operation.id.length + (routing?.length ?? 0)) + (source?.length ?? 0));
    const at = this.#length;
    let end = at + FIXED_BYTES;
    const idBytes = this.#writeText(end, operation.id);
    end += idBytes;
    const routingBytes = routing === null ? 0 : this.#writeText(end, routing);
    end += routingBytes;
    if (source !== null) {
      this.#bytes.set(source, end);
      end += source.length;
    }
    const view = this.#view;
    view.setUint32(at, CODES[operation.kind], true);
    view.setFloat64(at + 4, operation.seqNo, true);
    view.setFloat64(at + 12, operation.primaryTerm, true);
    view.setFloat64(at + 20, operation.version, true);
    view.setUint32(at + 28, idBytes, true);
    view.setUint32(at + 32, routing === null ? NO_ROUTING : routingBytes, true);
    view.setUint32(at + 36, source?.length ?? 0, true);
    this.#length = end;
    this.#count++;
  }

  /** The reserved bytes and the operations; a view valid until clear(). */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    if (this.#bytes.length > KEEP_BYTES) this.#use(Buffer.alloc(FIRST_BYTES));
    this.#length = this.#reservedBytes;
    this.#count = 0;
  }

  #writeText(at: number, text: string): number {
    if (text.length <= 32) {
      let i = 0;
      for (; i < text.length; i++) {
        const code = text.charCodeAt(i);
        if (code > 0x7f) break;
        this.#bytes[at + i] = code;
      }
      if (i === text.length) return i;
    }
    return this.#bytes.write(text, at);
  }

  #reserve(extra: number): void {
    const needed = this.#length + extra;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.alloc(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#use(grown);
  }

  #use(bytes: Buffer<ArrayBuffer>): void {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset);
  }
}

/** The first and the last sequence number of a frame's payload. */
export function seqNosOf(payload: Uint8Array): { readonly first: number; readonly last: number } {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  let last = 0;
  for (let at = 0; at < payload.length; ) {
    last = view.getFloat64(at + 4, true);
    const routing = view.getUint32(at + 32, true);
    at += FIXED_BYTES + view.getUint32(at + 28, true) + view.getUint32(at + 36, true);
    if (routing !== NO_ROUTING) at += routing;
  }
  return { first: view.getFloat64(4, true), last };
}

/** Decodes the operations of a frame's payload, in order. The sources are views. */
export function* decodeOperations(payload: Uint8Array): Generator<TranslogOperation> {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const kind = bytes.readUInt32LE(at);
    const [seqNo, primaryTerm, version] = [4, 12, 20].map((offset) => bytes.readDoubleLE(at + offset));
    const [idBytes, routingField, sourceBytes] = [28, 32, 36].map((offset) =>
      bytes.readUInt32LE(at + offset),
    );
    const routingBytes = routingField === NO_ROUTING ? 0 : routingField;
    const routingAt = at + FIXED_BYTES + idBytes;
    const sourceAt = routingAt + routingBytes;
    const id = bytes.toString('utf8', at + FIXED_BYTES, routingAt);
    const routing = routingField === NO_ROUTING ? null : bytes.toString('utf8', routingAt, sourceAt);
    const source = payload.subarray(sourceAt, sourceAt + sourceBytes);
    at = sourceAt + sourceBytes;
    if (kind === DELETE) yield { kind: 'delete', id, seqNo, primaryTerm, version };
    else if (kind === NOOP) yield { kind: 'noop', id, seqNo, primaryTerm, version };
    else yield { kind: 'index', id, routing, source, seqNo, primaryTerm, version };
  }
}
