import type { Pacer } from '../../common/index.ts';
import type { FieldData } from '../data.ts';
import type { MergeSource } from './docMap.ts';

/** One field of a merge; `fields[i]` belongs to `sources[i]` and is null if the segment lacks it. */
export interface FieldMerge {
  readonly sources: readonly MergeSource[];
  readonly fields: readonly (FieldData | null)[];
  readonly maxDoc: number;
  readonly pacer: Pacer;
}
