import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonAt,
  OpenSearchError,
} from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { BoostQuery } from '../bound/boostQuery.ts';
import { asKind } from '../bound/decorated.ts';
import { foundTerms, MultiTermQuery } from '../bound/multiTerm.ts';
import { pointForm } from '../bound/pointText.ts';
import type { BoundQuery } from '../bound/query.ts';
import { parsedText } from '../bound/shape.ts';
import { spanQuery } from '../bound/spanQuery.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseBuilder, ClauseParser, ClauseType } from '../clause.ts';
import { fieldTermQuery } from '../fieldQueries.ts';
import { intAt, type TokenContainer } from '../numberTokens.ts';
import {
  type CommonMembers,
  lastToken,
  NO_COMMON,
  parsingErrorAt,
  readFieldClause,
  readText,
  textAt,
} from '../reader.ts';
import {
  arrayToken,
  commonTokens,
  type Mutable,
  noArrayToken,
  noObjectToken,
  objectToken,
  readTokens,
  valueToken,
} from '../tokenLoop.ts';
import { booleanAt } from '../tokens.ts';
import type { QueryShardContext } from '../types.ts';
import {
  maskedSpan,
  type SpanSource,
  spanFirst,
  spanNear,
  spanOr,
  spanRelation,
  spanTerm,
} from './spanSource.ts';
import { spansContaining, spansWithin, spansWithout } from './spans.ts';

/** A parsed span clause, to be bound to a shard. */
type Span = (context: QueryShardContext) => SpanSource;

/** Reads the members; `boost` and `_name` into `common`. */
type SpanParser = (body: JsonObject, parser: ClauseParser, common: Mutable<CommonMembers>) => Span;

const PARSERS: ReadonlyMap<string, { readonly doc: string; readonly parse: SpanParser }> = new Map([
  ['span_term', { doc: 'one term', parse: parseTerm }],
  ['span_near', { doc: 'spans close to each other, optionally in order', parse: parseNear }],
  ['span_or', { doc: 'any of several spans', parse: parseOr }],
  ['span_not', { doc: 'spans that do not overlap others', parse: parseNot }],
  ['span_first', { doc: 'spans at the start of a field', parse: parseFirst }],
  ['span_multi', { doc: 'a prefix, wildcard, fuzzy, or regexp query as spans', parse: parseMulti }],
  [
    'span_containing',
    { doc: 'spans that contain others', parse: (...given) => parseRelation(true, ...given) },
  ],
  ['span_within', { doc: 'spans contained in others', parse: (...given) => parseRelation(false, ...given) }],
  ['field_masking_span', { doc: 'treats spans of one field as those of another', parse: parseMasking }],
]);

export const spanClauses: readonly ClauseType[] = [...PARSERS].map(([name, { doc, parse }]) => ({
  names: [name],
  doc,
  parse(body, parser) {
    const common = { ...NO_COMMON };
    return spanBuilder(name, body, parse(body, parser, common), common);
  },
}));

/** A builder with access to its spans, for use in other span clauses. */
interface SpanBuilder extends ClauseBuilder {
  readonly span: Span;
  readonly boost: number;
}

function spanBuilder(name: string, body: JsonObject, span: Span, common: CommonMembers): SpanBuilder {
  const bind = (context: QueryShardContext): BoundQuery => spanQuery(context, span(context));
  const builder = makeBuilder({ clause: name, json: body, ...common, bind });
  return { ...builder, span, boost: common.boost };
}

function isSpan(builder: ClauseBuilder): builder is SpanBuilder {
  return 'span' in builder;
}

/** Parses `container[key]`, a span clause without boost. `within`: the original's name for the position. */
function parseSpan(container: object, key: string | number, parser: ClauseParser, within: string): Span {
  const builder = parser.query(container, key);
  const item = (container as Record<string | number, object>)[key];
  if (!isSpan(builder)) throw parsingErrorAt(`${within} must be of type span query`, item, null, 'end');
  if (builder.boost !== 1) {
    const shown = Number.isInteger(builder.boost) ? `${builder.boost}.0` : builder.boost;
    const reason = `${within} as a nested span clause can't have non-default boost value [${shown}]`;
    throw parsingErrorAt(reason, item, null, 'end');
  }
  return builder.span;
}

