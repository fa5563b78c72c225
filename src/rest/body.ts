import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import type { Reservation } from '../common/index.ts';
import { HttpError } from './httpError.ts';

const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
]);

const EMPTY = Buffer.alloc(0);

/**
 * Reads and decompresses the whole body; reserves its memory as it arrives. Throws HttpError: 413 above
 * `maxBytes` (also counted after decompression), 415 for an encoding other than gzip or deflate, 400 for
 * damaged data; circuit_breaking_exception (429) if all bodies together are too large.
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  memory: Pick<Reservation, 'grow'>,
): Promise<Buffer> {
  const { headers } = request;
  if (!hasBody(headers)) return EMPTY;
  const length = Number(headers['content-length'] ?? 0);
  if (length > maxBytes) throw tooLarge(maxBytes);
  const raw = await collect(request, length, maxBytes, memory);
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  if (encoding === undefined || encoding === '' || encoding === 'identity' || raw.length === 0) return raw;
  return decompress(raw, encoding, maxBytes, memory);
}

export function hasBody(headers: IncomingHttpHeaders): boolean {
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] !== undefined : length !== '0';
}

/** From this size on, a body of known length is read into a single buffer, so that it is never held twice. */
const LARGE_BYTES = 1024 * 1024;

/** Collects the bytes of a body. */
class Collector {
  readonly #length: number;
  readonly #memory: Pick<Reservation, 'grow'>;
  #chunks: Buffer[] = [];
  #whole: Buffer | null = null;
  #size = 0;

  /** `length`: from the request; 0 if unknown. */
  constructor(length: number, memory: Pick<Reservation, 'grow'>) {
    this.#length = length;
    this.#memory = memory;
  }

  get size(): number {
    return this.#size;
  }

  add(chunk: Buffer): void {
    const size = this.#size + chunk.length;
    if (this.#whole === null) {
      const large = this.#length >= LARGE_BYTES && size >= LARGE_BYTES;
      this.#memory.grow(large ? this.#length - this.#size : chunk.length);
      if (large) {
        this.#whole = Buffer.allocUnsafeSlow(this.#length);
        this.#whole.set(Buffer.concat(this.#chunks, this.#size));
        this.#chunks = [];
      }
    }
    if (this.#whole === null) this.#chunks.push(chunk);
    else chunk.copy(this.#whole, this.#size);
    this.#size = size;
  }

  clear(): void {
    this.#chunks = [];
    this.#whole = null;
  }

  body(): Buffer {
    if (this.#whole !== null) return this.#whole;
    return this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks, this.#size);
  }
}

function collect(
  request: IncomingMessage,
  length: number,
  maxBytes: number,
  memory: Pick<Reservation, 'grow'>,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const collector = new Collector(length, memory);
    const take = (chunk: Buffer): void => {
      try {
        if (collector.size + chunk.length > maxBytes) throw tooLarge(maxBytes);
        collector.add(chunk);
      } catch (error) {
        request.pause();
        request.off('data', take);
        collector.clear();
        reject(error);
      }
    };
    const cut = (): void => reject(new HttpError(400, 'the request body was cut off'));
    request.on('data', take);
    request.on('end', () => resolve(collector.body()));
    request.on('error', cut);
    request.on('aborted', cut);
  });
}

/** Counted while decompressing, so that a zip bomb is rejected at the limit. */
function decompress(
  raw: Buffer,
  encoding: string,
  maxBytes: number,
  memory: Pick<Reservation, 'grow'>,
): Promise<Buffer> {
  const decode = decoders.get(encoding);
  if (!decode) throw new HttpError(415, `Content-Encoding [${encoding}] is not supported`);
  return new Promise((resolve, reject) => {
    const decoder = decode();
    const collector = new Collector(0, memory);
    decoder.on('data', (chunk: Buffer) => {
      try {
        if (collector.size + chunk.length > maxBytes) throw tooLarge(maxBytes);
        collector.add(chunk);
      } catch (error) {
        decoder.destroy();
        collector.clear();
        reject(error);
      }
    });
    decoder.on('end', () => resolve(collector.body()));
    decoder.on('error', () => reject(new HttpError(400, `the request body is not valid ${encoding} data`)));
    decoder.end(raw);
  });
}

function tooLarge(maxBytes: number): HttpError {
  return new HttpError(413, `the request body is larger than http.max_content_length [${maxBytes}b]`);
}
