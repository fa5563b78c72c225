import type { HighlightOptions } from '../source/highlightSpec.ts';

/** Moves the ends of a fragment to where a text may be cut. */
export interface BoundaryScanner {
  startFrom(text: string, offset: number): number;
  endFrom(text: string, offset: number): number;
}

export function boundaryScannerOf(options: HighlightOptions): BoundaryScanner {
  const type = options.boundaryScanner ?? 'chars';
  return type === 'chars' ? charScanner(options) : unitScanner(type);
}

function charScanner({ boundaryChars, boundaryMaxScan }: HighlightOptions): BoundaryScanner {
  return {
    startFrom(text, start) {
      if (start > text.length || start < 1) return start;
      let offset = start;
      for (let left = boundaryMaxScan; offset > 0 && left > 0; left--, offset--) {
        if (boundaryChars.includes(text[offset - 1])) return offset;
      }
      return offset === 0 ? 0 : start;
    },
    endFrom(text, end) {
      if (end > text.length || end < 0) return end;
      let offset = end;
      for (let left = boundaryMaxScan; offset < text.length && left > 0; left--, offset++) {
        if (boundaryChars.includes(text[offset])) return offset;
      }
      return end;
    },
  };
}

/** Back to where the last sentence or word before begins, on to where the first one after ends. */
function unitScanner(granularity: 'sentence' | 'word'): BoundaryScanner {
  const segmenter = new Intl.Segmenter('en', { granularity });
  return {
    startFrom(text, start) {
      if (start > text.length || start < 1) return start;
      let last = 0;
      for (const { index } of segmenter.segment(text.slice(0, start))) last = index;
      return last;
    },
    endFrom(text, end) {
      if (end > text.length || end < 0) return end;
      for (const { segment } of segmenter.segment(text.slice(end))) return end + segment.length;
      return end - 1;
    },
  };
}
