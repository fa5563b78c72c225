import type { AnalysisRegistry } from '../../analysis/index.ts';
import { illegalArgument, isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import { completionKey, type MappedFieldType } from '../../mapper/index.ts';
import {
  checkFields,
  compileRegexp,
  maxEditsFor,
  parseMember,
  prefixDistance,
  readInt,
  regexpFlags,
} from '../../query/index.ts';

interface FuzzyOptions {
  readonly fuzziness: string;
  readonly transpositions: boolean;
  readonly minLength: number;
  readonly prefixLength: number;
}

interface RegexOptions {
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

export function readFuzzy(json: JsonValue): FuzzyOptions {
  const options: JsonObject = isJsonObject(json) ? json : {};
  const known = ['fuzziness', 'transpositions', 'min_length', 'prefix_length', 'unicode_aware'];
  checkFields('fuzzy', options, [...known, 'max_determinized_states']);
  const int = (name: string, printed: string, absent: number): number =>
    parseMember('fuzzy', options, name, () => {
      const value = options[name] === undefined ? absent : readInt(options[name]);
      if (value < 0) throw illegalArgument(`${printed} must not be negative`);
      return value;
    });
  return {
    fuzziness: options.fuzziness === undefined ? 'AUTO' : String(options.fuzziness),
    transpositions: options.transpositions !== false && options.transpositions !== 'false',
    minLength: int('min_length', 'fuzzyMinLength', 3),
    prefixLength: int('prefix_length', 'fuzzyPrefixLength', 1),
  };
}

const MAX_STATES = 10_000;

export function readRegexOptions(json: JsonValue | undefined): RegexOptions {
  const options: JsonObject = json !== undefined && isJsonObject(json) ? json : {};
  const maxStates =
    options.max_determinized_states === undefined ? MAX_STATES : readInt(options.max_determinized_states);
  const flags = typeof options.flags === 'string' ? options.flags : 'ALL';
  checkFields('regex', options, ['flags', 'flags_value', 'max_determinized_states']);
  return { flags: typeof options.flags === 'number' ? options.flags : regexpFlags(flags), maxStates };
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
