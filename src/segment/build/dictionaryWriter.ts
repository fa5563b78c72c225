import type { Pacer } from '../../common/index.ts';
import { reorder } from '../byteStrings.ts';
import type { ByteStrings } from '../data.ts';
import { ReusedUtf8Key } from '../utf8Key.ts';
import { HashedStrings } from './hashedStrings.ts';
import { sortStrings } from './sortStrings.ts';

/** One term at a time is looked up, whatever its field. */
const key = new ReusedUtf8Key();

/** The distinct terms of a field in order of arrival; sorted when the segment is made. */
export class DictionaryWriter {
  readonly #terms = new HashedStrings();

  get sizeBytes(): number {
    return this.#terms.sizeBytes;
  }

  /** The number of the term, given at its first arrival. */
  add(term: string): number {
    return this.#terms.findOrAdd(key.set(term));
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
}
