import { type AggregationBuilders, aggregationParser, TOP_HITS_MEMBERS } from '../../aggregation/index.ts';
import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  parseTimeMs,
} from '../../common/index.ts';
import {
  booleanAt,
  intAt,
  isScalar,
  numberAt,
  type ParseContext,
  parseQuery,
  parseQueryAt,
  parsingErrorAt,
  type QueryBuilder,
  readMembers,
  readText,
  textAt,
  textMember,
  tokenName,
} from '../../query/index.ts';
import { type CollapseSpec, readCollapse } from './collapseSpec.ts';
import { isExplanation } from './explanation.ts';
import { type FetchSource, readFetchSource } from './fetchSource.ts';
import { type FieldAndFormat, readFieldsAndFormats } from './fieldAndFormat.ts';
import { type HighlightSpec, readHighlight } from './highlightSpec.ts';
import { type RescoreSpec, readRescore } from './rescoreSpec.ts';
import { readScriptFields, type ScriptFieldSpec } from './scriptFields.ts';
import { readSlice, type SliceSpec } from './sliceSpec.ts';
import { readSort, type SortSpec } from './sortSpec.ts';
import { readSuggest, type SuggestSpec } from './suggestSpec.ts';

/** The body of a search, parsed: knows nothing of an index. */
export interface SearchSource {
  query: QueryBuilder | null;
  postFilter: QueryBuilder | null;
  from: number | null;
  size: number | null;
  sort: readonly SortSpec[];
  searchAfter: readonly JsonValue[] | null;
  trackScores: boolean;
  /** Counted exactly up to here; Infinity: all; null: not counted. */
  trackTotalHitsUpTo: number | null;
  minScore: number | null;
  terminateAfter: number;
  timeoutMs: number | null;
  fetchSource: FetchSource | null;
  storedFields: readonly string[] | null;
  docvalueFields: readonly FieldAndFormat[];
  fields: readonly FieldAndFormat[];
  scriptFields: readonly ScriptFieldSpec[];
  version: boolean;
  seqNoPrimaryTerm: boolean;
  explain: boolean;
  profile: boolean;
  aggregations: AggregationBuilders | null;
  highlight: HighlightSpec | null;
  collapse: CollapseSpec | null;
  rescore: readonly RescoreSpec[];
  suggest: SuggestSpec | null;
  indicesBoost: readonly (readonly [string, number])[];
  pit: { readonly id: string; readonly keepAliveMs: number | null } | null;
  slice: SliceSpec | null;
  /** What SQL explains of a statement, sent as a search. */
  isExplanation: boolean;
}

export const DEFAULT_SIZE = 10;
export const DEFAULT_TRACK_TOTAL_HITS = 10_000;

export function emptySource(explains: boolean): SearchSource {
  return {
    query: null,
    postFilter: null,
    from: null,
    size: null,
    sort: [],
    searchAfter: null,
    trackScores: false,
    trackTotalHitsUpTo: DEFAULT_TRACK_TOTAL_HITS,
    minScore: null,
    terminateAfter: 0,
    timeoutMs: null,
    fetchSource: null,
    storedFields: null,
    docvalueFields: [],
    fields: [],
    scriptFields: [],
    version: false,
    seqNoPrimaryTerm: false,
    explain: false,
    profile: false,
    aggregations: null,
    highlight: null,
    collapse: null,
    rescore: [],
    suggest: null,
    indicesBoost: [],
    pit: null,
    slice: null,
    isExplanation: explains,
  };
}

type Reader = (source: SearchSource, body: JsonObject, key: string, context: ParseContext) => void;
type TokenKind = 'scalar' | 'object' | 'array';

/** One member of the body: the tokens that it may be, and what it sets. */
interface Member {
  readonly tokens: readonly TokenKind[];
  readonly read: Reader;
}

const scalar = (read: Reader): Member => ({ tokens: ['scalar'], read });
const object = (read: Reader): Member => ({ tokens: ['object'], read });
const array = (read: Reader): Member => ({ tokens: ['array'], read });
const any = (read: Reader): Member => ({ tokens: ['scalar', 'object', 'array'], read });

const parseAggregations = aggregationParser((body, name) => void parseTopHits(body, name));

const aggregations = object((source, body, key) => {
  const json = body[key] as JsonObject;
  if (Object.keys(json).length > 0) source.aggregations = parseAggregations(json);
});

