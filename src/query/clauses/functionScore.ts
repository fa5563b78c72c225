import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonAt,
  OpenSearchError,
} from '../../common/index.ts';
import { matchAllQuery } from '../bound/constantQuery.ts';
import { type FunctionCombination, functionScoreQuery, type ScoreMode } from '../bound/functionScoreQuery.ts';
import type { BoundQuery } from '../bound/query.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseBuilder, ClauseParser, ClauseType } from '../clause.ts';
import { numberAt, type TokenContainer } from '../numberTokens.ts';
import { contentErrorAt, isScalar, parsingErrorAt, readCommon, readText, tokenName } from '../reader.ts';
import { scoreFunctionTypes } from '../scoring/functions.ts';
import type { ScoreFunctionBuilder } from '../scoring/scoreFunction.ts';
import { objectToken, type RefuseToken, readTokens, type TokenLoop, valueToken } from '../tokenLoop.ts';
import type { QueryShardContext } from '../types.ts';

interface FilteredFunction {
  readonly filter: ClauseBuilder | null;
  readonly weight: number | null;
  readonly score: ScoreFunctionBuilder | null;
  /** The function's name; undefined for a weight alone. */
  readonly name: string | undefined;
}

interface Mode {
  readonly known: readonly string[];
  /** The original's enumeration. */
  readonly type: string;
}

const MODES: Readonly<Record<'score_mode' | 'boost_mode', Mode>> = {
  score_mode: {
    known: ['multiply', 'sum', 'avg', 'first', 'max', 'min'],
    type: 'FunctionScoreQuery.ScoreMode',
  },
  boost_mode: { known: ['multiply', 'replace', 'sum', 'avg', 'max', 'min'], type: 'CombineFunction' },
};
const OPTIONS: ReadonlySet<string> = new Set([
  'score_mode',
  'boost_mode',
  'max_boost',
  'min_score',
  'boost',
  '_name',
]);

export const functionScoreClause: ClauseType = {
  names: ['function_score'],
  doc: 'the matches of a query, with scores modified by functions',
  passesNulls: true,
  parse(body, parser) {
    const { query, functions } = readBody(body, parser);
    const combination = readCombination(body);
    return makeBuilder({
      clause: 'function_score',
      json: body,
      ...readCommon(body),
      bind: (context) => bindFunctions(context, query, functions, combination),
    });
  },
};

function bindFunctions(
  context: QueryShardContext,
  query: ClauseBuilder | null,
  functions: readonly FilteredFunction[],
  combination: FunctionCombination,
): BoundQuery {
  const own = query?.toLucene(context) ?? matchAllQuery;
  const bound = functions.map(({ filter, weight, score, name }) => {
    const only = filter?.toLucene(context) ?? null;
    const isForAll = only === null || only === matchAllQuery || filter?.clause === 'match_all';
    const text = functionText(filter !== null, name);
    return { filter: only, isForAll, weight, score: score?.(context) ?? null, text };
  });
  // Without functions the query keeps its scores, whatever the boost mode.
  if (bound.length === 0)
    return functionScoreQuery(context, own, [], { ...combination, boostMode: 'multiply' });
  // The average of one value for all documents is not divided by its weight.
  const isSingle = bound.length === 1 && bound[0].isForAll;
  return functionScoreQuery(
    context,
    own,
    bound,
    isSingle ? { ...combination, scoreMode: 'first' } : combination,
  );
}

const FUNCTION_PACKAGE = 'org.opensearch.common.lucene.search.function';

/** The original prints the class, and a hash that varies. */
function functionText(isFiltered: boolean, name: string | undefined): string {
  if (isFiltered) return `${FUNCTION_PACKAGE}.FunctionScoreQuery$FilterScoreFunction`;
  if (name === undefined) return `${FUNCTION_PACKAGE}.WeightFactorFunction`;
  if (name === 'field_value_factor') return `${FUNCTION_PACKAGE}.FieldValueFactorFunction`;
  if (name === 'random_score') return `${FUNCTION_PACKAGE}.RandomScoreFunction`;
  if (name === 'script_score') return 'scriptScript';
  return 'org.opensearch.index.query.functionscore.DecayFunctionBuilder$NumericFieldDataScoreFunction';
}

interface ReadBody {
  readonly query: ClauseBuilder | null;
  readonly functions: readonly FilteredFunction[];
}

