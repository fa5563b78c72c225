/**
 * Intervals of positions within one document, and operations on them: lists sorted by start, without nested
 * intervals.
 */
export interface Interval {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
  /** Number of positions inside that no part covers. */
  readonly gaps: number;
  /** Number of positions that it covers as a part of another one; absent if all from start to end. */
  readonly width?: number;
}

function widthOf({ start, end, width }: Interval): number {
  return width ?? end - start + 1;
}

/** Removes intervals that contain another one; the rest is sorted by start and end. */
export function minimal(intervals: readonly Interval[]): Interval[] {
  if (intervals.length < 2) return [...intervals];
  const sorted = [...intervals].sort((a, b) => a.end - b.end || b.start - a.start);
  const kept: Interval[] = [];
  for (const interval of sorted) {
    const last = kept[kept.length - 1];
    if (last === undefined || interval.start > last.start) kept.push(interval);
  }
  return kept;
}

export function anyInterval(lists: readonly (readonly Interval[])[]): Interval[] {
  return minimal(lists.flat());
}

/** Combines one interval of each list in order. The lists ascend, and so do the results. */
export function orderedIntervals(lists: readonly (readonly Interval[])[], maxGaps: number): Interval[] {
  const found: Interval[] = [];
  const at = lists.map(() => 0);
  for (const first of lists[0]) {
    let end = first.end;
    let covered = widthOf(first);
    let complete = true;
    for (let i = 1; i < lists.length && complete; i++) {
      const list = lists[i];
      while (at[i] < list.length && list[at[i]].start <= end) at[i]++;
      if (at[i] === list.length) complete = false;
      else {
        const next = list[at[i]];
        end = next.end;
        covered += widthOf(next);
      }
    }
    if (complete) found.push({ start: first.start, end, gaps: end - first.start + 1 - covered });
  }
  return minimal(found).filter((interval) => maxGaps < 0 || interval.gaps <= maxGaps);
}

/** Combines one interval of each list in any order, as close together as possible. */
export function unorderedIntervals(lists: readonly (readonly Interval[])[], maxGaps: number): Interval[] {
  if (lists.some((list) => list.length === 0)) return [];
  const at = lists.map(() => 0);
  const found: Interval[] = [];
  for (;;) {
    const heads = lists.map((list, i) => list[at[i]]);
    const start = Math.min(...heads.map((head) => head.start));
    const end = Math.max(...heads.map((head) => head.end));
    const covered = heads.reduce((sum, head) => sum + widthOf(head), 0);
    found.push({ start, end, gaps: Math.max(0, end - start + 1 - covered) });
    const lowest = heads.findIndex((head) => head.start === start);
    if (++at[lowest] >= lists[lowest].length) break;
  }
  return minimal(found).filter((interval) => maxGaps < 0 || interval.gaps <= maxGaps);
}

/** Combines `count` consecutive intervals of the list. */
export function repeatedIntervals(intervals: readonly Interval[], count: number): Interval[] {
  const found: Interval[] = [];
  for (let i = 0; i + count <= intervals.length; i++) {
    const parts = intervals.slice(i, i + count);
    const { start } = parts[0];
    const { end } = parts[count - 1];
    const width = parts.reduce((sum, part) => sum + widthOf(part), 0);
    found.push({ start, end, gaps: end - start + 1 - width, width });
  }
  return found;
}

export type IntervalRelation =
  | 'containing'
  | 'contained_by'
  | 'not_containing'
  | 'not_contained_by'
  | 'overlapping'
  | 'not_overlapping'
  | 'before'
  | 'after';

const holds = (outer: Interval, inner: Interval): boolean =>
  outer.start <= inner.start && outer.end >= inner.end;
const overlaps = (a: Interval, b: Interval): boolean => a.start <= b.end && b.start <= a.end;

/**
 * Lucene's test for `not_containing`: it looks only at the first of the others that starts or ends no earlier than `a`, and
 * keeps `a` if that one starts after the end of `a`.
 */
function isBeforeNext(a: Interval, others: readonly Interval[]): boolean {
  const next = others.find((b) => b.start >= a.start || b.end >= a.end);
  return next === undefined || next.start > a.end;
}

/** The intervals with a relation to any of the others. */
export function relatedIntervals(
  intervals: readonly Interval[],
  others: readonly Interval[],
  relation: IntervalRelation,
): Interval[] {
  const some = (test: (a: Interval, b: Interval) => boolean) => (a: Interval) =>
    others.some((b) => test(a, b));
  const none = (test: (a: Interval, b: Interval) => boolean) => (a: Interval) =>
    !others.some((b) => test(a, b));
  switch (relation) {
    case 'containing':
      return intervals.filter(some(holds));
    case 'contained_by':
      return intervals.filter(some((a, b) => holds(b, a)));
    case 'not_containing':
      return intervals.filter((a) => isBeforeNext(a, others));
    case 'not_contained_by':
      return intervals.filter(none((a, b) => holds(b, a)));
    case 'overlapping':
      return intervals.filter(some(overlaps));
    case 'not_overlapping':
      return intervals.filter(none(overlaps));
    case 'before':
      // In the original the position before the first one is the first one.
      return intervals.filter(some((a, b) => a.end <= Math.max(0, b.start - 1)));
    case 'after':
      return intervals.filter(some((a, b) => a.start > b.end));
  }
}
