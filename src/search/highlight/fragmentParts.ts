import type { Stretch } from './phraseList.ts';
import { countBefore } from './textUnits.ts';

/** Marks of one term or phrase. */
interface Marks {
  readonly stretches: readonly Stretch[];
  readonly boost: number;
  readonly number: number;
}

export interface Fragment {
  readonly start: number;
  readonly end: number;
  readonly marks: readonly Marks[];
  readonly boost: number;
}

/** Splits fragments of several values at value boundaries; parts without a mark are kept in place. */
export function byValue(fragments: readonly Fragment[], values: readonly string[]): Fragment[] {
  if (values.length <= 1) return [...fragments];
  const ends: number[] = [];
  for (const value of values) ends.push((ends[ends.length - 1] ?? 0) + value.length + 1);
  return fragments.flatMap((fragment) => partsOf(fragment, values, ends)).sort((a, b) => a.start - b.start);
}

const startOf = ({ stretches }: Marks): number => stretches[0].start;
const endOf = ({ stretches }: Marks): number => stretches[stretches.length - 1].end;

/** `ends`: the end of each value, including the separator. */
function partsOf(fragment: Fragment, values: readonly string[], ends: readonly number[]): Fragment[] {
  const parts: Fragment[] = [];
  const marks = fragment.marks.toSorted((a, b) => startOf(a) - startOf(b));
  let next = 0;
  for (let i = countBefore(ends, fragment.start + 1); i < values.length; i++) {
    if (values[i] === '') continue;
    const end = ends[i];
    const start = end - values[i].length - 1;
    if (fragment.start >= start && fragment.end <= end)
      return [
        ...parts,
        { ...fragment, marks: parts.length === 0 ? fragment.marks : endingFrom(marks.slice(next), start) },
      ];
    if (next === marks.length) return parts;
    if (nextStretch(marks[next], parts.length === 0 ? 0 : start) >= end) continue;
    const own: Marks[] = [];
    for (let m = next; m < marks.length && startOf(marks[m]) < end; m++)
      own.push(...within(marks[m], start, end));
    while (next < marks.length && endOf(marks[next]) < end) next++;
    parts.push({
      start: Math.max(start, fragment.start),
      end: fragment.end > start && fragment.end < end ? fragment.end : end,
      marks: own,
      boost: own.reduce((sum, { boost }) => sum + boost, 0),
    });
  }
  return parts;
}

/** Drops stretches that end before an offset. */
function endingFrom(marks: readonly Marks[], offset: number): Marks[] {
  return marks.map((one) => ({ ...one, stretches: one.stretches.filter(({ end }) => end >= offset) }));
}

/** The start of the first stretch that ends at or after an offset. */
function nextStretch({ stretches }: Marks, offset: number): number {
  return stretches.find(({ end }) => end >= offset)?.start ?? Number.POSITIVE_INFINITY;
}

/** The stretches inside a value, clipped to it. */
function within({ stretches, boost, number }: Marks, start: number, end: number): Marks[] {
  const own = stretches
    .filter((stretch) => stretch.start < end && stretch.end > start)
    .map((stretch) => ({ start: Math.max(stretch.start, start), end: Math.min(stretch.end, end - 1) }));
  return own.length === 0 ? [] : [{ stretches: own, boost, number }];
}
