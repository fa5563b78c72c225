import { type DocSet, docSetOfArray, type LeafContext, NO_DOCS } from '../../query/index.ts';
import type { SearchSource } from '../source/searchSource.ts';
import type { ShardTarget } from './target.ts';

type Slice = NonNullable<SearchSource['slice']>;

/** The part of a segment that belongs to a slice: whole shards as far as they go, then the hash of the ids. */
export function sliceDocs(leaf: LeafContext, slice: Slice, target: ShardTarget): DocSet {
  const shards = target.index.numberOfShards;
  const all: DocSet = { kind: 'all', maxDoc: leaf.reader.maxDoc };
  if (shards === 1) return hashedDocs(leaf, slice.id, slice.max);
  if (slice.max < shards) return target.shardId % slice.max === slice.id ? all : NO_DOCS;
  if (slice.id % shards !== target.shardId) return NO_DOCS;
  const rest = slice.max % shards;
  const own = Math.floor(slice.max / shards) + (rest > slice.id % shards ? 1 : 0);
  return own === 1 ? all : hashedDocs(leaf, Math.floor(slice.id / shards), own);
}

function hashedDocs(leaf: LeafContext, id: number, max: number): DocSet {
  const { reader } = leaf;
  const docs: number[] = [];
  for (let doc = 0; doc < reader.maxDoc; doc++) {
    if (reader.rootDocs !== null && !reader.rootDocs.has(doc)) continue;
    if (hash(reader.id(doc)) % max === id) docs.push(doc);
  }
  return docSetOfArray(Uint32Array.from(docs));
}

function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}
