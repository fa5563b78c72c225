import { illegalArgument } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { type DocSet, docSetOfArray, type LeafContext, NO_DOCS } from '../../query/index.ts';
import type { SearchSource } from '../source/searchSource.ts';
import { idHash } from './idSlices.ts';
import { numberSlice } from './numberSlices.ts';
import type { ShardSearch } from './shardContext.ts';

const ID = '_id';

/** Returns the documents of a segment that belong to the slice. */
export type BoundSlice = (leaf: LeafContext) => DocSet;

/**
 * The slice on one shard: whole shards if possible, otherwise by the hash of ids, or of a field's numbers.
 * Throws illegal_argument for a field without numbers.
 */
export function bindSlice(source: SearchSource, search: ShardSearch): BoundSlice | null {
  const { slice } = source;
  if (slice === null) return null;
  const field = slicedField(slice.field ?? ID, search);
  const { id, max } = slice;
  const { place, count } = shardPlace(source, search);
  if (count === 1) return hashedDocs(field, id, max);
  if (max < count) return place % max === id ? allDocs : () => NO_DOCS;
  if (id % count !== place) return () => NO_DOCS;
  const own = Math.floor(max / count) + (max % count > place ? 1 : 0);
  return own === 1 ? allDocs : hashedDocs(field, Math.floor(id / count), own);
}

function allDocs({ reader: { maxDoc } }: LeafContext): DocSet {
  return { kind: 'all', maxDoc };
}

/**
 * The shard's index among the shards of its index that the request goes to; for a point in time, among all.
 */
function shardPlace(source: SearchSource, { open }: ShardSearch): { place: number; count: number } {
  const { index, shardId, among } = open.target;
  return source.pit === null ? among : { place: shardId, count: index.numberOfShards };
}

/** `null` for the ids. */
function slicedField(name: string, { context }: ShardSearch): MappedFieldType | null {
  if (name === ID) return null;
  if (name === '_uid') {
    throw illegalArgument(
      'Computing slices on the [_uid] field is illegal for 7.x indices, use [_id] instead',
    );
  }
  const field = context.mapper.field(name);
  if (field === undefined) throw illegalArgument(`field ${name} not found`);
  const numeric = ['numeric', 'date', 'boolean'].includes(field.family);
  if (!numeric || !field.hasDocValues) throw illegalArgument(`cannot load numeric doc values on ${name}`);
  return field;
}

function hashedDocs(field: MappedFieldType | null, id: number, max: number): BoundSlice {
  const accepts = (hash: number): boolean => ((hash % max) + max) % max === id;
  return (leaf) => {
    const { reader } = leaf;
    const belongs =
      field === null ? (doc: number) => accepts(idHash(reader.id(doc))) : numberSlice(leaf, field, accepts);
    const docs: number[] = [];
    for (let doc = 0; doc < reader.maxDoc; doc++) {
      if (reader.rootDocs !== null && !reader.rootDocs.has(doc)) continue;
      if (belongs(doc)) docs.push(doc);
    }
    return docSetOfArray(Uint32Array.from(docs));
  };
}
