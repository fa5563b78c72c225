import type { MergeConfig } from './settings.ts';

/** A segment as the policy sees it. */
export interface MergeCandidate {
  /** Bytes of the live documents. */
  readonly liveBytes: number;
  readonly maxDoc: number;
  readonly deletedDocs: number;
}

/** Deleted documents that may stay, as a part of all. */
const DELETES_ALLOWED = 0.33;
/** Segments with more deleted documents than this part are rewritten by `only_expunge_deletes`. */
const EXPUNGE_ABOVE = 0.1;
/** A segment is read into one buffer and addressed with 32 bits. */
const LARGEST_SEGMENT_BYTES = 2 * 1024 ** 3;

/**
 * Lucene's TieredMergePolicy: merges segments of about one size, up to ten at once, when there are more than the tiers
 * allow; of the possible merges the least lopsided, smallest, with most deletions. Returns indices, or null.
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

/** What a forced merge merges; null: it is done. */
export function chooseForcedMerge(
  candidates: readonly MergeCandidate[],
  maxNumSegments: number,
): readonly number[] | null {
  if (maxNumSegments === 1 && candidates.length === 1) return candidates[0].deletedDocs > 0 ? [0] : null;
  if (candidates.length <= maxNumSegments) return null;
  const bySize = candidates.map((_, index) => index);
  bySize.sort((a, b) => candidates[a].liveBytes - candidates[b].liveBytes);
  return bySize.slice(0, candidates.length - maxNumSegments + 1);
}

/** Segments that `only_expunge_deletes` rewrites. */
export function chooseExpunge(candidates: readonly MergeCandidate[]): readonly number[] | null {
  const indices = candidates.flatMap((one, index) => (deletedPart([one]) > EXPUNGE_ABOVE ? [index] : []));
  return indices.length === 0 ? null : indices;
}

interface Sized extends MergeCandidate {
  readonly index: number;
}

/** How many segments the tiers have room for. */
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

/** Segments from `start` on, as many as fit. */
function packFrom(bySize: readonly Sized[], start: number, atOnce: number, largestBytes: number): Sized[] {
  const packed: Sized[] = [];
  let bytes = 0;
  for (let i = start; i < bySize.length && packed.length < atOnce; i++) {
    if (packed.length > 0 && bytes + bySize[i].liveBytes > largestBytes) continue;
    packed.push(bySize[i]);
    bytes += bySize[i].liveBytes;
  }
  return packed;
}

/** The lower, the better. */
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
