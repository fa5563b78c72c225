import type { JsonObject, OpenSearchError } from '../../common/index.ts';
import type { GetResult, VersionType, WriteResult } from '../../shard/index.ts';
import type { LocalIndex } from '../localIndex.ts';

export type BulkAction = 'index' | 'create' | 'update' | 'delete';

/** One operation of a bulk request, or a single-document request. */
export interface BulkItem {
  readonly action: BulkAction;
  /** An index or alias, possibly with date math. */
  readonly index: string;
  /** `null` to generate one. */
  readonly id: string | null;
  readonly routing: string | null;
  readonly version: number | null;
  readonly versionType: VersionType;
  readonly ifSeqNo: number | null;
  readonly ifPrimaryTerm: number | null;
  readonly requireAlias: boolean;
  /** The document of an index or create operation, as sent. */
  readonly source: Uint8Array | null;
  readonly update: UpdateBody | null;
  /** The ingest pipeline of the request; `_none` disables the index's default pipeline. */
  readonly pipeline?: string | null;
}

/** The validated body of `_update`. */
export interface UpdateBody {
  readonly doc: JsonObject | null;
  readonly upsert: JsonObject | null;
  readonly docAsUpsert: boolean;
  readonly scriptedUpsert: boolean;
  readonly detectNoop: boolean;
  readonly script: JsonObject | null;
  /** The body's `_source`: which part of the new document to return. */
  readonly fetchSource: unknown;
  readonly retryOnConflict: number;
  readonly ifSeqNo: number | null;
  readonly ifPrimaryTerm: number | null;
  /** The routing of the existing document that `doc` is merged into; absent to keep the document's own. */
  readonly docRouting?: string | null;
}

export interface DoneItem {
  readonly kind: 'done';
  readonly action: BulkAction;
  readonly index: LocalIndex;
  readonly shardId: number;
  readonly id: string;
  readonly result: WriteResult;
  /** The document after an update that requested it, and the requested `_source`. */
  readonly get: { readonly document: GetResult; readonly fetchSource: unknown } | null;
}

export interface FailedItem {
  readonly kind: 'failed';
  readonly action: BulkAction;
  readonly index: string;
  readonly id: string | null;
  readonly error: OpenSearchError;
  /** The shard that rejected the operation; `null` if it failed before a shard was chosen. */
  readonly at: { readonly index: LocalIndex; readonly shardId: number } | null;
}

/** A pipeline dropped the document, so nothing is written. */
export interface DroppedItem {
  readonly kind: 'dropped';
  readonly action: BulkAction;
  readonly index: string;
  readonly id: string | null;
}

export type ItemOutcome = DoneItem | FailedItem | DroppedItem;

/** An item with its target shard. */
export interface Routed {
  /** Index in the request and the response. */
  readonly position: number;
  readonly item: BulkItem;
  readonly id: string;
  readonly routing: string | null;
}

/** The items of a request for one shard, in order. */
export interface ShardGroup {
  readonly index: LocalIndex;
  readonly shardId: number;
  readonly routed: readonly Routed[];
}
