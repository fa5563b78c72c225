import { type ExactJsonObject, isJsonObject, type JsonObject, RawJson } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import type { ShardHit } from '../shard/collector.ts';
import type { ShardSearch } from '../shard/shardContext.ts';

/** A hit being fetched; its source is decoded at most once. */
export class FetchedHit {
  readonly search: ShardSearch;
  readonly hit: ShardHit;
  /** The root document: the hit itself, or the one that contains a nested hit. */
  readonly root: number;
  #raw: RawJson | undefined;

  constructor(search: ShardSearch, hit: ShardHit) {
    this.search = search;
    this.hit = hit;
    const { reader } = hit.leaf;
    let root = hit.doc;
    while (reader.parent(root) >= 0) root = reader.parent(root);
    this.root = root;
  }

  get leaf(): LeafContext {
    return this.hit.leaf;
  }

  get id(): string {
    return this.hit.leaf.reader.id(this.root);
  }

  /** Whether the mapping stores the source. */
  get hasSource(): boolean {
    return this.hit.leaf.reader.source(this.root).length > 0;
  }

  /** The root document's source as sent. */
  get rawSource(): RawJson {
    this.#raw ??= new RawJson(this.hit.leaf.reader.source(this.root));
    return this.#raw;
  }

  get source(): JsonObject {
    if (!this.hasSource) return {};
    const value = this.rawSource.value;
    return isJsonObject(value) ? value : {};
  }

  /** The source for printing parts of it, with numbers as the original rewrites them. */
  get exactSource(): ExactJsonObject {
    if (!this.hasSource) return {};
    const value = this.rawSource.exact;
    return isJsonObject(value) ? value : {};
  }
}
