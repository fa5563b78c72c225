import { describe, expect, it } from 'vitest';
import {
  orderedSpans,
  type Span,
  spanFrequency,
  spansWithout,
  unorderedSpans,
} from '../../../src/query/span/spans.ts';

const at = (...places: number[]): Span[] => places.map((start) => ({ start, end: start + 1, width: 0 }));
const drawn = (spans: readonly Span[]): string[] =>
  spans.map(({ start, end, width }) => `${start}-${end}/${width}`);

describe('spans of one document', () => {
  it('in order, each start counts once', () => {
    expect(drawn(orderedSpans([at(0, 2), at(4)], 3))).toEqual(['0-5/3', '2-5/1']);
    expect(drawn(orderedSpans([at(0, 2), at(4)], 1))).toEqual(['2-5/1']);
  });

  it('with a gap that anything may fill', () => {
    expect(drawn(orderedSpans([at(0), 2, at(1, 3)], 0))).toEqual(['0-4/0']);
  });

  it('in any order, as wide as their extent', () => {
    expect(drawn(unorderedSpans([at(1), at(0, 3)], 1))).toEqual(['0-2/2', '1-4/3']);
  });

  it('without those near an excluded one', () => {
    expect(drawn(spansWithout(at(0, 5, 9), at(4), 1, 0))).toEqual(['0-1/0', '9-10/0']);
  });

  it('count less the wider they are', () => {
    expect(spanFrequency(orderedSpans([at(0, 2), at(4)], 3))).toBe(0.75);
  });
});
