import { illegalArgument, isJsonObject, type JsonObject, OpenSearchError } from '../../common/index.ts';
import { fuzzyMatcher, maxEditsFor } from '../automaton/fuzzy.ts';
import { compileRegexp } from '../automaton/regexp.ts';
import { REGEXP_FLAGS } from '../automaton/regexpParser.ts';
import { compileWildcard } from '../automaton/wildcard.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseBuilder, ClauseType } from '../clause.ts';
import { spanQuery } from '../lucene/intervalQuery.ts';
import { type LuceneQuery, matchNoneQuery } from '../lucene/query.ts';
import { checkMembers, readBoolean, readCommon, readFieldClause, readInt, readText } from '../reader.ts';
import type { QueryShardContext } from '../types.ts';
import {
  allSource,
  anySource,
  expandedSource,
  filteredSource,
  type IntervalSource,
  relatedSource,
  termSource,
} from './source.ts';

/** A span clause as parsed: its field, and its spans bound to a shard. */
export interface Span {
  readonly field: string;
  bind(context: QueryShardContext): IntervalSource;
}

type SpanParser = (body: JsonObject) => Span;

const PARSERS: ReadonlyMap<string, { readonly doc: string; readonly parse: SpanParser }> = new Map([
  ['span_term', { doc: 'one term', parse: parseTerm }],
  ['span_near', { doc: 'spans near each other, in order or not', parse: parseNear }],
  ['span_or', { doc: 'any of some spans', parse: parseOr }],
  ['span_not', { doc: 'spans that no other overlaps', parse: parseNot }],
  ['span_first', { doc: 'spans at the beginning of a field', parse: parseFirst }],
  ['span_multi', { doc: 'a prefix, wildcard, fuzzy, or regexp query as spans', parse: parseMulti }],
  ['span_containing', { doc: 'big spans that hold little ones', parse: (body) => parseRelation(body, true) }],
  ['span_within', { doc: 'little spans inside big ones', parse: (body) => parseRelation(body, false) }],
  ['field_masking_span', { doc: 'spans of one field taken as those of another', parse: parseMasking }],
]);

export const spanClauses: readonly ClauseType[] = [...PARSERS].map(([name, { doc, parse }]) => ({
  names: [name],
  doc,
  parse: (body) => spanBuilder(name, body, parse(body)),
}));

function spanBuilder(name: string, body: JsonObject, span: Span): ClauseBuilder {
  return makeBuilder({
    clause: name,
    json: body,
    ...readCommon(body),
    bind: (context): LuceneQuery => {
      const field = context.mapper.field(span.field);
      return field === undefined ? matchNoneQuery : spanQuery(context, field.name, span.bind(context));
    },
  });
}

/** `container[key]`: an object that holds one span clause. */
function parseSpan(container: JsonObject, key: string): Span {
  const json = container[key];
  if (!isJsonObject(json)) throw illegalArgument(`[${key}] must be a span query`);
  const [name] = Object.keys(json);
  const parser = PARSERS.get(name);
  const body = json[name];
  if (parser === undefined || !isJsonObject(body)) {
    throw new OpenSearchError('parsing_exception', `span query expected, found [${name}]`, {
      metadata: { line: 1, col: 1 },
      at: { container: json, key: name, edge: 'value' },
    });
  }
  return parser.parse(body);
}

function parseTerm(body: JsonObject): Span {
  const { field, options } = readFieldClause('span_term', body, 'value', ['value', 'term']);
  const value = options.value ?? options.term ?? null;
  if (value === null) throw illegalArgument('value cannot be null');
  return {
    field,
    bind(context) {
      const type = context.mapper.field(field);
      return termSource(field, type === undefined ? readText(value) : String(type.toIndexValue(value)));
    },
  };
}

function parseNear(body: JsonObject): Span {
  checkMembers('span_near', body, ['clauses', 'slop', 'in_order']);
  const spans = clausesOf(body, 'span_near');
  const slop = body.slop === undefined ? 0 : readInt(body.slop);
  const ordered = body.in_order === undefined || readBoolean(body.in_order);
  return {
    field: spans[0].field,
    bind: (context) =>
      allSource(
        spans.map((span) => span.bind(context)),
        ordered,
        slop,
      ),
  };
}

function parseOr(body: JsonObject): Span {
  checkMembers('span_or', body, ['clauses']);
  const spans = clausesOf(body, 'span_or');
  return { field: spans[0].field, bind: (context) => anySource(spans.map((span) => span.bind(context))) };
}

