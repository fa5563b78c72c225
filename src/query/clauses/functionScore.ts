import { illegalArgument, isJsonObject, type JsonObject, OpenSearchError } from '../../common/index.ts';
import { matchAllQuery } from '../bound/constantQuery.ts';
import { type FunctionCombination, functionScoreQuery, type ScoreMode } from '../bound/functionScoreQuery.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseBuilder, ClauseParser, ClauseType } from '../clause.ts';
import {
  contentErrorAt,
  parsingErrorAt,
  readCommon,
  readNumber,
  readText,
  tokenName,
  withoutNulls,
} from '../reader.ts';
import { scoreFunctionTypes } from '../scoring/functions.ts';
import type { ScoreFunctionBuilder } from '../scoring/scoreFunction.ts';

interface FilteredFunction {
  readonly filter: ClauseBuilder | null;
  readonly weight: number | null;
  readonly score: ScoreFunctionBuilder | null;
  /** The function's name; undefined for a weight alone. */
  readonly name: string | undefined;
}

const SCORE_MODES: readonly string[] = ['multiply', 'sum', 'avg', 'first', 'max', 'min'];
const BOOST_MODES: readonly string[] = ['multiply', 'replace', 'sum', 'avg', 'max', 'min'];
const SCALARS = ['score_mode', 'boost_mode', 'max_boost', 'min_score', 'weight', 'boost', '_name'];

export const functionScoreClause: ClauseType = {
  names: ['function_score'],
  doc: 'the matches of a query, with scores modified by functions',
  passesNulls: true,
  parse(body, parser) {
    const functions = readFunctions(body, parser);
    const query = body.query === undefined ? null : parser.query(body, 'query');
    const combination = readCombination(body);
    return makeBuilder({
      clause: 'function_score',
      json: body,
      ...readCommon(body),
      bind: (context) =>
        functionScoreQuery(
          context,
          query?.toLucene(context) ?? matchAllQuery,
          functions.map(({ filter, weight, score, name }) => ({
            filter: filter?.toLucene(context) ?? null,
            weight,
            score: score?.(context) ?? null,
            text: functionText(filter !== null, name),
          })),
          // Without functions the query keeps its scores, whatever the boost mode.
          functions.length === 0 ? { ...combination, boostMode: 'multiply' } : combination,
        ),
    });
  },
};

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

function readFunctions(body: JsonObject, parser: ClauseParser): FilteredFunction[] {
  for (const key of Object.keys(body)) {
    const known = ['query', 'functions', ...SCALARS].includes(key) || scoreFunctionTypes.has(key);
    if (known) continue;
    throw unknownFunction(body, key);
  }
  const single = readFunction(body, parser, false);
  if (body.functions === undefined) return single === null ? [] : [single];
  if (single !== null) {
    const name = Object.keys(body).find((key) => scoreFunctionTypes.has(key) || key === 'weight');
    const keys = Object.keys(body);
    const [first, second] =
      keys.indexOf('functions') < keys.indexOf(String(name))
        ? ['[functions] array', name]
        : [`[${name}]`, 'functions'];
    const rule = 'you can either define [functions] array or a single function, not both.';
    const reason = `failed to parse [function_score] query. [${rule} already found ${first}, now encountering [${second}].]`;
    throw parsingErrorAt(reason, body, String(second));
  }
  if (!Array.isArray(body.functions)) {
    throw unknownFunction(body, 'functions');
  }
  return body.functions.map((item, i) => {
    if (!isJsonObject(item)) {
      // The original inserts the values in the wrong places.
      const reason = `failed to parse [START_OBJECT]. malformed query, expected a [${tokenName(item)}] while parsing functions but got a [function_score] instead`;
      throw parsingErrorAt(reason, body.functions as object, i);
    }
    const one = readFunction(withoutNulls(item), parser, true);
    if (one === null) {
      throw parsingErrorAt(
        'failed to parse [function_score] query. an entry in functions list is missing a function.',
        body.functions as object,
        i,
        'end',
      );
    }
    return one;
  });
}

function unknownFunction(json: JsonObject, key: string): OpenSearchError {
  if (!isJsonObject(json[key])) {
    const what = Array.isArray(json[key]) ? 'array' : 'field';
    return parsingErrorAt(
      `failed to parse [function_score] query. ${what} [${key}] is not supported`,
      json,
      key,
    );
  }
  // Objects are looked up among the functions by name; the message names the clause and similar names.
  const cause = contentErrorAt(`unknown field [${key}]`, json, key);
  return parsingErrorAt(
    'unknown query [function_score] did you mean any of [random_score, script_score]?',
    json,
    key,
    'value',
    new OpenSearchError('named_object_not_found_exception', cause.reason, { at: cause.at ?? undefined }),
  );
}

function readFunction(json: JsonObject, parser: ClauseParser, listed: boolean): FilteredFunction | null {
  const names = Object.keys(json).filter((key) => scoreFunctionTypes.has(key));
  if (names.length > 1) {
    const reason = `failed to parse [function_score] query. already found function [${names[0]}], now encountering [${names[1]}].${listed ? '' : ' use [functions] array if you want to define several functions.'}`;
    throw parsingErrorAt(reason, json, names[1]);
  }
  for (const key of listed ? Object.keys(json) : []) {
    if (key === 'filter' || key === 'weight' || scoreFunctionTypes.has(key)) continue;
    throw unknownFunction(json, key);
  }
  const [name] = names;
  const weight =
    json.weight === undefined || json.weight === null ? null : Math.fround(readNumber(json.weight));
  if (weight !== null && weight < 0)
    throw illegalArgument('[weight] cannot be negative for a filtering function');
  if (name === undefined && weight === null) return null;
  const options = name === undefined ? null : json[name];
  if (name !== undefined && !isJsonObject(options)) {
    throw parsingErrorAt(`[${name}] malformed query, expected an object`, json, name);
  }
  return {
    filter: listed && json.filter !== undefined ? parser.query(json, 'filter') : null,
    weight,
    name,
    score: name === undefined ? null : (scoreFunctionTypes.get(name)?.parse(options as JsonObject) ?? null),
  };
}

function readCombination(body: JsonObject): FunctionCombination {
  const mode = (key: string, known: readonly string[]): ScoreMode => {
    const text = body[key] === undefined ? 'multiply' : readText(body[key]).toLowerCase();
    if (!known.includes(text)) {
      const kind = key === 'score_mode' ? 'FunctionScoreQuery.ScoreMode' : 'CombineFunction';
      throw illegalArgument(
        `No enum constant org.opensearch.common.lucene.search.function.${kind}.${text.toUpperCase()}`,
      );
    }
    return text as ScoreMode;
  };
  return {
    scoreMode: mode('score_mode', SCORE_MODES),
    boostMode: mode('boost_mode', BOOST_MODES),
    maxBoost: body.max_boost === undefined ? Number.POSITIVE_INFINITY : readNumber(body.max_boost),
    minScore: body.min_score === undefined ? null : Math.fround(readNumber(body.min_score)),
  };
}
