import type { Pacer } from '../../common/index.ts';
import { reorder } from '../byteStrings.ts';
import type { ByteStrings } from '../data.ts';
import { ReusedUtf8Key } from '../utf8Key.ts';
import { HashedStrings } from './hashedStrings.ts';
import { sortStrings } from './sortStrings.ts';

/** Shared by all fields, since only one term is looked up at a time. */
const key = new ReusedUtf8Key();
/** Must be a power of two. */
const RECENT = 256;
/** Fields with fewer terms have no cache: a wide document has thousands of fields. */
const FEW = 16;
/** Longer strings may be slices that keep the whole original text alive. */
const RECENT_LENGTH = 12;

/** The distinct terms of a field in order of arrival; sorted when the segment is created. */
export class DictionaryWriter {
  readonly #terms = new HashedStrings();
  /** A cache of recent terms, keyed by a few of their characters: most terms of most texts hit it. */
  readonly #recent: string[] = [];
  readonly #recentNumbers: number[] = [];

  get sizeBytes(): number {
    return this.#terms.sizeBytes;
  }

  /** Returns the number of the term, assigned on first arrival. */
  add(term: string): number {
    const { length } = term;
    if (length === 0 || length > RECENT_LENGTH || this.#terms.count < FEW) {
      return this.#terms.findOrAdd(key.set(term));
    }
    const ends = term.charCodeAt(0) * 31 + term.charCodeAt(length - 1) * 97;
    const place = (ends + term.charCodeAt(length >>> 1) * 7 + length * 13) & (RECENT - 1);
    if (this.#recent[place] === term) return this.#recentNumbers[place];
    const number = this.#terms.findOrAdd(key.set(term));
    this.#remember(place, term, number);
    return number;
  }

  /** Returns the sorted dictionary, and the ordinal of each term by its number. */
  async finish(pacer: Pacer): Promise<{ readonly dictionary: ByteStrings; readonly ords: Uint32Array }> {
    const terms = this.#terms.toByteStrings();
    const order = await sortStrings(terms, pacer);
    const ords = new Uint32Array(order.length);
    for (let ord = 0; ord < order.length; ord++) ords[order[ord]] = ord;
    const dictionary = reorder(terms, order);
    await pacer.pause();
    return { dictionary, ords };
  }

  #remember(place: number, term: string, number: number): void {
    for (let next = this.#recent.length; next <= place; next++) {
      this.#recent.push('');
      this.#recentNumbers.push(0);
    }
    this.#recent[place] = term;
    this.#recentNumbers[place] = number;
  }
}
