/** The spans of one document in the order of Lucene's span queries: by start, then by end. */
export interface Span {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Total distance between its parts: a span counts 1 / (1 + width). */
  readonly width: number;
}

type Spans = readonly Span[];

export function spansOfAny(lists: readonly Spans[]): Span[] {
  return lists.flat().sort((a, b) => a.start - b.start || a.end - b.end);
}

/** A part of an ordered span: spans, or a gap of that many positions. */
export type OrderedPart = Spans | number;

/** Combines one span of each part in order; parts never move backwards. */
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

/** Combines one span of each list in any order: the first one advances until its list ends. */
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

/** Spans without an excluded one nearby: `pre` positions before, `post` after. */
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

/** The closeness-weighted number of spans. */
export function spanFrequency(spans: Spans): number {
  let frequency = 0;
  for (const { width } of spans) frequency = Math.fround(frequency + 1 / (1 + width));
  return frequency;
}
