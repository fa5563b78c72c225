import { FixedBitSet, type Pacer } from '../../common/index.ts';
import type { NestedData, StoredData } from '../data.ts';
import { packNumbers } from '../packedNumbers.ts';
import type { Utf8Key } from '../utf8Key.ts';
import { HashedStrings } from './hashedStrings.ts';
import { ByteStringList, Float64List, Uint32List } from './lists.ts';

/** A document's metadata. */
export interface DocumentVersion {
  readonly seqNo: number;
  readonly version: number;
  readonly primaryTerm: number;
}

/** Ids, sources, routing and versions, one row per document; nested children have empty ones. */
export class StoredWriter {
  readonly #ids = new HashedStrings();
  readonly #sources = new ByteStringList();
  readonly #routings = new Map<number, string>();
  readonly #seqNos = new Float64List();
  readonly #versions = new Float64List();
  readonly #primaryTerms = new Float64List();

  get sizeBytes(): number {
    return this.#ids.sizeBytes + this.#sources.sizeBytes + this.#ids.count * 28;
  }

  addRoot(id: Utf8Key, source: Uint8Array, routing: string | null, version: DocumentVersion): void {
    this.#ids.add(id);
    this.#sources.push(source);
    if (routing !== null) this.#routings.set(this.#seqNos.length, routing);
    this.#pushVersion(version);
  }

  addChild(version: DocumentVersion): void {
    this.#ids.addEmpty();
    this.#sources.pushEmpty();
    this.#pushVersion(version);
  }

  source(doc: number): Uint8Array {
    return this.#sources.get(doc);
  }

  routing(doc: number): string | null {
    return this.#routings.get(doc) ?? null;
  }

  version(doc: number): DocumentVersion {
    return {
      seqNo: this.#seqNos.get(doc),
      version: this.#versions.get(doc),
      primaryTerm: this.#primaryTerms.get(doc),
    };
  }

  /** The newest document with the id, or -1. */
  find(id: Utf8Key): number {
    return this.#ids.find(id);
  }

  async finish(maxDoc: number, pacer: Pacer): Promise<StoredData> {
    await pacer.pause();
    return {
      ids: this.#ids.toByteStrings(),
      idTable: this.#ids.slots,
      sources: this.#sources.toByteStrings(),
      ...this.#finishRouting(maxDoc),
      seqNos: packNumbers(this.#seqNos.toArray()),
      versions: packNumbers(this.#versions.toArray()),
      primaryTerms: packNumbers(this.#primaryTerms.toArray()),
    };
  }

  #finishRouting(maxDoc: number): Pick<StoredData, 'routings' | 'routed'> {
    if (this.#routings.size === 0) return { routings: null, routed: null };
    const routings = new ByteStringList();
    const routed = new FixedBitSet(maxDoc);
    for (const [doc, routing] of this.#routings) {
      while (routings.count < doc) routings.pushEmpty();
      routings.pushText(routing);
      routed.add(doc);
    }
    while (routings.count < maxDoc) routings.pushEmpty();
    return { routings: routings.toByteStrings(), routed };
  }

  #pushVersion(version: DocumentVersion): void {
    this.#seqNos.push(version.seqNo);
    this.#versions.push(version.version);
    this.#primaryTerms.push(version.primaryTerm);
  }
}

/** The blocks of nested documents. Rows for root documents before the first child are added retroactively. */
export class NestedWriter {
  readonly #paths = new Map<string, number>();
  readonly #pathOrds = new Uint32List();
  readonly #parents = new Uint32List();
  readonly #offsets = new Uint32List();

  get sizeBytes(): number {
    return this.#parents.length * 12;
  }

  addRoot(doc: number): void {
    if (this.#paths.size > 0) this.#push(0, doc, 0);
  }

  addChild(doc: number, path: string, parent: number, offset: number): void {
    for (let before = this.#parents.length; before < doc; before++) this.#push(0, before, 0);
    let ord = this.#paths.get(path);
    if (ord === undefined) this.#paths.set(path, (ord = this.#paths.size + 1));
    this.#push(ord, parent, offset);
  }

  /** Whether the document is a nested child. */
  isChild(doc: number): boolean {
    return doc < this.#pathOrds.length && this.#pathOrds.get(doc) !== 0;
  }

  finish(): NestedData | null {
    if (this.#paths.size === 0) return null;
    const pathOrds = this.#pathOrds.toArray();
    return {
      paths: [...this.#paths.keys()],
      pathOrds: this.#paths.size < 256 ? new Uint8Array(pathOrds) : pathOrds,
      parents: this.#parents.toArray(),
      offsets: this.#offsets.toArray(),
    };
  }

  #push(pathOrd: number, parent: number, offset: number): void {
    this.#pathOrds.push(pathOrd);
    this.#parents.push(parent);
    this.#offsets.push(offset);
  }
}
