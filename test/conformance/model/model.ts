import { isDeepStrictEqual } from 'node:util';
import { defaultRoutingShards, shardForRouting } from '../../../src/cluster/routing.ts';

/** A document as the commands make them: `n` is a long, `k` a keyword, `v` a vector; `x` has no mapping at first. */
export interface Source {
  readonly n?: number | string;
  readonly k?: string;
  readonly v?: readonly number[];
  readonly x?: number | string;
}

export interface Stored {
  readonly id: string;
  readonly routing: string | null;
  readonly source: Source;
  readonly version: number;
  readonly seqNo: number;
  readonly term: number;
}

/** The version of a deleted document; the copies of its shard that know it may be fewer than all. */
interface Tombstone {
  readonly version: number;
  readonly onAllCopies: boolean;
}

export interface Condition {
  readonly version?: number;
  readonly versionType?: 'external' | 'external_gte';
  readonly ifSeqNo?: number;
  readonly ifTerm?: number;
}

/** What a write to a shard comes to; null stands for a version conflict. */
export interface Written {
  readonly result: 'created' | 'updated' | 'deleted' | 'not_found' | 'noop';
  readonly version: number;
  readonly seqNo: number;
  readonly term: number;
}

export type Update =
  | { readonly kind: 'write'; readonly source: Source; readonly isCreate: boolean }
  | { readonly kind: 'noop'; readonly written: Written }
  | { readonly kind: 'missing' }
  | { readonly kind: 'conflict' };

/** One shard: what gets see (`documents`) and what searches see since the last refresh (`published`). */
export class ShardModel {
  documents = new Map<string, Stored>();
  published: ReadonlyMap<string, Stored> = new Map();
  readonly tombstones = new Map<string, Tombstone>();
  maxSeqNo = -1;
  term = 1;

  refresh(): void {
    this.published = new Map(this.documents);
  }

  /** The version that a write without conditions would follow; 0 for none. */
  versionOf(id: string): number {
    return this.documents.get(id)?.version ?? this.tombstones.get(id)?.version ?? 0;
  }

  index(
    document: Pick<Stored, 'id' | 'routing' | 'source'>,
    isCreate: boolean,
    when: Condition,
  ): Written | null {
    const { id } = document;
    const version = this.#next(id, isCreate, when);
    if (version === null) return null;
    const result = this.documents.has(id) ? 'updated' : 'created';
    const state = { version, seqNo: ++this.maxSeqNo, term: this.term };
    this.documents.set(id, { ...document, ...state });
    this.tombstones.delete(id);
    return { result, ...state };
  }

  /** Writes several documents in an order that is not known: the engine tells each its number. */
  rewrite(documents: readonly Pick<Stored, 'id' | 'routing' | 'source'>[], seqNos: readonly number[]): void {
    documents.forEach((document, i) => {
      const version = this.versionOf(document.id) + 1;
      this.documents.set(document.id, { ...document, version, seqNo: seqNos[i], term: this.term });
    });
    this.maxSeqNo += documents.length;
  }

  /** Deleting what is not there leaves a tombstone too. */
  delete(id: string, when: Condition): Written | null {
    const version = this.#next(id, false, when);
    if (version === null) return null;
    this.tombstones.set(id, { version, onAllCopies: true });
    const result = this.documents.delete(id) ? 'deleted' : 'not_found';
    return { result, version, seqNo: ++this.maxSeqNo, term: this.term };
  }

  /** What an update comes down to: a document to write, or nothing to write and why. */
  update(id: string, patch: Source, upsert: Source | null, when: Condition): Update {
    const stored = this.documents.get(id);
    if (!stored) return upsert ? { kind: 'write', source: upsert, isCreate: true } : { kind: 'missing' };
    if (!this.#isAsExpected(stored, when)) return { kind: 'conflict' };
    const source = { ...stored.source, ...patch };
    const { version, seqNo, term } = stored;
    if (!isDeepStrictEqual(source, stored.source)) return { kind: 'write', source, isCreate: false };
    return { kind: 'noop', written: { result: 'noop', version, seqNo, term } };
  }

  /** The version that the write gets; null for a conflict. */
  #next(id: string, isCreate: boolean, when: Condition): number | null {
    const stored = this.documents.get(id);
    if (!this.#isAsExpected(stored, when) || (isCreate && stored)) return null;
    const before = this.versionOf(id);
    const { version, versionType } = when;
    if (version === undefined) return before + 1;
    if (!stored && !this.tombstones.has(id)) return version;
    return version > before || (versionType === 'external_gte' && version === before) ? version : null;
  }

  #isAsExpected(stored: Stored | undefined, { ifSeqNo, ifTerm }: Condition): boolean {
    return ifSeqNo === undefined || (stored?.seqNo === ifSeqNo && stored.term === ifTerm);
  }

  /** A copy of the shard begins anew from its files, which know nothing of deleted documents. */
  copyStarted(): void {
    for (const [id, { version }] of this.tombstones) this.tombstones.set(id, { version, onAllCopies: false });
  }