function clausesOf(body: JsonObject, name: string): Span[] {
  const { clauses } = body;
  if (!Array.isArray(clauses) || clauses.length === 0)
    throw illegalArgument(`[${name}] must include [clauses]`);
  return clauses.map((item) => parseSpan({ clause: item }, 'clause'));
}

function parseNot(body: JsonObject): Span {
  checkMembers('span_not', body, ['include', 'exclude', 'dist', 'pre', 'post']);
  const include = parseSpan(body, 'include');
  const exclude = parseSpan(body, 'exclude');
  const distance = body.dist === undefined ? 0 : readInt(body.dist);
  const pre = body.pre === undefined ? distance : readInt(body.pre);
  const post = body.post === undefined ? distance : readInt(body.post);
  return {
    field: include.field,
    bind(context) {
      const widened = exclude.bind(context);
      const spread: IntervalSource = {
        ...widened,
        leaf(leaf) {
          const own = widened.leaf(leaf);
          return (doc) =>
            own(doc).map(({ start, end, gaps }) => ({ start: start - post, end: end + pre, gaps }));
        },
      };
      return relatedSource(include.bind(context), spread, 'not_overlapping');
    },
  };
}

function parseFirst(body: JsonObject): Span {
  checkMembers('span_first', body, ['match', 'end']);
  const span = parseSpan(body, 'match');
  if (body.end === undefined) throw illegalArgument('span_first must have [end] set');
  const end = readInt(body.end);
  return {
    field: span.field,
    bind: (context) => filteredSource(span.bind(context), `first${end}`, (interval) => interval.end < end),
  };
}

function parseRelation(body: JsonObject, containing: boolean): Span {
  checkMembers(containing ? 'span_containing' : 'span_within', body, ['big', 'little']);
  const big = parseSpan(body, 'big');
  const little = parseSpan(body, 'little');
  return {
    field: big.field,
    bind: (context) =>
      containing
        ? relatedSource(big.bind(context), little.bind(context), 'containing')
        : relatedSource(little.bind(context), big.bind(context), 'contained_by'),
  };
}

function parseMasking(body: JsonObject): Span {
  checkMembers('field_masking_span', body, ['query', 'field']);
  const span = parseSpan(body, 'query');
  if (body.field === undefined) throw illegalArgument('field_masking_span must have [field] set');
  return { field: readText(body.field), bind: (context) => span.bind(context) };
}

const MAX_EXPANSIONS = 1024;

function parseMulti(body: JsonObject): Span {
  checkMembers('span_multi', body, ['match']);
  if (!isJsonObject(body.match))
    throw illegalArgument('spanMultiTerm must have subquery of type multi-term [match]');
  const [kind] = Object.keys(body.match);
  const query = body.match[kind];
  if (!isJsonObject(query)) throw illegalArgument('[span_multi] [match] must be of type multi term query');
  const [field] = Object.keys(query);
  const options = isJsonObject(query[field]) ? (query[field] as JsonObject) : { value: query[field] };
  const text = readText(options.value ?? options[kind] ?? '');
  const { prefix, accepts } = multiTerm(kind, text, options);
  return { field, bind: () => expandedSource(field, `${kind} ${text}`, prefix, accepts, MAX_EXPANSIONS) };
}

function multiTerm(
  kind: string,
  text: string,
  options: JsonObject,
): { prefix: string; accepts: (term: string) => boolean } {
  switch (kind) {
    case 'prefix':
      return { prefix: text, accepts: () => true };
    case 'wildcard': {
      const compiled = compileWildcard(text, false);
      return { prefix: compiled.prefix, accepts: compiled.matches };
    }
    case 'regexp': {
      const compiled = compileRegexp(text, {
        flags: REGEXP_FLAGS.ALL,
        caseInsensitive: false,
        maxStates: 10_000,
      });
      return { prefix: compiled.prefix, accepts: compiled.matches };
    }
    case 'fuzzy': {
      const maxEdits = maxEditsFor(
        options.fuzziness === undefined ? 'AUTO' : readText(options.fuzziness),
        text.length,
      );
      const fuzzy = { prefixLength: 0, maxEdits, transpositions: true };
      const editsOf = fuzzyMatcher(text, fuzzy);
      return { prefix: '', accepts: (term) => editsOf(term) !== null };
    }
    default:
      throw illegalArgument(`[span_multi] [match] must be of type multi term query, found [${kind}]`);
  }
}
