import type { ExactJsonValue, JsonObject } from '../../../common/index.ts';
import type { SchemaColumn } from '../../types.ts';

/** Rows of an aggregated answer, and whether the engine's ten inner buckets cut some off. */
export interface BucketRows {
  readonly schema: readonly SchemaColumn[];
  readonly rows: readonly (readonly ExactJsonValue[])[];
  readonly isCut: boolean;
}

/** The type of a requested aggregation. */
export function kindOf(asked: JsonObject): string {
  return Object.keys(asked).find((key) => key !== 'aggregations') ?? '';
}

/** Whether there are more buckets than the answer lists. */
export function isCutOff(found: JsonObject): boolean {
  return Number(found.sum_other_doc_count ?? 0) > 0;
}