export const MEMBERS: ReadonlyMap<string, Member> = new Map<string, Member>([
  ['from', scalar((source, body, key) => void (source.from = readFrom(intAt(body, key))))],
  ['size', scalar((source, body, key) => void (source.size = readSize(intAt(body, key))))],
  [
    'timeout',
    scalar((source, body, key) => void (source.timeoutMs = parseTimeMs(readText(body[key]), 'timeout'))),
  ],
  ['terminate_after', scalar((source, body, key) => void (source.terminateAfter = intAt(body, key)))],
  ['min_score', scalar((source, body, key) => void (source.minScore = Math.fround(numberAt(body, key))))],
  ['version', scalar((source, body, key) => void (source.version = booleanAt(body, key)))],
  [
    'seq_no_primary_term',
    scalar((source, body, key) => void (source.seqNoPrimaryTerm = booleanAt(body, key))),
  ],
  ['explain', scalar((source, body, key) => void (source.explain = booleanAt(body, key)))],
  ['profile', scalar((source, body, key) => void (source.profile = booleanAt(body, key)))],
  ['track_scores', scalar((source, body, key) => void (source.trackScores = booleanAt(body, key)))],
  [
    'track_total_hits',
    scalar((source, body, key) => void (source.trackTotalHitsUpTo = readTrackTotalHits(body, key))),
  ],
  ['_source', any((source, body, key) => void (source.fetchSource = readFetchSource(body, key)))],
  ['stored_fields', { tokens: ['scalar', 'array'], read: readStoredFields }],
  ['sort', any((source, body, key) => void (source.sort = readSort(body, key)))],
  ['query', object((source, body, key, context) => void (source.query = readQuery(body, key, context)))],
  [
    'post_filter',
    object((source, body, key, context) => void (source.postFilter = readQuery(body, key, context))),
  ],
  [
    'script_fields',
    object((source, body, key) => void (source.scriptFields = readScriptFields(body[key] as JsonObject))),
  ],
  ['indices_boost', { tokens: ['object', 'array'], read: readIndicesBoost }],
  ['aggs', aggregations],
  ['aggregations', aggregations],
  [
    'highlight',
    object((source, body, key) => void (source.highlight = readHighlight(body[key] as JsonObject))),
  ],
  ['suggest', object((source, body, key) => void (source.suggest = readSuggest(body[key] as JsonObject)))],
  [
    'rescore',
    {
      tokens: ['object', 'array'],
      read: (source, body, key) => void (source.rescore = readRescore(body, key)),
    },
  ],
  ['ext', object(refuseExt)],
  ['slice', object((source, body, key) => void (source.slice = readSlice(body[key] as JsonObject)))],
  [
    'collapse',
    object((source, body, key, context) => {
      source.collapse = readCollapse(body[key] as JsonObject, context.checkInnerHits);
    }),
  ],
  ['pit', object(readPit)],
  [
    'docvalue_fields',
    array((source, body, key) => void (source.docvalueFields = readFieldsAndFormats(body, key))),
  ],
  ['fields', array((source, body, key) => void (source.fields = readFieldsAndFormats(body, key)))],
  ['stats', array(checkStats)],
  [
    'search_after',
    array((source, body, key) => void (source.searchAfter = readSearchAfter(body[key] as JsonValue[]))),
  ],
]);

/** The names of all members. */
export const searchMembers: readonly string[] = [...MEMBERS.keys()];

/** Parses the body of a search. Throws parsing_exception and relatives in the original's words. */
export function parseSearchSource(body: JsonObject, context: ParseContext): SearchSource {
  const source = emptySource(isExplanation(body));
  for (const key of Object.keys(body)) readMember(MEMBERS.get(key), source, { body, key, context });
  // A request for suggestions alone has no hits.
  if (source.suggest !== null && source.query === null && source.aggregations === null) {
    source.query = parseQuery({ match_none: {} });
  }
  return source;
}

function readMember(
  member: Member | undefined,
  source: SearchSource,
  { body, key, context }: { readonly body: JsonObject; readonly key: string; readonly context: ParseContext },
): void {
  const value = body[key];
  const kind: TokenKind = isScalar(value) ? 'scalar' : Array.isArray(value) ? 'array' : 'object';
  if (member === undefined || !member.tokens.includes(kind) || value === null) {
    throw parsingErrorAt(`Unknown key for a ${tokenName(value)} in [${key}].`, body, key);
  }
  member.read(source, body, key, context);
}

/** The body of `top_hits`: a search without a query. */
export function parseTopHits(body: JsonObject, aggregation = ''): SearchSource {
  const source = emptySource(false);
  for (const key of Object.keys(body)) {
    const member = TOP_HITS_MEMBERS.has(key) ? MEMBERS.get(key) : undefined;
    if (key === 'from' || key === 'size') checkWindow(body, key, aggregation);
    if (key === 'script_fields' && isJsonObject(body[key])) {
      source.scriptFields = readScriptFields(body[key], { key });
    } else readMember(member, source, { body, key, context: {} });
  }
  return source;
}

function checkWindow(body: JsonObject, key: string, aggregation: string): void {
  const value = isScalar(body[key]) && body[key] !== null ? intAt(body, key) : 0;
  if (value >= 0) return;
  throw illegalArgument(`[${key}] must be greater than or equal to 0. Found [${value}] in [${aggregation}]`);
}

function readQuery(body: JsonObject, key: string, context: ParseContext): QueryBuilder {
  return parseQueryAt(body, key, context);
}

/** -1 asks for the default. */
function readFrom(from: number): number | null {
  if (from < -1) throw illegalArgument(`[from] parameter cannot be negative but was [${from}]`);
  return from === -1 ? null : from;
}

