/** The spans of one document, as Lucene's span queries enumerate them: lists in order of start, then of end. */
export interface Span {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** How far apart its parts stand: a span counts 1 / (1 + width). */
  readonly width: number;
}

type Spans = readonly Span[];

export function spansOfAny(lists: readonly Spans[]): Span[] {
  return lists.flat().sort((a, b) => a.start - b.start || a.end - b.end);
}

/** A part of spans in order: spans, or so many positions that anything may take. */
export type OrderedPart = Spans | number;

/** One span of each part, each after the one before; parts never go back. */
export function orderedSpans(parts: readonly OrderedPart[], slop: number): Span[] {
  const found: Span[] = [];
  const at = parts.map(() => 0);
  const [first] = parts;
  if (typeof first === 'number') return found;
  for (const { start, end: firstEnd } of first) {
    let end = firstEnd;
    let width = 0;
    for (let p = 1; p < parts.length; p++) {
      const part = parts[p];
      if (typeof part === 'number') {
        end += part;
        continue;
      }
      while (at[p] < part.length && part[at[p]].start < end) at[p]++;
      if (at[p] === part.length) return found;
      const next = part[at[p]];
      width += next.start - end;
      end = next.end;
    }
    if (width <= slop) found.push({ start, end, width });
  }
  return found;
}

/** One span of each list in any order: the first of them moves on until its list ends. */
export function unorderedSpans(lists: readonly Spans[], slop: number): Span[] {
  const found: Span[] = [];
  if (lists.some((list) => list.length === 0)) return found;
  const at = lists.map(() => 0);
  let furthest = Math.max(...lists.map((list) => list[0].end));
  for (;;) {
    let first = 0;
    let covered = 0;
    for (let i = 0; i < lists.length; i++) {
      const own = lists[i][at[i]];
      const least = lists[first][at[first]];
      covered += own.end - own.start;
      if (own.start < least.start || (own.start === least.start && own.end < least.end)) first = i;
    }
    const { start } = lists[first][at[first]];
    const width = furthest - start;
    if (width - covered <= slop) found.push({ start, end: furthest, width });
    if (++at[first] === lists[first].length) return found;
    furthest = Math.max(furthest, lists[first][at[first]].end);
  }
}

/** Spans that no excluded one comes near: `pre` positions before, `post` after. */
export function spansWithout(spans: Spans, excluded: Spans, pre: number, post: number): Span[] {
  return spans.filter(
    ({ start, end }) => !excluded.some((other) => other.end > start - pre && other.start - post < end),
  );
}

export function spansWithin(little: Spans, big: Spans): Span[] {
  let at = 0;
  return little.filter(({ start, end }) => {
    while (at < big.length && big[at].end < end) at++;
    return at < big.length && big[at].start <= start;
  });
}

export function spansContaining(big: Spans, little: Spans): Span[] {
  let at = 0;
  return big.filter(({ start, end }) => {
    while (at < little.length && little[at].start < start) at++;
    return at < little.length && little[at].end <= end;
  });
}

/** How often and how closely the spans stand there. */
export function spanFrequency(spans: Spans): number {
  let frequency = 0;
  for (const { width } of spans) frequency = Math.fround(frequency + Math.fround(1 / (1 + width)));
  return frequency;
}
