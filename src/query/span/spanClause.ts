import { illegalArgument, isJsonObject, type JsonObject, OpenSearchError } from '../../common/index.ts';
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
import { intAt } from '../numberTokens.ts';
import {
  checkKinds,
  checkMembers,
  parsingErrorAt,
  readCommon,
  readFieldClause,
  readInt,
  readText,
  textAt,
} from '../reader.ts';
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

type SpanParser = (body: JsonObject, parser: ClauseParser) => Span;

const PARSERS: ReadonlyMap<string, { readonly doc: string; readonly parse: SpanParser }> = new Map([
  ['span_term', { doc: 'one term', parse: parseTerm }],
  ['span_near', { doc: 'spans close to each other, optionally in order', parse: parseNear }],
  ['span_or', { doc: 'any of several spans', parse: parseOr }],
  ['span_not', { doc: 'spans that do not overlap others', parse: parseNot }],
  ['span_first', { doc: 'spans at the start of a field', parse: parseFirst }],
  ['span_multi', { doc: 'a prefix, wildcard, fuzzy, or regexp query as spans', parse: parseMulti }],
  [
    'span_containing',
    { doc: 'spans that contain others', parse: (body, parser) => parseRelation(body, parser, true) },
  ],
  [
    'span_within',
    { doc: 'spans contained in others', parse: (body, parser) => parseRelation(body, parser, false) },
  ],
  ['field_masking_span', { doc: 'treats spans of one field as those of another', parse: parseMasking }],
]);

export const spanClauses: readonly ClauseType[] = [...PARSERS].map(([name, { doc, parse }]) => ({
  names: [name],
  doc,
  parse: (body, parser) => spanBuilder(name, body, parse(body, parser)),
}));

/** A builder with access to its spans, for use in other span clauses. */
interface SpanBuilder extends ClauseBuilder {
  readonly span: Span;
  readonly boost: number;
}

function spanBuilder(name: string, body: JsonObject, span: Span): SpanBuilder {
  const common =
    name === 'span_term' ? readFieldClause(name, body, 'value', ['value', 'term']) : readCommon(body);
  const bind = (context: QueryShardContext): BoundQuery => spanQuery(context, span(context));
  const builder = makeBuilder({
    clause: name,
    json: body,
    boost: common.boost,
    queryName: common.queryName,
    bind,
  });
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

function parseTerm(body: JsonObject): Span {
  const { field, options } = readFieldClause('span_term', body, 'value', ['value', 'term']);
  const value = Object.entries(options).findLast(([key]) => key === 'value' || key === 'term')?.[1] ?? null;
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

function parseNear(body: JsonObject, parser: ClauseParser): Span {
  checkKinds('span_near', body, { clauses: 'array', slop: 'value', in_order: 'value' });
  const list = clausesOf('span_near', body);
  const spans = list.map((item, i) => {
    if (!isJsonObject(item) || !isJsonObject(item.span_gap)) {
      return parseSpan(list, i, parser, 'span_near [clauses]');
    }
    return parseGap(item, item.span_gap);
  });
  const slop = body.slop === undefined ? 0 : intAt(body, 'slop');
  const ordered = body.in_order === undefined || booleanAt(body, 'in_order');
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

function parseGap(clause: JsonObject, gap: JsonObject): { readonly field: string; readonly width: number } {
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

function clausesOf(name: string, body: JsonObject): readonly unknown[] {
  const { clauses } = body;
  if (clauses !== undefined && !Array.isArray(clauses)) {
    throw parsingErrorAt(`[${name}] query does not support [clauses]`, body, 'clauses');
  }
  if (clauses === undefined || clauses.length === 0) {
    throw parsingErrorAt(`${name} must include [clauses]`, body, null, 'end');
  }
  return clauses;
}

function parseOr(body: JsonObject, parser: ClauseParser): Span {
  checkKinds('span_or', body, { clauses: 'array' });
  const list = clausesOf('span_or', body);
  const spans = list.map((_, i) => parseSpan(list, i, parser, 'span_or [clauses]'));
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

function required(body: JsonObject, key: string, parser: ClauseParser, name: string): Span {
  if (body[key] === undefined) {
    throw parsingErrorAt(`${name} must have [${key}] span query clause`, body, null, 'end');
  }
  return parseSpan(body, key, parser, `${name} [${key}]`);
}

function parseNot(body: JsonObject, parser: ClauseParser): Span {
  checkKinds('span_not', body, {
    include: 'object',
    exclude: 'object',
    dist: 'any',
    pre: 'any',
    post: 'any',
  });
  const include = required(body, 'include', parser, 'span_not');
  const exclude = required(body, 'exclude', parser, 'span_not');
  if (body.dist !== undefined && (body.pre !== undefined || body.post !== undefined)) {
    const reason = 'span_not can either use [dist] or [pre] & [post] (or none)';
    throw parsingErrorAt(reason, body, null, 'end');
  }
  const positions = (key: string): number => {
    const value = body[key] ?? body.dist;
    return value === undefined ? 0 : Math.max(0, readInt(value));
  };
  const pre = positions('pre');
  const post = positions('post');
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

function parseFirst(body: JsonObject, parser: ClauseParser): Span {
  checkKinds('span_first', body, { match: 'object', end: 'any' });
  const span = required(body, 'match', parser, 'span_first');
  if (body.end === undefined)
    throw parsingErrorAt('span_first must have [end] set for it', body, null, 'end');
  const end = intAt(body, 'end');
  if (end < 0) throw illegalArgument('parameter [end] needs to be positive.');
  return (context) => spanFirst(span(context), end);
}

function parseRelation(body: JsonObject, parser: ClauseParser, containing: boolean): Span {
  const name = containing ? 'span_containing' : 'span_within';
  checkKinds(name, body, { big: 'object', little: 'object' });
  for (const key of ['big', 'little']) {
    if (body[key] !== undefined) continue;
    if (containing) throw illegalArgument(`inner clause [${key}] cannot be null.`);
    throw parsingErrorAt(`${name} must include [${key}]`, body, null, 'end');
  }
  const big = parseSpan(body, 'big', parser, `${name} [big]`);
  const little = parseSpan(body, 'little', parser, `${name} [little]`);
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

function parseMasking(body: JsonObject, parser: ClauseParser): Span {
  checkKinds('span_field_masking', body, { query: 'object', field: 'any' });
  if (body.query === undefined) {
    throw parsingErrorAt('span_field_masking must have [query] span query clause', body, null, 'end');
  }
  const span = parseSpan(body, 'query', parser, '[span_field_masking] query');
  if (body.field === undefined) {
    throw parsingErrorAt('span_field_masking must have [field] set for it', body, null, 'end');
  }
  const field = textAt(body, 'field');
  return (context) => maskedSpan(span(context), field);
}

const MULTI_TERM = ['prefix', 'wildcard', 'regexp', 'fuzzy', 'range'];

function parseMulti(body: JsonObject, parser: ClauseParser): Span {
  checkMembers('span_multi', body, ['match']);
  const { match } = body;
  if (match === undefined) {
    throw parsingErrorAt('[span_multi] must have [match] multi term query clause', body, null, 'end');
  }
  if (!isJsonObject(match)) {
    throw parsingErrorAt('[span_multi] query does not support [match]', body, 'match');
  }
  const builder = parser.query(body, 'match');
  if (!MULTI_TERM.includes(builder.clause)) {
    const reason = '[span_multi] [match] must be of type multi term query';
    throw parsingErrorAt(reason, match, null, 'end');
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