function parseTerm(...[body, , common]: Parameters<SpanParser>): Span {
  const read = readFieldClause('span_term', body, 'value', ['value', 'term']);
  const { field, options } = read;
  common.boost = read.boost;
  common.queryName = read.queryName;
  const given = Object.entries(options).findLast(([key]) => key === 'value' || key === 'term')?.[1];
  const value = lastToken(given ?? null) ?? null;
  if (value === null) throw illegalArgument('value cannot be null');
  return (context) => {
    const type = context.mapper.field(field);
    if (type === undefined) return spanTerm(field, readText(value), true);
    if (type.family !== 'text' && type.family !== 'keyword' && type.family !== 'boolean') {
      throw illegalArgument(
        `Cannot extract a term from a query of type class ${queryClass(type)}: ${parsedText(fieldTermQuery(context, type, value))}`,
      );
    }
    return spanTerm(type.name, String(type.toIndexValue(value)), type.family === 'text');
  };
}

function parseNear(...[body, parser, common]: Parameters<SpanParser>): Span {
  const spans: (Span | ReturnType<typeof parseGap>)[] = [];
  let slop = 0;
  let ordered = true;
  const members = {
    clauses: arrayToken((json, key) => {
      const list = listAt(json, key);
      list.forEach((item, i) => {
        const isGap = isJsonObject(item) && isJsonObject(item.span_gap);
        spans.push(isGap ? parseGap(item) : parseSpan(list, i, parser, 'span_near [clauses]'));
      });
    }),
    slop: valueToken((json, key) => void (slop = intAt(json, key))),
    in_order: valueToken((json, key) => void (ordered = booleanAt(json, key))),
    ...commonTokens(common),
  };
  readTokens({ clause: 'span_near', members }, body);
  if (spans.length === 0) throw withoutClauses('span_near', body);
  return (context) => {
    const parts = spans.map((span) => (typeof span === 'function' ? span(context) : span.width));
    const sources = parts.filter((part) => typeof part !== 'number');
    if (sources.length < parts.length && !ordered) {
      throw illegalArgument('Gaps can only be added to ordered near queries');
    }
    const other = sources.find(({ field }) => field !== sources[0].field);
    if (other !== undefined) {
      throw illegalArgument(
        `Cannot add clause ${other.parsed} to SpanNearQuery for field ${sources[0].field}`,
      );
    }
    return parts.length === 1 && sources.length === 1 ? sources[0] : spanNear(parts, slop, ordered);
  };
}

function parseGap(clause: JsonObject): { readonly field: string; readonly width: number } {
  const gap = clause.span_gap as JsonObject;
  const [field, second] = Object.keys(gap);
  if (second !== undefined) {
    const reason = `[span_gap] query doesn't support multiple fields, found [${field}] and [${second}]`;
    throw parsingErrorAt(reason, gap, second, 'key');
  }
  const other = Object.keys(clause).find((key) => key !== 'span_gap');
  if (other !== undefined) {
    const reason = '[span_gap] malformed query, expected [END_OBJECT] but found [FIELD_NAME]';
    throw parsingErrorAt(reason, clause, other, 'key');
  }
  return { field, width: intAt(gap, field) };
}

function listAt(container: TokenContainer, key: string | number): readonly JsonValue[] {
  return (container as Readonly<Record<string | number, readonly JsonValue[]>>)[key];
}

function withoutClauses(name: string, body: JsonObject): OpenSearchError {
  return parsingErrorAt(`${name} must include [clauses]`, body, null, 'end');
}

function parseOr(...[body, parser, common]: Parameters<SpanParser>): Span {
  const spans: Span[] = [];
  const members = {
    clauses: arrayToken((json, key) => {
      const list = listAt(json, key);
      spans.push(...list.map((_, i) => parseSpan(list, i, parser, 'span_or [clauses]')));
    }),
    ...commonTokens(common, noArrayToken),
  };
  readTokens({ clause: 'span_or', members }, body);
  if (spans.length === 0) throw withoutClauses('span_or', body);
  return (context) => {
    const sources = spans.map((span) => span(context));
    checkSameField(sources);
    return spanOr(sources[0].field, sources);
  };
}

