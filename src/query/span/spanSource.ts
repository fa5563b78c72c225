import { OpenSearchError } from '../../common/index.ts';
import type { TermsReader } from '../../segment/index.ts';
import { docSetOfArray, intersect, NO_DOCS, union } from '../docSet.ts';
import { TermPlaces } from '../text/positions.ts';
import type { DocSet, LeafContext, TermsOwner } from '../types.ts';
import { type OrderedPart, orderedSpans, type Span, spansOfAny, unorderedSpans } from './spans.ts';

/** A span query bound to a shard. */
export interface SpanSource {
  /** As printed by Lucene, also before rewriting. */
  readonly text: string;
  readonly parsed: string;
  /** The field whose lengths and statistics are used for scoring. */
  readonly field: string;
  /** For a masked span at the top level: its actual field, and how it prints there. */
  readonly scoredField?: string;
  readonly explained?: string;
  /** Whether these are the positions of a single term. */
  readonly isTerm?: boolean;
  /** Terms whose idf is used. */
  readonly terms: readonly SpanTerm[];
  /** Documents that may contain matching spans. */
  candidates(leaf: LeafContext): DocSet;
  /** Returns the spans of a document. */
  leaf(leaf: TermsOwner): (doc: number) => readonly Span[];
}

export interface SpanTerm {
  readonly field: string;
  readonly term: string;
}

/** Reads the term's positions in any document. */
function placesOf(terms: TermsReader, ord: number): (doc: number) => Span[] {
  const places = new TermPlaces(terms, ord);
  return (doc) => {
    places.seek(doc);
    const spans: Span[] = [];
    for (let i = places.from; i < places.to; i++) {
      const start = places.values[i];
      spans.push({ start, end: start + 1, width: 0 });
    }
    return spans;
  };
}

/** `hasPositions`: Lucene throws if positions were not indexed. */
export function spanTerm(field: string, term: string, hasPositions = true): SpanSource {
  const text = `${field}:${term}`;
  return {
    text,
    parsed: text,
    field,
    isTerm: true,
    terms: [{ field, term }],
    candidates({ reader }) {
      const terms = reader.terms(field);
      const ord = terms?.lookup(term) ?? -1;
      return terms === null || ord < 0 ? NO_DOCS : docSetOfArray(terms.docs(ord));
    },
    leaf({ reader }) {
      const terms = reader.terms(field);
      const ord = terms?.lookup(term) ?? -1;
      if (terms === null || ord < 0) return () => [];
      if (hasPositions) return placesOf(terms, ord);
      throw new OpenSearchError(
        'illegal_state_exception',
        `field "${field}" was indexed without position data; cannot run SpanTermQuery (term=${term})`,
      );
    },
  };
}

/** The distinct terms of several sources, in order. */
export function joinTerms(sources: readonly SpanSource[]): SpanTerm[] {
  const byKey = new Map(
    sources.flatMap(({ terms }) => terms).map((one) => [`${one.field}\0${one.term}`, one]),
  );
  return [...byKey.keys()].sort().map((key) => byKey.get(key) as SpanTerm);
}

export function spanOr(field: string, sources: readonly SpanSource[]): SpanSource {
  const textOf = (print: 'text' | 'parsed'): string =>
    `spanOr([${sources.map((source) => source[print]).join(', ')}])`;
  return {
    text: textOf('text'),
    parsed: textOf('parsed'),
    field,
    terms: joinTerms(sources),
    candidates: (leaf) =>
      union(
        sources.map((source) => source.candidates(leaf)),
        leaf.reader.maxDoc,
      ),
    leaf(leaf) {
      const readers = sources.map((source) => source.leaf(leaf));
      return (doc) => spansOfAny(readers.map((read) => read(doc)));
    },
  };
}

/** `parts`: sources, or gaps as a number of positions. */
export function spanNear(
  parts: readonly (SpanSource | number)[],
  slop: number,
  ordered: boolean,
): SpanSource {
  const sources = parts.filter((part) => typeof part !== 'number');
  const { field } = sources[0];
  const textOf = (print: 'text' | 'parsed'): string => {
    const texts = parts.map((part) => (typeof part === 'number' ? `SpanGap(${field}:${part})` : part[print]));
    return `spanNear([${texts.join(', ')}], ${slop}, ${ordered})`;
  };
  return {
    text: textOf('text'),
    parsed: textOf('parsed'),
    field,
    terms: joinTerms(sources),
    candidates: (leaf) => sources.map((source) => source.candidates(leaf)).reduce(intersect),
    leaf(leaf) {
      const readers = parts.map((part) => (typeof part === 'number' ? part : part.leaf(leaf)));
      return (doc) => {
        const lists = readers.map((read): OrderedPart => (typeof read === 'number' ? read : read(doc)));
        if (ordered) return orderedSpans(lists, slop);
        return unorderedSpans(
          lists.filter((list) => typeof list !== 'number'),
          slop,
        );
      };
    },
  };
}

interface Relation {
  /** As Lucene prints it. */
  readonly print: (kept: string, other: string) => string;
  readonly excludes: boolean;
  readonly keep: (spans: readonly Span[], others: readonly Span[]) => readonly Span[];
}

/** The spans of `kept` with a relation to those of `other`. */
export function spanRelation(kept: SpanSource, other: SpanSource, relation: Relation): SpanSource {
  return {
    text: relation.print(kept.text, other.text),
    parsed: relation.print(kept.parsed, other.parsed),
    field: kept.field,
    terms: relation.excludes ? kept.terms : joinTerms([kept, other]),
    candidates: (leaf) =>
      relation.excludes ? kept.candidates(leaf) : intersect(kept.candidates(leaf), other.candidates(leaf)),
    leaf(leaf) {
      const own = kept.leaf(leaf);
      const others = other.leaf(leaf);
      return (doc) => relation.keep(own(doc), others(doc));
    },
  };
}

/** Spans that end within the first `end` positions. */
export function spanFirst(source: SpanSource, end: number): SpanSource {
  return {
    ...source,
    isTerm: false,
    text: `spanFirst(${source.text}, ${end})`,
    parsed: `spanFirst(${source.parsed}, ${end})`,
    leaf(leaf) {
      const own = source.leaf(leaf);
      return (doc) => own(doc).filter((span) => span.end <= end);
    },
  };
}

/** Treats spans as belonging to another field, within other spans. */
export function maskedSpan(source: SpanSource, field: string): SpanSource {
  return {
    ...source,
    field,
    scoredField: source.field,
    explained: source.text,
    text: `mask(${source.text}) as ${field}`,
    parsed: `mask(${source.parsed}) as ${field}`,
  };
}
