import { type JsonValue, OpenSearchError } from '../common/index.ts';
import type { QueryShardContext } from './types.ts';

/** A document that a query refers to. */
export interface LookedUp {
  readonly index: string;
  readonly id: string;
  readonly routing: string | null;
}

/** The original looks up documents before it asks any shard, so such an error fails the whole search. */
export class LookupFailure extends OpenSearchError {
  constructor({ type, reason, status, metadata, causedBy }: OpenSearchError) {
    super(type, reason, { status, metadata, causedBy: causedBy ?? undefined });
  }
}

/**
 * Reads a document's source (`null` if missing) and extracts what the query needs. Rejects with
 * LookupFailure.
 */
export async function lookUp<T>(
  context: QueryShardContext,
  { index, id, routing }: LookedUp,
  read: (source: JsonValue | null) => T,
): Promise<T> {
  try {
    return read((await context.fetchDocument?.(index, id, routing)) ?? null);
  } catch (error) {
    throw error instanceof OpenSearchError ? new LookupFailure(error) : error;
  }
}
