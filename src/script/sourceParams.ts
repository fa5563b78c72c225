import { readJson } from '../common/index.ts';
import { fromJson } from './convert.ts';
import type { DocLookup } from './docValues.ts';
import type { Value } from './painless/values.ts';

const decoder = new TextDecoder();

/** A script's params plus `_source`, the document's source as sent, which is read on demand. */
export class SourceParams extends Map<string, Value> {
  readonly #doc: DocLookup;
  #readFor = -1;
  #source: Value = null;

  constructor(params: ReadonlyMap<string, Value>, doc: DocLookup) {
    super(params);
    this.#doc = doc;
  }

  override get(key: string): Value | undefined {
    return key === '_source' ? this.#sourceOf() : super.get(key);
  }

  override has(key: string): boolean {
    return key === '_source' || super.has(key);
  }

  #sourceOf(): Value {
    if (this.#readFor === this.#doc.doc) return this.#source;
    this.#readFor = this.#doc.doc;
    const bytes = this.#doc.sourceBytes();
    this.#source = bytes.length === 0 ? null : fromJson(readJson(decoder.decode(bytes)));
    return this.#source;
  }
}