  /** The primary starts, of a closed index too. */
  primaryStarted(): void {
    this.term++;
  }

  /** Another copy is the primary now. */
  promoted(): void {
    this.primaryStarted();
    for (const [id, { onAllCopies }] of this.tombstones) if (!onAllCopies) this.tombstones.delete(id);
  }

  reopened(): void {
    this.tombstones.clear();
    this.refresh();
  }
}

type FieldType = 'long' | 'keyword' | 'text' | 'knn_vector';

const UNFILTERED = { colour: null };
const LONG = /^-?\d+$/;

export class IndexModel {
  readonly name: string;
  readonly shards: readonly ShardModel[];
  readonly fields = new Map<string, FieldType>([
    ['n', 'long'],
    ['k', 'keyword'],
    ['v', 'knn_vector'],
  ]);
  isOpen = true;

  constructor(name: string, shards: number) {
    this.name = name;
    this.shards = Array.from({ length: shards }, () => new ShardModel());
  }

  shardOf(id: string, routing: string | null): ShardModel {
    const { length } = this.shards;
    if (length === 1) return this.shards[0];
    return this.shards[shardForRouting(routing ?? id, length, defaultRoutingShards(length))];
  }

  refresh(): void {
    for (const shard of this.shards) shard.refresh();
  }

  /** What searches see, a shard after the other. */
  get published(): readonly Stored[] {
    return this.shards.flatMap((shard) => [...shard.published.values()]);
  }

  /** Whether the document can be parsed; then its new fields have a mapping from now on, whatever becomes of it. */
  parse(source: Source): boolean {
    for (const [field, value] of Object.entries(source)) {
      if (this.fields.get(field) === 'long' && !LONG.test(String(value))) return false;
    }
    if (source.x !== undefined && !this.fields.has('x')) {
      this.fields.set('x', typeof source.x === 'number' ? 'long' : 'text');
    }
    return true;
  }
}

/** Why a name stands for no index that could be used: as the engine answers. */
export interface Unusable {
  readonly status: number;
  readonly error: string;
}

const notFound: Unusable = { status: 404, error: 'index_not_found_exception' };
const closed: Unusable = { status: 400, error: 'index_closed_exception' };
const ambiguous: Unusable = { status: 400, error: 'illegal_argument_exception' };

export function isUnusable(found: object): found is Unusable {
  return 'error' in found;
}

/** An alias of an index. */
export interface AliasModel {
  /** Whether it is the index to write to; undefined where nothing is said. */
  readonly isWrite: boolean | undefined;
  /** Searches see documents of this `k` alone; null: all. */
  readonly colour: string | null;
}

/** An index as a search sees it by the names that it asked for. */
export interface View {
  readonly index: IndexModel;
  /** What the filters of its aliases let through; null: one of the names has none. */
  readonly colours: ReadonlySet<string> | null;
}

/** Everything that the engine should know: brute force over maps. */
export class Model {
  readonly indices = new Map<string, IndexModel>();
  /** By alias and index. */
  readonly aliases = new Map<string, Map<string, AliasModel>>();
  /** The node that does not run. */
  stopped: string | null = null;

  constructor() {
    this.indices.set('a', new IndexModel('a', 2));
    this.indices.set('b', new IndexModel('b', 1));
  }

  /** The indices of a name as searches understand it: indices, aliases, several by commas, `*` for all that are open. */
  readable(target: string): readonly View[] | Unusable {
    const all = [...this.indices.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    if (target === '*') return all.filter(({ isOpen }) => isOpen).map((index) => ({ index, colours: null }));
    const found = new Map<IndexModel, (string | null)[]>();
    for (const name of target.split(',')) {
      for (const [each, { colour }] of this.aliases.get(name) ?? [[name, UNFILTERED]]) {
        const index = this.indices.get(each);
        if (!index) return notFound;
        found.set(index, [...(found.get(index) ?? []), colour]);
      }
    }
    if ([...found.keys()].some(({ isOpen }) => !isOpen)) return closed;
    return all.flatMap((index) => {
      const colours = found.get(index)?.flatMap((colour) => colour ?? []);
      if (!colours) return [];
      return { index, colours: colours.length === found.get(index)?.length ? new Set(colours) : null };
    });
  }

  /** The index that a write to this name goes to. */
  writable(target: string): IndexModel | Unusable {
    const alias = this.aliases.get(target);
    const names = alias ? [...alias].filter(([, { isWrite }]) => isWrite ?? alias.size === 1) : [[target]];
    if (names.length === 0) return ambiguous;
    const index = this.indices.get(names[0][0] as string);
    if (!index) return notFound;
    return index.isOpen ? index : closed;
  }

  /** The one index that a document is read from. */
  single(target: string): IndexModel | Unusable {
    const alias = this.aliases.get(target);
    if (alias && alias.size > 1) return ambiguous;
    const index = this.indices.get(alias ? [...alias.keys()][0] : target);
    if (!index) return notFound;
    return index.isOpen ? index : closed;
  }
}
