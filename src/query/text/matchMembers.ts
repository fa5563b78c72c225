import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
} from '../../common/index.ts';
import type { FieldMembers } from '../reader.ts';
import {
  isScalar,
  parsingErrorAt,
  placedAt,
  readBoolean,
  readFieldClause,
  readInt,
  readNumber,
  readText,
  tokenName,
} from '../reader.ts';
import { MATCH_DEFAULTS, type MatchOptions } from './matchText.ts';

/** Reads the options shared by match clauses. */
export function readMatchOptions(
  clause: string,
  json: JsonObject,
  base: Partial<MatchOptions>,
): MatchOptions {
  const read = <T>(key: string, change: (value: JsonValue) => T, otherwise: T): T =>
    json[key] === undefined || json[key] === null
      ? otherwise
      : placedAt({ container: json, key, edge: 'value' }, () => change(json[key]));
  const defaults = { ...MATCH_DEFAULTS, ...base, clause };
  return {
    ...defaults,
    operator: read('operator', readOperator, defaults.operator),
    analyzer: read<string | null>('analyzer', readText, null),
    minimumShouldMatch: read<string | null>('minimum_should_match', readText, null),
    fuzziness: read<string | null>('fuzziness', readFuzziness, null),
    prefixLength: read('prefix_length', readPositive('prefix_length'), defaults.prefixLength),
    maxExpansions: read('max_expansions', (value) => readExpansions(clause, value), defaults.maxExpansions),
    transpositions: read('fuzzy_transpositions', readBoolean, defaults.transpositions),
    zeroTerms: read('zero_terms_query', (value) => readZeroTerms(json, value), defaults.zeroTerms),
    lenient: read('lenient', readBoolean, defaults.lenient),
    synonymPhrases: read('auto_generate_synonyms_phrase_query', readBoolean, defaults.synonymPhrases),
    fuzzyRewrite: read<string | null>('fuzzy_rewrite', readText, null),
    cutoff: read<number | null>('cutoff_frequency', (value) => Math.fround(readNumber(value)), null),
    slop: read('slop', readPositive('slop'), defaults.slop),
  };
}

export function readOperator(value: JsonValue): 'or' | 'and' {
  const operator = readText(value).toLowerCase();
  if (operator === 'or' || operator === 'and') return operator;
  throw illegalArgument(
    `No enum constant org.opensearch.index.query.Operator.${readText(value).toUpperCase()}`,
  );
}

function readZeroTerms(json: JsonObject, value: JsonValue): 'none' | 'all' {
  const text = readText(value).toLowerCase();
  if (text === 'none' || text === 'all') return text;
  throw parsingErrorAt(`Unsupported zero_terms_query value [${readText(value)}]`, json, 'zero_terms_query');
}

/** `AUTO`, `AUTO:low,high`, or 0, 1 or 2, the maximum. */
export function readFuzziness(value: JsonValue): string {
  const text = readText(value);
  const upper = text.toUpperCase();
  if (upper === 'AUTO') return upper;
  if (upper.startsWith('AUTO:')) {
    const bounds = upper.slice(5).split(',').map(Number);
    if (bounds.length !== 2 || !bounds.every(Number.isInteger)) {
      throw new OpenSearchError('parse_exception', 'failed to find low and high distance values');
    }
    return upper;
  }
  const edits = Number(text);
  if (!Number.isFinite(edits) || text.trim() === '')
    throw illegalArgument(`Invalid fuzziness value: ${text}`);
  if (edits < 0) throw illegalArgument(`Valid edit distances are [0, 1, 2] but was [${text}]`);
  return String(Math.min(2, Math.trunc(edits)));
}

function readPositive(name: string): (value: JsonValue) => number {
  return (value) => {
    const number = readInt(value);
    if (number < 0) throw illegalArgument(`No negative ${name.replaceAll('_', ' ')} allowed.`);
    return number;
  };
}

function readExpansions(clause: string, value: JsonValue): number {
  const count = readInt(value);
  // Only match_phrase_prefix accepts 0: its last word then expands to no term.
  if (count < 0 || (count === 0 && clause !== 'match_phrase_prefix'))
    throw illegalArgument(`[${clause}] requires maxExpansions to be positive.`);
  return count;
}

const NO_TEXT = 'No text specified for text query';

/** Checks that members are scalars and known. */
function checkScalars(clause: string, json: JsonObject, known: readonly string[]): void {
  for (const key of Object.keys(json)) {
    if (!isScalar(json[key])) {
      throw parsingErrorAt(`[${clause}] unknown token [${tokenName(json[key])}] after [${key}]`, json, key);
    }
    if (known.includes(key) || key === 'boost' || key === '_name') continue;
    throw parsingErrorAt(`[${clause}] query does not support [${key}]`, json, key);
  }
}

/** Reads clauses of the form `{field: text}` and `{field: {query: text, …}}`. */
export function readMatchClause(clause: string, body: JsonObject, known: readonly string[]): FieldMembers {
  if (Object.keys(body).length === 0) {
    if (clause === 'match') throw parsingErrorAt(NO_TEXT, body, null, 'end');
    throw illegalArgument(`[${clause}] requires fieldName`);
  }
  const members = readFieldClause(clause, body, 'query', ['query', ...known], checkScalars);
  if (members.options.query === undefined || members.options.query === null) {
    const given = body[members.field];
    if (isJsonObject(given) && given.query === null) {
      throw parsingErrorAt(`[${clause}] unknown token [VALUE_NULL] after [query]`, given, 'query');
    }
    if (clause === 'match') throw parsingErrorAt(NO_TEXT, body, null, 'end');
    throw illegalArgument(`[${clause}] requires query value`);
  }
  return members;
}
