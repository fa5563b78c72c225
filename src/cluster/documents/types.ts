import type { JsonObject, OpenSearchError } from '../../common/index.ts';
import type { GetResult, VersionType, WriteResult } from '../../shard/index.ts';
import type { LocalIndex } from '../localIndex.ts';

export type BulkAction = 'index' | 'create' | 'update' | 'delete';

/** One operation of a bulk request, or a document request of its own. */
export interface BulkItem {
  readonly action: BulkAction;
  /** Name of an index or alias, or date math. */
  readonly index: string;
  /** null: make one. */
  readonly id: string | null;
  readonly routing: string | null;
  readonly version: number | null;
  readonly versionType: VersionType;
  readonly ifSeqNo: number | null;
  readonly ifPrimaryTerm: number | null;
  readonly requireAlias: boolean;
  /** The document of index and create, as sent. */
  readonly source: Uint8Array | null;
  readonly update: UpdateBody | null;
  /** The ingest pipeline that the request names; `_none` keeps away that of the index. */
  readonly pipeline?: string | null;
}

/** The body of `_update`, checked. */
export interface UpdateBody {
  readonly doc: JsonObject | null;
  readonly upsert: JsonObject | null;
  readonly docAsUpsert: boolean;
  readonly scriptedUpsert: boolean;
  readonly detectNoop: boolean;
  readonly script: JsonObject | null;
  /** `_source` of the body: which part of the new document comes back. */
  readonly fetchSource: unknown;
  readonly retryOnConflict: number;
  readonly ifSeqNo: number | null;
  readonly ifPrimaryTerm: number | null;
  /** The routing of an existing document that `doc` changes; without it the document keeps its own. */
  readonly docRouting?: string | null;
}

export interface DoneItem {
  readonly kind: 'done';
  readonly action: BulkAction;
  readonly index: LocalIndex;
  readonly shardId: number;
  readonly id: string;
  readonly result: WriteResult;
  /** The document after an update that asked for it, and what it asked for (`_source`). */
  readonly get: { readonly document: GetResult; readonly fetchSource: unknown } | null;
}

export interface FailedItem {
  readonly kind: 'failed';
  readonly action: BulkAction;
  readonly index: string;
  readonly id: string | null;
  readonly error: OpenSearchError;
  /** The shard that refused it; null when it got no further than the names. */
  readonly at: { readonly index: LocalIndex; readonly shardId: number } | null;
}

/** A pipeline dropped the document: nothing is written. */
export interface DroppedItem {
  readonly kind: 'dropped';
  readonly action: BulkAction;
  readonly index: string;
  readonly id: string | null;
}

export type ItemOutcome = DoneItem | FailedItem | DroppedItem;

/** An item on its way to its shard. */
export interface Routed {
  /** Place in the request and in the answer. */
  readonly position: number;
  readonly item: BulkItem;
  readonly id: string;
  readonly routing: string | null;
}

/** The items of a request that go to one shard, in order. */
export interface ShardGroup {
  readonly index: LocalIndex;
  readonly shardId: number;
  readonly routed: readonly Routed[];
}
