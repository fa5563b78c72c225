import type { AnalysisRegistry } from '../../analysis/index.ts';
import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
} from '../../common/index.ts';
import { completionKey, type MappedFieldType } from '../../mapper/index.ts';
import {
  booleanAt,
  compileRegexp,
  intAt,
  maxEditsFor,
  type ObjectMember,
  prefixDistance,
  readFuzziness,
  readMembers,
  regexpFlags,
  scalarMember,
} from '../../query/index.ts';

export interface FuzzyOptions {
  readonly fuzziness: string;
  readonly transpositions: boolean;
  readonly minLength: number;
  readonly prefixLength: number;
}

export interface RegexOptions {
  readonly flags: number;
  readonly maxStates: number;
}

/** What was typed, and how entries are compared with it. */
export type CompletionQuery =
  | { readonly kind: 'prefix'; readonly text: string; readonly analyzer: string | null }
  | ({ readonly kind: 'fuzzy'; readonly text: string; readonly analyzer: string | null } & FuzzyOptions)
  | ({ readonly kind: 'regex'; readonly text: string } & RegexOptions);

/** A completion query bound to a field. */
export interface CompletionMatcher {
  /** Prefix of all matching keys. */
  readonly from: string;
  /** Added to the boost of an entry's context; `null` if the key does not match. */
  boost(key: string): number | null;
  /** The shortest prefix of a matching key that matches. */
  path(key: string): string;
}

const FLAG = ['VALUE_BOOLEAN', 'VALUE_STRING'];
const WHOLE = ['VALUE_NUMBER', 'VALUE_STRING'];

export function readFuzzy(json: JsonValue): FuzzyOptions {
  const options = { fuzziness: 'AUTO', transpositions: true, minLength: 3, prefixLength: 1 };
  if (!isJsonObject(json)) return options;
  const whole = (printed: string, set: (value: number) => void): ObjectMember => ({
    tokens: WHOLE,
    read: (body, key) => set(notNegative(body, key, printed)),
  });
  readMembers('fuzzy', json, {
    fuzziness: scalarMember((body, key) => void (options.fuzziness = fuzzinessOf(body[key]))),
    transpositions: {
      tokens: FLAG,
      read: (body, key) => void (options.transpositions = booleanAt(body, key)),
    },
    min_length: whole('fuzzyMinLength', (value) => void (options.minLength = value)),
    prefix_length: whole('fuzzyPrefixLength', (value) => void (options.prefixLength = value)),
    unicode_aware: { tokens: FLAG, read: booleanAt },
    max_determinized_states: whole('maxDeterminizedStates', () => {}),
  });
  return options;
}

function fuzzinessOf(value: JsonValue): string {
  if (value === null) throw illegalArgument("Can't parse fuzziness on token: [VALUE_NULL]");
  if (Number(value) < 0) throw illegalArgument(`Invalid fuzziness value: ${value}`);
  return readFuzziness(value);
}

function notNegative(json: JsonObject, key: string, printed: string): number {
  const value = intAt(json, key);
  if (value >= 0) return value;
  throw illegalArgument(`${printed} must not be negative`);
}

export const DEFAULT_REGEX: RegexOptions = { flags: regexpFlags('ALL'), maxStates: 10_000 };

export function readRegexOptions(json: JsonValue): RegexOptions {
  const options = { ...DEFAULT_REGEX };
  readMembers('regex', json as JsonObject, {
    flags: scalarMember((body, key) => void (options.flags = flagsOf(body[key]))),
    flags_value: { tokens: WHOLE, read: (body, key) => void (options.flags = intAt(body, key)) },
    max_determinized_states: {
      tokens: WHOLE,
      read: (body, key) => void (options.maxStates = notNegative(body, key, 'maxDeterminizedStates')),
    },
  });
  return options;
}

function flagsOf(value: JsonValue): number {
  if (typeof value === 'string') return regexpFlags(value);
  if (typeof value === 'number') return value;
  throw new OpenSearchError('parse_exception', 'regex flags supports string or number');
}

export function bindCompletion(
  query: CompletionQuery,
  field: MappedFieldType,
  analysis: AnalysisRegistry,
): CompletionMatcher {
  if (query.kind === 'regex') return regexMatcher(query);
  if (query.analyzer !== null && !analysis.hasAnalyzer(query.analyzer))
    throw illegalArgument(`analyzer [${query.analyzer}] doesn't exists`);
  const { params } = field;
  // The analyzer of the request must exist, but the field's own is used.
  const name = params.search_analyzer ?? params.analyzer ?? 'simple';
  const typed = completionKey(analysis.analyzer(String(name)), query.text, {
    preserveSeparators: params.preserve_separators !== false,
    preservePositionIncrements: params.preserve_position_increments !== false,
  });
  // A text without tokens completes nothing.
  if (typed === '') return { from: '', boost: () => null, path: () => '' };
  if (query.kind === 'prefix') return { from: typed, boost: () => 0, path: () => typed };
  return fuzzyMatcher(typed, query);
}

/** Keys that begin with something similar; the longer the common prefix, the better. */
function fuzzyMatcher(typed: string, query: FuzzyOptions & { readonly text: string }): CompletionMatcher {
  // `AUTO` always allows one edit, because the text's length is not taken into account.
  const auto = query.fuzziness.toUpperCase().startsWith('AUTO');
  const maxEdits = auto ? 1 : maxEditsFor(query.fuzziness, query.text.length);
  const length = [...typed].length;
  const exact = length <= query.prefixLength || length < query.minLength;
  if (exact || maxEdits === 0) return { from: typed, boost: () => length, path: () => typed };
  const { transpositions } = query;
  const fixed = [...typed].slice(0, query.prefixLength).join('');
  const editsOf = (key: string): number =>
    prefixDistance(typed.slice(fixed.length), key.slice(fixed.length), maxEdits, transpositions);
  return {
    from: fixed,
    path: (key) => shortestPrefix(key, fixed.length, (prefix) => editsOf(prefix) <= maxEdits),
    boost: (key) => {
      const edits = editsOf(key);
      // The last typed character does not count.
      return edits > maxEdits ? null : Math.min(commonPrefix(typed, key), length - 1);
    },
  };
}

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

function shortestPrefix(key: string, from: number, matches: (prefix: string) => boolean): string {
  let length = from;
  while (length < key.length && !matches(key.slice(0, length))) length++;
  return key.slice(0, length);
}

function regexMatcher({
  text,
  flags,
  maxStates,
}: { readonly text: string } & RegexOptions): CompletionMatcher {
  const options = { flags, caseInsensitive: false, maxStates };
  const whole = compileRegexp(`(${text})(.|\\n)*`, options);
  const prefixes = compileRegexp(text, options);
  return {
    from: whole.prefix,
    boost: (key) => (whole.matches(key) ? 0 : null),
    path: (key) => shortestPrefix(key, 0, (prefix) => prefixes.matches(prefix)),
  };
}
