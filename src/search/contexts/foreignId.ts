import { illegalArgument, OpenSearchError } from '../../common/index.ts';
import { decodeBase64Url } from './javaBase64.ts';

/** Reads bytes like the original's streams, to fail at the same points. */
class Stream {
  readonly #bytes: Buffer;
  readonly #tooShort: (wanted: number, left: number) => string;
  #at = 0;

  /** `tooShort`: the stream's message for missing bytes. */
  constructor(bytes: Buffer, tooShort: (wanted: number, left: number) => string) {
    this.#bytes = bytes;
    this.#tooShort = tooShort;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  #byte(): number {
    // A plain end of file has no message.
    if (this.left === 0) throw new OpenSearchError('e_o_f_exception', '', { metadata: { reason: null } });
    return this.#bytes[this.#at++];
  }

  /** A variable-length integer: seven bits per byte, lowest first. */
  int(): number {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    const last = this.#byte();
    if (last < 0x80) return value | (last << 28);
    const reason = `Invalid vInt ((${(last | 0xffffff00).toString(16)} & 0x7f) << 28) | ${value.toString(16)}`;
    throw new OpenSearchError('i_o_exception', reason, { status: 400 });
  }

  /** The number of following items, each of at least one byte. */
  size(): number {
    const size = this.int();
    if (size < 0)
      throw new OpenSearchError(
        'negative_array_size_exception',
        `array size must be positive but was: ${size}`,
      );
    if (size > this.left) throw new OpenSearchError('e_o_f_exception', this.#tooShort(size, this.left));
    return size;
  }

  text(): string {
    const size = this.size();
    return this.#bytes.toString('latin1', this.#at, (this.#at += size));
  }
}

/** Why a text is not a scroll id of the original; `null` if it could be one. */
function scrollIdFault(id: string): OpenSearchError | null {
  try {
    const tooShort = (wanted: number, left: number): string =>
      `attempting to read ${wanted} bytes but only ${left} bytes are available`;
    const stream = new Stream(decodeBase64Url(id), tooShort);
    if (stream.text() === 'include_context_uuid') stream.text();
    const { left } = stream;
    if (stream.int() > left) throw illegalArgument('Invalid scroll id');
    return null;
  } catch (error) {
    return error as OpenSearchError;
  }
}

export function unreadableScrollId(id: string): OpenSearchError {
  const fault = scrollIdFault(id) ?? illegalArgument('Not all bytes were read');
  return illegalArgument('Cannot parse scroll id', fault);
}

/** The version, then the number of shards; the rest is not examined. */
export function unreadablePitId(id: string): OpenSearchError {
  const invalid = (cause: unknown): OpenSearchError =>
    illegalArgument(`invalid id: [${id}]`, cause as OpenSearchError);
  try {
    const stream = new Stream(
      decodeBase64Url(id),
      (wanted, left) => `tried to read: ${wanted} bytes but only ${left} remaining`,
    );
    stream.int();
    stream.size();
  } catch (error) {
    return invalid(error);
  }
  return invalid(illegalArgument('Not all bytes were read'));
}
