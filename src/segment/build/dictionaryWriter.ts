import type { Pacer } from '../../common/index.ts';
import { reorder } from '../byteStrings.ts';
import type { ByteStrings } from '../data.ts';
import { ByteStringList } from './lists.ts';
import { sortStrings } from './sortStrings.ts';

/** Rough cost of a term in the hash map beside its bytes. */
const ENTRY_BYTES = 72;

/** The distinct terms of a field in order of arrival; sorted when the segment is made. */
export class DictionaryWriter {
  readonly #ids = new Map<string, number>();
  readonly #terms = new ByteStringList();

  get sizeBytes(): number {
    return this.#terms.sizeBytes + this.#ids.size * ENTRY_BYTES;
  }

  /** The number of the term, given at its first arrival. */
  add(term: string): number {
    const id = this.#ids.get(term);
    return id === undefined ? this.#insert(term) : id;
  }

  /** The sorted dictionary, and the ordinal of each term by its number. */
  async finish(pacer: Pacer): Promise<{ readonly dictionary: ByteStrings; readonly ords: Uint32Array }> {
    const terms = this.#terms.toByteStrings();
    const order = await sortStrings(terms, pacer);
    const ords = new Uint32Array(order.length);
    for (let ord = 0; ord < order.length; ord++) ords[order[ord]] = ord;
    const dictionary = reorder(terms, order);
    await pacer.pause();
    return { dictionary, ords };
  }

  #insert(term: string): number {
    // UTF-8 has no lone surrogates: such terms become what their bytes say, before two of them meet in one.
    const wellFormed = /\p{Surrogate}/u.test(term) ? Buffer.from(term).toString() : term;
    if (wellFormed !== term) return this.add(wellFormed);
    const id = this.#ids.size;
    this.#ids.set(term, id);
    this.#terms.pushText(term);
    return id;
  }
}
