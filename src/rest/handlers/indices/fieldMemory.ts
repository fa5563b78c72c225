import { type JsonObject, wildcardMatches } from '../../../common/index.ts';
import { completionField } from '../../../mapper/index.ts';
import { fielddataBytes } from '../../../query/index.ts';
import type { SegmentReader } from '../../../segment/index.ts';
import type { IndexShard } from '../../../shard/index.ts';

/** Memory of fields by name. */
export type FieldMemory = ReadonlyMap<string, number>;

const COMPLETION_SUFFIX = completionField('');

/** Columns built for sorting and aggregating on text. */
export function fielddataMemory(shard: IndexShard): FieldMemory {
  return summed(shard, fielddataBytes);
}

/** The entries of completion fields. */
export function completionMemory(shard: IndexShard): FieldMemory {
  return summed(shard, completionBytes);
}

function summed(shard: IndexShard, bytesOf: (reader: SegmentReader) => FieldMemory): FieldMemory {
  const searcher = shard.acquireSearcher();
  try {
    const sums = new Map<string, number>();
    for (const reader of searcher.leaves) {
      for (const [field, bytes] of bytesOf(reader)) sums.set(field, (sums.get(field) ?? 0) + bytes);
    }
    return sums;
  } finally {
    searcher.close();
  }
}

const COMPLETION_CACHE_KEY = 'completionBytes';

function completionBytes(reader: SegmentReader): FieldMemory {
  const known = reader.cache.get(COMPLETION_CACHE_KEY) as FieldMemory | undefined;
  if (known !== undefined) return known;
  const bytes = new Map<string, number>();
  for (const name of reader.fieldNames) {
    const terms = name.endsWith(COMPLETION_SUFFIX) ? reader.terms(name) : null;
    if (terms === null) continue;
    let size = 0;
    for (let ord = 0; ord < terms.size; ord++) size += Buffer.byteLength(terms.term(ord));
    bytes.set(name.slice(0, -COMPLETION_SUFFIX.length), size);
  }
  reader.cache.set(COMPLETION_CACHE_KEY, bytes);
  return bytes;
}

export function totalBytes(memory: FieldMemory): number {
  return [...memory.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/**
 * `{"fields": {"name": {[member]: bytes}}}` for the fields that match the patterns; nothing if there are
 * none.
 */
export function fieldsJson(memory: FieldMemory, patterns: readonly string[], member: string): JsonObject {
  const wanted = [...memory].filter(([name]) => patterns.some((pattern) => wildcardMatches(pattern, name)));
  if (wanted.length === 0) return {};
  return { fields: Object.fromEntries(wanted.map(([name, bytes]) => [name, { [member]: bytes }])) };
}