function checkSameField(sources: readonly SpanSource[]): void {
  if (sources.some(({ field }) => field !== sources[0].field)) {
    throw illegalArgument('Clauses must have same field.');
  }
}

function required(body: JsonObject, key: string, name: string, span: Span | undefined): Span {
  if (span !== undefined) return span;
  throw parsingErrorAt(`${name} must have [${key}] span query clause`, body, null, 'end');
}

function parseNot(...[body, parser, common]: Parameters<SpanParser>): Span {
  const read: { include?: Span; exclude?: Span; dist?: number; pre?: number; post?: number } = {};
  const members = {
    include: objectToken(
      (json, key) => void (read.include = parseSpan(json, key, parser, 'span_not [include]')),
    ),
    exclude: objectToken(
      (json, key) => void (read.exclude = parseSpan(json, key, parser, 'span_not [exclude]')),
    ),
    dist: noObjectToken((json, key) => void (read.dist = intAt(json, key))),
    pre: noObjectToken((json, key) => void (read.pre = intAt(json, key))),
    post: noObjectToken((json, key) => void (read.post = intAt(json, key))),
    ...commonTokens(common, noObjectToken),
  };
  readTokens({ clause: 'span_not', members }, body);
  const include = required(body, 'include', 'span_not', read.include);
  const exclude = required(body, 'exclude', 'span_not', read.exclude);
  const { dist, pre: before, post: after } = read;
  if (dist !== undefined && (before !== undefined || after !== undefined)) {
    const reason = 'span_not can either use [dist] or [pre] & [post] (or none)';
    throw parsingErrorAt(reason, body, null, 'end');
  }
  const pre = Math.max(0, before ?? dist ?? 0);
  const post = Math.max(0, after ?? dist ?? 0);
  return (context) => {
    const sources = [include(context), exclude(context)];
    checkSameField(sources);
    return spanRelation(sources[0], sources[1], {
      print: (kept, other) => `spanNot(${kept}, ${other}, ${pre}, ${post})`,
      excludes: true,
      keep: (spans, others) => spansWithout(spans, others, pre, post),
    });
  };
}

function parseFirst(...[body, parser, common]: Parameters<SpanParser>): Span {
  const read: { match?: Span; end?: number } = {};
  const members = {
    match: objectToken((json, key) => void (read.match = parseSpan(json, key, parser, 'span_first [match]'))),
    end: noObjectToken((json, key) => void (read.end = intAt(json, key))),
    ...commonTokens(common, noObjectToken),
  };
  readTokens({ clause: 'span_first', members }, body);
  const span = required(body, 'match', 'span_first', read.match);
  const { end } = read;
  if (end === undefined) throw parsingErrorAt('span_first must have [end] set for it', body, null, 'end');
  if (end < 0) throw illegalArgument('parameter [end] needs to be positive.');
  return (context) => spanFirst(span(context), end);
}

function parseRelation(containing: boolean, ...[body, parser, common]: Parameters<SpanParser>): Span {
  const name = containing ? 'span_containing' : 'span_within';
  const read: { big?: Span; little?: Span } = {};
  const members = {
    big: objectToken((json, key) => void (read.big = parseSpan(json, key, parser, `${name} [big]`))),
    little: objectToken((json, key) => void (read.little = parseSpan(json, key, parser, `${name} [little]`))),
    ...commonTokens(common, noObjectToken),
  };
  readTokens({ clause: name, members }, body);
  const { big, little } = read;
  const missing = (key: string): OpenSearchError => {
    if (containing) return illegalArgument(`inner clause [${key}] cannot be null.`);
    return parsingErrorAt(`${name} must include [${key}]`, body, null, 'end');
  };
  if (big === undefined) throw missing('big');
  if (little === undefined) throw missing('little');
  return (context) => {
    const outer = big(context);
    const inner = little(context);
    if (outer.field !== inner.field) throw illegalArgument('big and little not same field');
    return containing
      ? spanRelation(outer, inner, {
          print: (kept, other) => `SpanContaining(${kept}, ${other})`,
          excludes: false,
          keep: spansContaining,
        })
      : spanRelation(inner, outer, {
          print: (kept, other) => `SpanWithin(${other}, ${kept})`,
          excludes: false,
          keep: spansWithin,
        });
  };
}

