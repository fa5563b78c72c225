import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
} from '../../common/index.ts';
import { intAt, numberAt } from '../numberTokens.ts';
import type { FieldMembers } from '../reader.ts';
import {
  isScalar,
  parsingErrorAt,
  placedAt,
  readFieldClause,
  readText,
  textAt,
  tokenName,
} from '../reader.ts';
import { booleanAt } from '../tokens.ts';
import { MATCH_DEFAULTS, type MatchOptions } from './matchText.ts';

/** Reads a member of an object. */
export type MemberReader<T> = (json: JsonObject, key: string) => T;

/** A reader of members that looks at their values alone. */
export const valueBy =
  <T>(read: (value: JsonValue) => T): MemberReader<T> =>
  (json, key) =>
    read(json[key]);

/** Reads the options shared by match clauses: all, or only `only`. */
export function readMatchOptions(
  clause: string,
  json: JsonObject,
  base: Partial<MatchOptions>,
  only: string | null = null,
): MatchOptions {
  const read = <T>(key: string, change: MemberReader<T>, otherwise: T): T =>
    json[key] === undefined || json[key] === null || (only !== null && key !== only)
      ? otherwise
      : placedAt({ container: json, key, edge: 'value' }, () => change(json, key));
  const defaults = { ...MATCH_DEFAULTS, ...base, clause };
  return {
    ...defaults,
    operator: read('operator', valueBy(readOperator), defaults.operator),
    analyzer: read<string | null>('analyzer', textAt, null),
    minimumShouldMatch: read<string | null>('minimum_should_match', textAt, null),
    fuzziness: read<string | null>('fuzziness', valueBy(readFuzziness), null),
    prefixLength: read('prefix_length', readPositive, defaults.prefixLength),
    maxExpansions: read(
      'max_expansions',
      (_, key) => readExpansions(clause, json, key),
      defaults.maxExpansions,
    ),
    transpositions: read('fuzzy_transpositions', booleanAt, defaults.transpositions),
    zeroTerms: read('zero_terms_query', readZeroTerms, defaults.zeroTerms),
    lenient: read('lenient', booleanAt, defaults.lenient),
    synonymPhrases: read('auto_generate_synonyms_phrase_query', booleanAt, defaults.synonymPhrases),
    fuzzyRewrite: read<string | null>('fuzzy_rewrite', textAt, null),
    cutoff: read<number | null>(
      'cutoff_frequency',
      (container, key) => Math.fround(numberAt(container, key)),
      null,
    ),
    slop: read('slop', readPositive, defaults.slop),
  };
}

export function readOperator(value: JsonValue): 'or' | 'and' {
  const operator = readText(value).toLowerCase();
  if (operator === 'or' || operator === 'and') return operator;
  throw illegalArgument(
    `No enum constant org.opensearch.index.query.Operator.${readText(value).toUpperCase()}`,
  );
}

function readZeroTerms(json: JsonObject, key: string): 'none' | 'all' {
  const text = textAt(json, key);
  const lower = text.toLowerCase();
  if (lower === 'none' || lower === 'all') return lower;
  throw parsingErrorAt(`Unsupported zero_terms_query value [${text}]`, json, key);
}

/** `AUTO`, `AUTO:low,high`, or 0, 1 or 2, the maximum. */
export function readFuzziness(value: JsonValue): string {
  if (typeof value === 'boolean') throw illegalArgument("Can't parse fuzziness on token: [VALUE_BOOLEAN]");
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

function readPositive(json: JsonObject, key: string): number {
  const number = intAt(json, key);
  if (number < 0) throw illegalArgument(`No negative ${key.replaceAll('_', ' ')} allowed.`);
  return number;
}

function readExpansions(clause: string, json: JsonObject, key: string): number {
  const count = intAt(json, key);
  // Only match_phrase_prefix accepts 0: its last word then expands to no term.
  if (count < 0 || (count === 0 && clause !== 'match_phrase_prefix'))
    throw illegalArgument(`[${clause}] requires maxExpansions to be positive.`);
  return count;
}

const NO_TEXT = 'No text specified for text query';

/** Checks that members are scalars and known, and that options can be read; reports the first mistake. */
function checkScalars(clause: string, json: JsonObject, known: readonly string[]): void {
  for (const key of Object.keys(json)) {
    if (!isScalar(json[key]) || json[key] === null) {
      throw parsingErrorAt(`[${clause}] unknown token [${tokenName(json[key])}] after [${key}]`, json, key);
    }
    if (known.includes(key)) readMatchOptions(clause, json, {}, key);
    else if (key !== 'boost' && key !== '_name')
      throw parsingErrorAt(`[${clause}] query does not support [${key}]`, json, key);
  }
}

/** The members of a match clause with its options. */
export type MatchMembers = FieldMembers & { readonly match: MatchOptions };

/** Reads clauses of the form `{field: text}` and `{field: {query: text, …}}`. */
export function readMatchClause(
  clause: string,
  body: JsonObject,
  known: readonly string[],
  base: Partial<MatchOptions>,
): MatchMembers {
  if (Object.keys(body).length === 0) {
    if (clause === 'match') throw parsingErrorAt(NO_TEXT, body, null, 'end');
    throw illegalArgument(`[${clause}] requires fieldName`);
  }
  const members = readFieldClause(clause, body, 'query', ['query', ...known], checkScalars);
  const match = readMatchOptions(clause, members.options, base);
  checkHasText(clause, body, members);
  return { ...members, match };
}

/** Called once all members have been read, because a mistake in one of them is reported first. */
function checkHasText(clause: string, body: JsonObject, { field, options }: FieldMembers): void {
  if (options.query !== undefined && options.query !== null) return;
  const given = body[field];
  if (isJsonObject(given) && given.query === null) {
    throw parsingErrorAt(`[${clause}] unknown token [VALUE_NULL] after [query]`, given, 'query');
  }
  if (clause === 'match') throw parsingErrorAt(NO_TEXT, body, null, 'end');
  throw illegalArgument(`[${clause}] requires query value`);
}