/** -1 asks for the default. The shards refuse what is less. */
function readSize(size: number): number | null {
  return size === -1 ? null : size;
}

function readTrackTotalHits(body: JsonObject, key: string): number | null {
  const value = body[key];
  if (value === true || value === 'true') return Number.POSITIVE_INFINITY;
  if (value === false || value === 'false') return null;
  const upTo = intAt(body, key);
  if (upTo < -1) {
    throw illegalArgument(`[track_total_hits] parameter must be positive or equals to -1, got ${upTo}`);
  }
  return upTo === -1 ? null : upTo === 2147483647 ? Number.POSITIVE_INFINITY : upTo;
}

function readStoredFields(source: SearchSource, body: JsonObject, key: string): void {
  const value = body[key];
  if (typeof value !== 'string' && !Array.isArray(value)) {
    const reason = `Expected [VALUE_STRING] or [START_ARRAY] in [${key}] but found [${tokenName(value)}]`;
    throw parsingErrorAt(reason, body, key);
  }
  const names = Array.isArray(value) ? value.map((_, i) => textAt(value, i)) : [value];
  if (names.length > 1 && names.includes('_none_')) {
    throw illegalArgument('cannot combine _none_ with other fields');
  }
  source.storedFields = [...new Set(names)];
}

function readSearchAfter(values: readonly JsonValue[]): readonly JsonValue[] {
  if (values.length === 0) throw illegalArgument('Values must contains at least one value.');
  values.forEach((value, i) => {
    if (isScalar(value)) return;
    const reason = `Expected [VALUE_STRING] or [VALUE_NUMBER] or [VALUE_BOOLEAN] or [VALUE_NULL] but found [${tokenName(value)}] inside search_after.`;
    throw parsingErrorAt(reason, values, i);
  });
  return values;
}

function readIndicesBoost(source: SearchSource, body: JsonObject, key: string): void {
  const value = body[key];
  const objects = Array.isArray(value) ? value : [value];
  source.indicesBoost = objects.flatMap((item, i) => {
    if (!isJsonObject(item)) {
      // The original names the array's first item after nothing.
      const name = i === 0 ? null : key;
      throw parsingErrorAt(`Expected [START_OBJECT] in [${name}] but found [${tokenName(item)}]`, objects, i);
    }
    const entries = Object.entries(item);
    if (Array.isArray(value) && entries.length === 0) {
      const reason = `Expected [FIELD_NAME] in [${key}] but found [END_OBJECT]`;
      throw parsingErrorAt(reason, item, null, 'end');
    }
    if (Array.isArray(value) && entries.length > 1) {
      const reason = `Expected [END_OBJECT] in [${key}] but found [FIELD_NAME]`;
      throw parsingErrorAt(reason, item, entries[1][0], 'key');
    }
    return entries.map(([index, boost]) => {
      if (!Array.isArray(value)) return [index, Math.fround(boostAt(item, index))] as const;
      if (typeof boost === 'number' || typeof boost === 'bigint')
        return [index, Math.fround(Number(boost))] as const;
      throw parsingErrorAt(
        `Expected [VALUE_NUMBER] in [${key}] but found [${tokenName(boost)}]`,
        item,
        index,
      );
    });
  });
}

function boostAt(boosts: JsonObject, index: string): number {
  const boost = boosts[index];
  if (isScalar(boost) && boost !== null) return numberAt(boosts, index);
  throw parsingErrorAt(`Unknown key for a ${tokenName(boost)} in [${index}].`, boosts, index);
}

/** Names of groups that the original counts searches by. */
function checkStats(_source: SearchSource, body: JsonObject, key: string): void {
  const wrong = (body[key] as JsonValue[]).findIndex((name) => typeof name !== 'string');
  if (wrong < 0) return;
  const reason = `Expected [VALUE_STRING] in [${key}] but found [${tokenName((body[key] as JsonValue[])[wrong])}]`;
  throw parsingErrorAt(reason, body[key] as JsonValue[], wrong);
}

function refuseExt(_source: SearchSource, body: JsonObject, key: string): void {
  const [name] = Object.keys(body[key] as JsonObject);
  if (name === undefined) return;
  const reason = 'unknown named object category [org.opensearch.search.SearchExtBuilder]';
  throw new OpenSearchError('x_content_parse_exception', reason);
}

function readPit(source: SearchSource, body: JsonObject, key: string): void {
  const found = { id: null as string | null, keepAliveMs: null as number | null };
  readMembers('pit', body[key] as JsonObject, {
    id: textMember((json, name) => void (found.id = String(json[name]))),
    keep_alive: textMember(
      (json, name) => void (found.keepAliveMs = parseTimeMs(String(json[name]), 'keep_alive')),
    ),
  });
  const { id, keepAliveMs } = found;
  if (id === null) throw illegalArgument('point int time id is not provided');
  source.pit = { id, keepAliveMs };
}
