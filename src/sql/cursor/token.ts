import { createHmac, timingSafeEqual } from 'node:crypto';
import { isJsonObject, OpenSearchError, parseJson, type Random } from '../../common/index.ts';
import type { SchemaColumn } from '../types.ts';

/** The content of a cursor: the original's members a, s, c, f, i, l. */
export interface CursorFace {
  /** The context's id. */
  readonly id: string;
  readonly schema: readonly SchemaColumn[];
  readonly fetchSize: number;
  readonly index: string;
  readonly rowsLeft: number;
}

/**
 * Cursors are `d:` plus base64 of JSON, like the original's. The state is kept on the server; the id in `s`
 * is random and signed, so only cursors issued here can reach it.
 */
export class CursorTokens {
  readonly #random: Random;
  readonly #key: Uint8Array;
  #issued = 0;

  constructor(random: Random) {
    this.#random = random;
    this.#key = random.bytes(32);
  }

  /** Contains a counter to be unique and random bytes to be unguessable. */
  newId(): string {
    return `${++this.#issued}-${Buffer.from(this.#random.bytes(18)).toString('base64url')}`;
  }

  write({ id, schema, fetchSize, index, rowsLeft }: CursorFace): string {
    const columns = schema.map(({ name, alias, type }) => ({ name, alias, type }));
    const face = { a: {}, s: this.#sign(id), c: columns, f: fetchSize, i: index, l: rowsLeft };
    return `d:${Buffer.from(JSON.stringify(face)).toString('base64')}`;
  }

  /**
   * The id of an issued cursor; null for one that this server did not issue. Throws verification_exception
   * and illegal_argument_exception (400) for text that is not a cursor.
   */
  read(cursor: string): string | null {
    const colon = cursor.indexOf(':');
    if (colon < 0) throw invalidCursor();
    const [type, encoded] = [cursor.slice(0, colon), cursor.slice(colon + 1)];
    if (type !== 'd')
      throw new OpenSearchError('verification_exception', `Unsupported cursor type [${type}]`);
    checkBase64(encoded);
    return this.#verify(signedId(encoded));
  }

  #sign(id: string): string {
    const signature = createHmac('sha256', this.#key).update(id).digest('base64url');
    return Buffer.from(`${id}.${signature}`).toString('base64');
  }

  #verify(signed: string): string | null {
    const id = Buffer.from(signed, 'base64').toString().split('.')[0];
    const [expected, given] = [Buffer.from(this.#sign(id)), Buffer.from(signed)];
    return expected.length === given.length && timingSafeEqual(expected, given) ? id : null;
  }
}

export function invalidCursor(): OpenSearchError {
  return new OpenSearchError('verification_exception', 'Not able to parse invalid cursor');
}

/** Throws illegal_argument_exception in the words of Java's decoder. */
function checkBase64(text: string): void {
  const at = text.search(/[^A-Za-z0-9+/]/);
  if (at < 0) return;
  const padding = /^={1,2}/.exec(text.slice(at))?.[0].length ?? 0;
  const end = at + padding;
  if (padding > 0 && end === text.length) return;
  const reason =
    padding > 0
      ? `Input byte array has incorrect ending byte at ${end}`
      : `Illegal base64 character ${text.charCodeAt(at).toString(16)}`;
  throw new OpenSearchError('illegal_argument_exception', reason);
}

function signedId(encoded: string): string {
  const malformed = new OpenSearchError(
    'illegal_argument_exception',
    'Malformed cursor: unable to extract cursor information',
  );
  try {
    const face = parseJson(Buffer.from(encoded, 'base64').toString());
    if (isJsonObject(face) && typeof face.s === 'string' && typeof face.f === 'number') return face.s;
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
  }
  throw malformed;
}
