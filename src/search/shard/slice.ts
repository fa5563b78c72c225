import { murmur3Bytes } from '../../common/index.ts';
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
    if (((hash(reader.id(doc)) % max) + max) % max === id) docs.push(doc);
  }
  return docSetOfArray(Uint32Array.from(docs));
}

/** The seed that the original hashes terms by. */
const SEED = 7919;

function hash(id: string): number {
  return murmur3Bytes(uidBytes(id), SEED);
}

const NUMERIC = 0xfe;
const UTF8 = 0xff;
const BASE64_ESCAPE = 0xfd;

/** An id as the original keeps it in its index: digits in pairs, base64 decoded, others as they are. */
function uidBytes(id: string): Uint8Array {
  if (/^\d+$/.test(id)) return numericBytes(id);
  if (!isBase64(id)) return Buffer.concat([Buffer.of(UTF8), Buffer.from(id)]);
  const bytes = Buffer.from(id, 'base64url');
  return bytes[0] >= BASE64_ESCAPE ? Buffer.concat([Buffer.of(BASE64_ESCAPE), bytes]) : bytes;
}

function numericBytes(id: string): Uint8Array {
  const bytes = [NUMERIC];
  for (let i = 0; i < id.length; i += 2) {
    const second = i + 1 < id.length ? Number(id[i + 1]) : 0x0f;
    bytes.push((Number(id[i]) << 4) | second);
  }
  return Uint8Array.from(bytes);
}

/** Base64 for URLs without padding, with no bits left over. */
function isBase64(id: string): boolean {
  if (!/^[\w-]+$/.test(id)) return false;
  const rest = id.length & 3;
  if (rest === 1) return false;
  return rest === 0 || (rest === 2 ? /[AQgw]$/ : /[AEIMQUYcgkosw048]$/).test(id);
}