/** Reads the members in their order, so that the first misplaced one is reported. */
function readBody(body: JsonObject, parser: ClauseParser): ReadBody {
  let query: ClauseBuilder | null = null;
  let functions: readonly FilteredFunction[] = [];
  /** The function or the array that came first. */
  let first: string | null = null;
  const claim = (key: string): void => {
    if (first !== null) throw secondFunction(body, first, key);
    first = key;
  };
  for (const [key, value] of Object.entries(body)) {
    if (key === 'query' && isJsonObject(value)) query = parser.query(body, 'query');
    else if (OPTIONS.has(key) && isScalar(value)) {
      if (key === 'score_mode' || key === 'boost_mode') readMode(body, key);
      else if (key !== '_name') numberAt(body, key);
    } else if (Array.isArray(value)) {
      if (key !== 'functions') throw unknownFunction(body, key, key, value);
      claim(key);
      functions = value.map((_, i) => readEntry(value, i, parser));
    } else if (key === 'weight' && isScalar(value)) {
      claim(key);
      functions = [{ filter: null, weight: weightAt(body, key), score: null, name: undefined }];
    } else {
      claim(key);
      functions = [{ filter: null, weight: null, score: functionAt(body, key, key), name: key }];
    }
  }
  return { query, functions };
}

function secondFunction(body: JsonObject, first: string, key: string): OpenSearchError {
  const failed = 'failed to parse [function_score] query.';
  if (first !== 'functions' && key !== 'functions') {
    const rule = 'use [functions] array if you want to define several functions.';
    const reason = `${failed} already found function [${first}], now encountering [${key}]. ${rule}`;
    return parsingErrorAt(reason, body, key);
  }
  const found = first === 'functions' ? '[functions] array' : `[${first}]`;
  const rule = 'you can either define [functions] array or a single function, not both.';
  return parsingErrorAt(`${failed} [${rule} already found ${found}, now encountering [${key}].]`, body, key);
}

/** Reads an entry of the functions array. */
function readEntry(list: readonly JsonValue[], place: number, parser: ClauseParser): FilteredFunction {
  const item = list[place];
  if (!isJsonObject(item)) {
    // The original inserts the values in the wrong places.
    const reason = `failed to parse [START_OBJECT]. malformed query, expected a [${tokenName(item)}] while parsing functions but got a [function_score] instead`;
    throw parsingErrorAt(reason, list, place);
  }
  const read: { filter?: ClauseBuilder; weight?: number; score?: ScoreFunctionBuilder; name?: string } = {};
  const members = {
    filter: objectToken((json, key) => void (read.filter = parser.query(json, key))),
    weight: valueToken((json, key) => void (read.weight = weightAt(json, key))),
  };
  const objects: TokenLoop['objects'] = (json, key, name) => {
    if (read.name !== undefined) {
      const reason = `failed to parse function_score functions. already found [${read.name}], now encountering [${name}].`;
      throw parsingErrorAt(reason, json, key);
    }
    read.score = functionAt(json, key, name);
    read.name = name;
  };
  readTokens({ clause: 'function_score', members, objects, isLenient: true, refuse: unknownFunction }, item);
  const { filter = null, weight = null, score = null, name } = read;
  if (name !== undefined || weight !== null) return { filter, weight, score, name };
  const reason = 'failed to parse [function_score] query. an entry in functions list is missing a function.';
  throw parsingErrorAt(reason, list, place, 'end');
}

function weightAt(container: TokenContainer, key: string | number): number {
  const weight = Math.fround(numberAt(container, key));
  if (weight < 0) throw illegalArgument('[weight] cannot be negative for a filtering function');
  return weight;
}

function functionAt(container: TokenContainer, key: string | number, name: string): ScoreFunctionBuilder {
  const type = scoreFunctionTypes.get(name);
  const options = jsonAt(container, key);
  if (type === undefined || !isJsonObject(options)) throw unknownFunction(container, key, name, options);
  return type.parse(options);
}

function unknownFunction(...[container, key, name, value]: Parameters<RefuseToken>): OpenSearchError {
  if (!isJsonObject(value)) {
    const what = Array.isArray(value) ? 'array' : 'field';
    const reason = `failed to parse [function_score] query. ${what} [${name}] is not supported`;
    return parsingErrorAt(reason, container, key);
  }
  // Objects are looked up among the functions by name; the message names the clause and similar names.
  const cause = contentErrorAt(`unknown field [${name}]`, container, key);
  return parsingErrorAt(
    'unknown query [function_score] did you mean any of [random_score, script_score]?',
    container,
    key,
    'value',
    new OpenSearchError('named_object_not_found_exception', cause.reason, { at: cause.at ?? undefined }),
  );
}

function readMode(body: JsonObject, key: keyof typeof MODES): ScoreMode {
  const { known, type } = MODES[key];
  const text = body[key] === undefined ? 'multiply' : readText(body[key]).toLowerCase();
  if (known.includes(text)) return text as ScoreMode;
  throw illegalArgument(
    `No enum constant org.opensearch.common.lucene.search.function.${type}.${text.toUpperCase()}`,
  );
}

function readCombination(body: JsonObject): FunctionCombination {
  return {
    scoreMode: readMode(body, 'score_mode'),
    boostMode: readMode(body, 'boost_mode'),
    maxBoost: body.max_boost === undefined ? Number.POSITIVE_INFINITY : numberAt(body, 'max_boost'),
    minScore: body.min_score === undefined ? null : Math.fround(numberAt(body, 'min_score')),
  };
}
