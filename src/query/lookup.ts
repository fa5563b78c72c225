import { type JsonValue, OpenSearchError } from '../common/index.ts';
import type { QueryShardContext } from './types.ts';

/** A document that a query names. */
export interface LookedUp {
  readonly index: string;
  readonly id: string;
  readonly routing: string | null;
}

/** The original looks documents up before it asks a shard: what fails there fails the search as a whole. */
export class LookupFailure extends OpenSearchError {
  constructor({ type, reason, status, metadata, causedBy }: OpenSearchError) {
    super(type, reason, { status, metadata, causedBy: causedBy ?? undefined });
  }
}

/** Reads a document's source (null: there is none) and what the query wants of it. Rejects with LookupFailure. */
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
