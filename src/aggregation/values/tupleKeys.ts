import type { Steps } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import { BLOCK_DOCS, type DocBlock } from '../framework/aggregator.ts';
import { BucketOrds } from '../framework/bucketOrds.ts';
import { identity } from '../framework/growable.ts';
import {
  compareIds,
  type IdRun,
  joinRuns,
  type Key,
  type KeyCounts,
  type KeyPlaces,
  type KeyReader,
  type KeySource,
  listedRun,
} from './keys.ts';
import { ABSENT, type SourceOrder, TuplePage, type TupleParts } from './tuplePage.ts';
import { TupleWalk } from './tupleWalk.ts';

/** Which tuples are wanted: the first ones after `after`. */
export interface WantedTuples {
  readonly orders: readonly SourceOrder[];
  readonly size: number;
  readonly after: TupleParts | null;
}

/** Values looked at between two runs, at least. */
const VALUES_OF_A_RUN = 16_384;

/** Bucket keys that are combinations. */
export interface TupleKeys extends KeySource {
  parts(id: number): TupleParts;
  part(id: number, source: number): Key | null;
  /** Compares two tuples by the keys of one source; `null` if either is absent. */
  comparePart(source: number, a: number, b: number): number | null;
}

/**
 * Combinations of keys from several sources. The first key represents itself; each further combination is a
 * pair (previous combination, next key), and pairs are numbered in order of arrival.
 */
export class TuplesOfMany implements TupleKeys {
  readonly #first: KeySource;
  readonly #sources: readonly KeySource[];
  /** Whether documents without a value of the source are kept. */
  readonly #keepsAbsent: readonly boolean[];
  readonly #encode: (parts: TupleParts) => Key;
  /** Pairs that end with a key of the second, third, … source. */
  readonly #pairs: readonly BucketOrds[];
  readonly #walk: TupleWalk;

