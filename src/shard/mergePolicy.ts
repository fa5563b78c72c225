import type { MergeConfig } from './settings.ts';

/** A segment as seen by the merge policy. */
export interface MergeCandidate {
  /** Size of the segment file: an upper bound for its contribution to a merge. */
  readonly sizeBytes: number;
  /** Estimated size of the live documents. */
  readonly liveBytes: number;
  readonly maxDoc: number;
  readonly deletedDocs: number;
}

/** Accepted fraction of deleted documents. */
const DELETES_ALLOWED = 0.33;
/** `only_expunge_deletes` rewrites segments with a greater fraction of deleted documents. */
const EXPUNGE_ABOVE = 0.1;
/**
 * No merge, not even a forced one, creates a larger segment, because a segment is one buffer with 32-bit
 * offsets. The margin is for numbers that need more bits in the merged segment.
 */
export const LARGEST_SEGMENT_BYTES = 2 * 1024 ** 3 - 256 * 1024 ** 2;

/**
 * Lucene's TieredMergePolicy: merges segments of similar size, up to ten at once, when there are more than
 * the tiers allow; prefers merges that are balanced, small, and reclaim many deletions. Returns indices, or
 * `null`.
 */
export function chooseMerge(
  candidates: readonly MergeCandidate[],
  config: MergeConfig,
): readonly number[] | null {
  const largestBytes = Math.min(config.maxMergedSegmentBytes, LARGEST_SEGMENT_BYTES);
  const tooManyDeletes = deletedPart(candidates) > DELETES_ALLOWED;
  const bySize = candidates
    .map((candidate, index) => ({ index, ...candidate }))
    .filter(
      (one) => one.liveBytes <= largestBytes / 2 || (tooManyDeletes && deletedPart([one]) > DELETES_ALLOWED),
    )
    .sort((a, b) => b.liveBytes - a.liveBytes || a.index - b.index);
  if (bySize.length <= allowedCount(bySize, config, largestBytes) && !tooManyDeletes) return null;
  let best: readonly number[] | null = null;
  let bestScore = Number.POSITIVE_INFINITY;
  for (let start = 0; start < bySize.length; start++) {
    const merge = packFrom(bySize, start, config.maxMergeAtOnce, largestBytes);
    if (merge.length < 2 && deletedPart(merge) === 0) continue;
    const score = scoreOf(merge, config, largestBytes);
    if (score >= bestScore) continue;
    bestScore = score;
    best = merge.map(({ index }) => index);
  }
  return best;
}

/** A segment as seen by a forced merge. */
export interface ForcedCandidate extends MergeCandidate {
  /** Created by this forced merge, so later deletions do not cause another merge. */
  readonly isResult: boolean;
}

/**
 * The next merge of a forced merge; `null` when done. Takes the smallest segments, as many as exceed the
 * target and fit into the maximum size; like Lucene's it may leave more segments than requested. With
 * `maxNumSegments` 1 it also rewrites single segments with deletions. Terminates, because each merge leaves
 * fewer segments or turns one into a result.
 */
export function chooseForcedMerge(
  candidates: readonly ForcedCandidate[],
  maxNumSegments: number,
): readonly number[] | null {
  const tooMany = candidates.length - maxNumSegments;
  if (tooMany > 0) {
    const bySize = candidates.map((_, index) => index);
    bySize.sort((a, b) => candidates[a].sizeBytes - candidates[b].sizeBytes);
    const merge = fitting(candidates, bySize.slice(0, tooMany + 1));
    if (merge.length > 1) return merge;
  }
  if (maxNumSegments > 1) return null;
  const withDeletes = candidates.findIndex(({ isResult, deletedDocs }) => !isResult && deletedDocs > 0);
  return withDeletes === -1 ? null : [withDeletes];
}

/** The merges that `only_expunge_deletes` makes. */
export function chooseExpunge(candidates: readonly MergeCandidate[]): readonly (readonly number[])[] {
  let left = candidates.flatMap((one, index) => (deletedPart([one]) > EXPUNGE_ABOVE ? [index] : []));
  const merges: (readonly number[])[] = [];
  while (left.length > 0) {
    const merge = fitting(candidates, left);
    merges.push(merge);
    left = left.slice(merge.length);
  }
  return merges;
}

/** The first of `indices` that fit into one segment together; at least one. */
function fitting(candidates: readonly MergeCandidate[], indices: readonly number[]): readonly number[] {
  let bytes = 0;
  const end = indices.findIndex((index, i) => {
    bytes += candidates[index].sizeBytes;
    return i > 0 && bytes > LARGEST_SEGMENT_BYTES;
  });
  return end === -1 ? indices : indices.slice(0, end);
}

interface Sized extends MergeCandidate {
  readonly index: number;
}

/** Number of segments that the tiers allow. */
function allowedCount(bySize: readonly Sized[], config: MergeConfig, largestBytes: number): number {
  const { segmentsPerTier, maxMergeAtOnce, floorSegmentBytes } = config;
  let bytesLeft = bySize.reduce((sum, { liveBytes }) => sum + liveBytes, 0);
  let levelBytes = Math.max(bySize[bySize.length - 1]?.liveBytes ?? 0, floorSegmentBytes);
  let allowed = 0;
  for (;;) {
    const levelCount = bytesLeft / levelBytes;
    if (levelCount < segmentsPerTier || levelBytes >= largestBytes) {
      return Math.max(allowed + Math.ceil(levelCount), segmentsPerTier);
    }
    allowed += segmentsPerTier;
    bytesLeft -= segmentsPerTier * levelBytes;
    levelBytes = Math.min(largestBytes, levelBytes * maxMergeAtOnce);
  }
}

/** As many segments from `start` on as fit. */
function packFrom(bySize: readonly Sized[], start: number, atOnce: number, largestBytes: number): Sized[] {
  const packed: Sized[] = [];
  let liveBytes = 0;
  let sizeBytes = 0;
  for (let i = start; i < bySize.length && packed.length < atOnce; i++) {
    const next = bySize[i];
    const isTooMuch =
      liveBytes + next.liveBytes > largestBytes || sizeBytes + next.sizeBytes > LARGEST_SEGMENT_BYTES;
    if (packed.length > 0 && isTooMuch) continue;
    packed.push(next);
    liveBytes += next.liveBytes;
    sizeBytes += next.sizeBytes;
  }
  return packed;
}

/** Lower is better. */
function scoreOf(merge: readonly Sized[], config: MergeConfig, largestBytes: number): number {
  const floored = merge.map(({ liveBytes }) => Math.max(liveBytes, config.floorSegmentBytes));
  const total = floored.reduce((sum, bytes) => sum + bytes, 0);
  const isFull = total >= largestBytes;
  const skew = isFull ? 1 / config.maxMergeAtOnce : floored[0] / total;
  return skew * total ** 0.05 * (1 - deletedPart(merge)) ** 2;
}

function deletedPart(candidates: readonly MergeCandidate[]): number {
  const total = candidates.reduce((sum, { maxDoc }) => sum + maxDoc, 0);
  return total === 0 ? 0 : candidates.reduce((sum, { deletedDocs }) => sum + deletedDocs, 0) / total;
}