function parseMasking(...[body, parser, common]: Parameters<SpanParser>): Span {
  const read: { query?: Span; field?: string } = {};
  const members = {
    query: objectToken(
      (json, key) => void (read.query = parseSpan(json, key, parser, '[span_field_masking] query')),
    ),
    field: noObjectToken((json, key) => void (read.field = textAt(json, key))),
    ...commonTokens(common, noObjectToken),
  };
  readTokens({ clause: 'span_field_masking', members }, body);
  const span = required(body, 'query', 'span_field_masking', read.query);
  const { field } = read;
  if (field === undefined) {
    throw parsingErrorAt('span_field_masking must have [field] set for it', body, null, 'end');
  }
  return (context) => maskedSpan(span(context), field);
}

const MULTI_TERM = ['prefix', 'wildcard', 'regexp', 'fuzzy', 'range'];

function parseMulti(...[body, parser, common]: Parameters<SpanParser>): Span {
  const read: { match?: ClauseBuilder } = {};
  const members = {
    match: objectToken((json, key) => void (read.match = parseMultiTerm(json, key, parser))),
    ...commonTokens(common),
  };
  readTokens({ clause: 'span_multi', members, isLenient: true }, body);
  const { match: builder } = read;
  if (builder === undefined) {
    throw parsingErrorAt('[span_multi] must have [match] multi term query clause', body, null, 'end');
  }
  return (context) => {
    const query = builder.toLucene(context);
    const inner = asKind(query, BoostQuery)?.inner ?? query;
    const multi = asKind(query, MultiTermQuery) ?? asKind(inner, MultiTermQuery);
    if (multi !== null) return spanOfTerms(context, multi);
    if (inner.noneReason !== null) return spanOr('', []);
    throw unsupportedInner(inner);
  };
}

function parseMultiTerm(
  container: TokenContainer,
  key: string | number,
  parser: ClauseParser,
): ClauseBuilder {
  const builder = parser.query(container, key);
  if (MULTI_TERM.includes(builder.clause)) return builder;
  const match = jsonAt(container, key) as JsonObject;
  throw parsingErrorAt('[span_multi] [match] must be of type multi term query', match, null, 'end');
}

function unsupportedInner(query: BoundQuery): OpenSearchError {
  const { type } = query.shape();
  const expected = 'org.apache.lucene.search.MultiTermQuery';
  const reason = `unsupported inner query, should be ${expected} but was org.apache.lucene.search.${type}`;
  return new OpenSearchError('unsupported_operation_exception', reason);
}

function spanOfTerms(context: QueryShardContext, { multiTerm: multi, top }: MultiTermQuery): SpanSource {
  const terms = foundTerms(context, multi, top);
  const source = spanOr(
    multi.field,
    terms.map(({ term }) => spanTerm(multi.field, term)),
  );
  const own = terms.length === 1 && top === null ? spanTerm(multi.field, terms[0].term) : source;
  return { ...own, parsed: `SpanMultiTermQueryWrapper(${multi.text})` };
}

/** The original's query class for an exact value of a field without terms. */
function queryClass(field: MappedFieldType): string {
  if (field.family === 'date') return 'org.apache.lucene.search.IndexOrDocValuesQuery';
  if (field.family !== 'numeric') return field.typeName;
  const form = pointForm(field);
  if (form === 'half') return 'org.apache.lucene.sandbox.document.HalfFloatPoint$1';
  return `org.apache.lucene.document.${form[0].toUpperCase()}${form.slice(1)}Point$1`;
}