  /** Without `wanted`, all tuples are. Single ones may be counted although they are not. */
  constructor(
    sources: readonly KeySource[],
    keepsAbsent: readonly boolean[],
    encode: (parts: TupleParts) => Key,
    wanted: WantedTuples | null = null,
  ) {
    this.#first = sources[0];
    this.#sources = sources;
    this.#keepsAbsent = keepsAbsent;
    this.#encode = encode;
    this.#pairs = sources.slice(1).map(() => new BucketOrds());
    const page =
      wanted &&
      new TuplePage({ sources, ...wanted }, (id) => sources.map((_, source) => this.#idOf(id, source)));
    this.#walk = new TupleWalk(this.#pairs, page);
  }

  get size(): number {
    const { length } = this.#pairs;
    return length === 0 ? this.#first.size + 1 : this.#pairs[length - 1].size;
  }

  key(id: number): Key {
    return this.#encode(this.parts(id));
  }

  parts(id: number): TupleParts {
    return this.#sources.map((_, source) => this.part(id, source));
  }

  part(id: number, source: number): Key | null {
    const own = this.#idOf(id, source);
    return own === ABSENT ? null : this.#sources[source].key(own - 1);
  }

  comparePart(source: number, a: number, b: number): number | null {
    const x = this.#idOf(a, source);
    const y = this.#idOf(b, source);
    if (x === y) return 0;
    if (x === ABSENT || y === ABSENT) return null;
    return compareIds(this.#sources[source], x - 1, y - 1);
  }

  addAll(): void {}

  leaf(leaf: LeafContext): KeyReader {
    const readers = this.#sources.map((source) => source.leaf(leaf));
    const columns = readers.map(() => new Uint32Array(BLOCK_DOCS));
    const single: SingleReader = { readers, columns, kept: new Uint32Array(BLOCK_DOCS) };
    const parts = (block: DocBlock): Iterable<IdRun> => {
      const run = this.#readSingle(block, single);
      return run === null ? this.#readMany(block, readers) : [run];
    };
    return { read: (block) => joinRuns(parts(block)), readInParts: parts };
  }

  /** The 1-based id of the key that a source contributes to a combination. */
  #idOf(id: number, source: number): number {
    for (let s = this.#pairs.length; s > source; s--) id = this.#pairs[s - 1].owner(id);
    return source === 0 ? id : this.#pairs[source - 1].id(id);
  }

  /** The combination of each document; `null` if a document has several keys of one source. */
  #readSingle(block: DocBlock, { readers, columns, kept }: SingleReader): IdRun | null {
    if (block.count > BLOCK_DOCS) return null;
    let count = block.count;
    let dense = true;
    for (const [source, reader] of readers.entries()) {
      const run = reader.read(block);
      if (!toColumn(run, block.count, columns[source])) return null;
      dense &&= run.dense || this.#keepsAbsent[source];
    }
    if (!dense) count = this.#dropAbsent(count, columns, kept);
    const [ids] = columns;
    for (const [i, pairs] of this.#pairs.entries()) pairs.addEach(ids, columns[i + 1], count);
    return { ids, positions: dense ? identity(count) : kept, count, dense };
  }

  /** Moves kept documents to the front; their positions are in `kept`. */
  #dropAbsent(count: number, columns: readonly Uint32Array[], kept: Uint32Array): number {
    const required = columns.filter((_, source) => !this.#keepsAbsent[source]);
    let n = 0;
    for (let i = 0; i < count; i++) if (required.every((ids) => ids[i] !== ABSENT)) kept[n++] = i;
    for (const ids of columns) for (let i = 0; i < n; i++) ids[i] = ids[kept[i]];
    return n;
  }

  /** The wanted combinations of each document's keys. */
  *#readMany(block: DocBlock, readers: readonly KeyReader[]): Iterable<IdRun> {
    const runs = readers.map((reader) => copyRun(reader.read(block)));
    const at = runs.map(() => 0);
    let ids: number[] = [];
    let positions: number[] = [];
    let looked = 0;
    for (let i = 0; i < block.count; i++) {
      const lists = runs.map((run, source) => this.#given(source, idsAt(run, at, source, i)));
      for (const { length } of lists) looked += length;
      this.#walk.begin(lists);
      for (let isEnd = false; !isEnd; ) {
        isEnd = this.#walk.fill(ids);
        while (positions.length < ids.length) positions.push(i);
        if (isEnd && looked < VALUES_OF_A_RUN) continue;
        yield listedRun(ids, positions);
        ids = [];
        positions = [];
        looked = 0;
      }
    }
    yield listedRun(ids, positions);
  }

  #given(source: number, ids: readonly number[]): readonly number[] {
    return ids.length === 0 && this.#keepsAbsent[source] ? [ABSENT] : ids;
  }
}

/** Reads blocks while no document has two keys of one source. */
interface SingleReader {
  readonly readers: readonly KeyReader[];
  /** One id per document for each source. */
  readonly columns: readonly Uint32Array[];
  readonly kept: Uint32Array;
}

/** The 1-based id of each document; false if a document has several. */
function toColumn(run: IdRun, count: number, out: Uint32Array): boolean {
  const { ids, positions } = run;
  if (run.dense) {
    for (let i = 0; i < count; i++) out[i] = ids[i] + 1;
    return true;
  }
  out.fill(ABSENT, 0, count);
  for (let i = 0; i < run.count; i++) {
    const position = positions[i];
    if (out[position] !== ABSENT) return false;
    out[position] = ids[i] + 1;
  }
  return true;
}

/** Copied, because readers may share scratch arrays; ids are shifted to make room for ABSENT. */
function copyRun(run: IdRun): IdRun {
  const ids = run.ids.slice(0, run.count);
  for (let i = 0; i < ids.length; i++) ids[i]++;
  return { ...run, ids, positions: run.positions.slice(0, run.count) };
}

/** The ids of the block's document `position`; advances `at`. */
function idsAt(run: IdRun, at: number[], source: number, position: number): number[] {
  while (at[source] < run.count && run.positions[at[source]] < position) at[source]++;
  const ids: number[] = [];
  while (at[source] < run.count && run.positions[at[source]] === position) ids.push(run.ids[at[source]++]);
  return ids;
}

/** An id that no document has. */
const NONE = Number.POSITIVE_INFINITY;
/** Most blocks have at most one key per document. */
const ROOM = 2 * BLOCK_DOCS;

/**
 * The keys of one source as 1-tuples. If documents without a key are kept, they share an id, assigned when
 * the first one is seen; later ids of the source move up by one.
 */
export class TuplesOfOne implements TupleKeys {
  readonly #source: KeySource;
  readonly #keepsAbsent: boolean;
  #absent = NONE;

  constructor(source: KeySource, keepsAbsent: boolean) {
    this.#source = source;
    this.#keepsAbsent = keepsAbsent;
  }

  get size(): number {
    return this.#source.size + (this.#absent === NONE ? 0 : 1);
  }

  key(id: number): Key {
    return this.#source.key(this.#sourceId(id));
  }

  parts(id: number): TupleParts {
    return [this.part(id)];
  }

  part(id: number): Key | null {
    return id === this.#absent ? null : this.key(id);
  }

  comparePart(_source: number, a: number, b: number): number | null {
    if (a === b) return 0;
    if (a === this.#absent || b === this.#absent) return null;
    return compareIds(this.#source, this.#sourceId(a), this.#sourceId(b));
  }

  addAll(): void {}

  leaf(leaf: LeafContext): KeyReader {
    const reader = this.#source.leaf(leaf);
    if (!this.#keepsAbsent) return reader;
    const ids = new Uint32Array(ROOM);
    const positions = new Uint32Array(ROOM);
    const { countAll, isSingle } = reader;
    const keyPlaces = reader.keyPlaces?.bind(reader);
    return {
      countAll: isSingle && countAll ? () => this.#counts(countAll()) : undefined,
      keyPlaces: isSingle && keyPlaces ? () => this.#places(keyPlaces()) : undefined,
      read: (block) => {
        const run = reader.read(block);
        if (run.dense && this.#absent === NONE) return run;
        const room = run.count + block.count;
        if (room <= ROOM) return this.#withAbsent(block, run, ids, positions);
        return this.#withAbsent(block, run, new Uint32Array(room), new Uint32Array(room));
      },
    };
  }

  *#counts(counting: Steps<KeyCounts>): Steps<KeyCounts> {
    const { ids, counts } = yield* counting;
    return { ids: ids.map((id) => this.#moved(id)), counts };
  }

  #places({ places, owners }: KeyPlaces): KeyPlaces {
    return { places, owners: owners.map((id) => this.#moved(id)) };
  }

  #moved(id: number): number {
    return id < this.#absent ? id : id + 1;
  }

  #sourceId(id: number): number {
    return id > this.#absent ? id - 1 : id;
  }

  #withAbsent(block: DocBlock, run: IdRun, ids: Uint32Array, positions: Uint32Array): IdRun {
    if (this.#absent === NONE) this.#absent = this.#source.size;
    const absent = this.#absent;
    let count = 0;
    for (let position = 0, i = 0; position < block.count; position++) {
      const first = count;
      for (; i < run.count && run.positions[i] === position; i++) {
        ids[count] = this.#moved(run.ids[i]);
        positions[count++] = position;
      }
      if (count > first) continue;
      ids[count] = absent;
      positions[count++] = position;
    }
    // Each document has at least one.
    const dense = count === block.count;
    return { ids, positions: dense ? identity(count) : positions, count, dense };
  }
}
