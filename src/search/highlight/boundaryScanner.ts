import { inOneStep, type Steps } from '../../common/index.ts';
import type { HighlightOptions } from '../source/highlightSpec.ts';
import { CONTEXT, type Granularity, TextUnits } from './textUnits.ts';

/** Moves the ends of a fragment to where a text may be cut; the text counts as far as `length`. */
export interface BoundaryScanner {
  startFrom(offset: number, length: number): Steps<number>;
  endFrom(offset: number, length: number): Steps<number>;
}

export function boundaryScannerOf(text: string, options: HighlightOptions): BoundaryScanner {
  const type = options.boundaryScanner ?? 'chars';
  return type === 'chars' ? charScanner(text, options) : unitScanner(text, type);
}

function charScanner(text: string, { boundaryChars, boundaryMaxScan }: HighlightOptions): BoundaryScanner {
  const startFrom = (start: number, length: number): number => {
    if (start > length || start < 1) return start;
    let offset = start;
    for (let left = boundaryMaxScan; offset > 0 && left > 0; left--, offset--) {
      if (boundaryChars.includes(text[offset - 1])) return offset;
    }
    return offset === 0 ? 0 : start;
  };
  const endFrom = (end: number, length: number): number => {
    if (end > length || end < 0) return end;
    let offset = end;
    for (let left = boundaryMaxScan; offset < length && left > 0; left--, offset++) {
      if (boundaryChars.includes(text[offset])) return offset;
    }
    return end;
  };
  return {
    startFrom: (start, length) => inOneStep(() => startFrom(start, length)),
    endFrom: (end, length) => inOneStep(() => endFrom(end, length)),
  };
}

/** Of a longer unit before an offset only the end is looked at once more. */
const LONGEST = 1024;

/** Back to where the last sentence or word before begins, on to where the first one after ends. */
function unitScanner(text: string, granularity: Granularity): BoundaryScanner {
  const units = new TextUnits(text, granularity);
  const segmenter = new Intl.Segmenter('en', { granularity });
  return {
    /** As if the text ended there: what is behind has no say in how the last characters are cut. */
    *startFrom(start, length) {
      if (start > length || start < 1) return start;
      const sure = start - CONTEXT;
      const from = Math.max(start - LONGEST, yield* units.preceding(sure));
      let last = 0;
      for (const { index } of segmenter.segment(text.slice(from, start))) last = from + index;
      return last > sure || from === 0 ? last : yield* units.preceding(sure + 1);
    },
    *endFrom(end, length) {
      if (end > length || end < 0) return end;
      const near = text.slice(end, Math.min(end + 2 * CONTEXT, length));
      const first = segmenter.segment(near).containing(0)?.segment.length ?? -1;
      if (first <= CONTEXT || end + near.length === length) return end + first;
      return Math.min((yield* units.following(end + CONTEXT)) ?? length, length);
    },
  };
}
