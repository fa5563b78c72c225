import { inOneStep, type Steps } from '../../common/index.ts';
import type { HighlightOptions } from '../source/highlightSpec.ts';
import { CONTEXT, type Granularity, TextUnits } from './textUnits.ts';

/** Moves the ends of a fragment to allowed boundaries; only the text up to `length` counts. */
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

/** For longer units before an offset, only the end is examined again. */
const LONGEST = 1024;

/** Moves the start back to the beginning of a sentence or word, and the end forward to the end of one. */
function unitScanner(text: string, granularity: Granularity): BoundaryScanner {
  const units = new TextUnits(text, granularity);
  const segmenter = new Intl.Segmenter('en', { granularity });
  return {
    /** Treats the text as ending there, so that later text does not affect the last boundaries. */
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
