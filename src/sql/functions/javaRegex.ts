import { OpenSearchError, Regex, RegexBudgetError, RegexSyntaxError } from '../../common/index.ts';
import { SqlError } from '../errors.ts';

/** Java regular expressions as the original's functions take them, run with a step limit. */

const cache = new Map<string, Regex>();
const CACHED_PATTERNS = 200;

/** Throws PatternSyntaxException with Java's message. */
export function javaRegex(pattern: string): Regex {
  const cached = cache.get(pattern);
  if (cached !== undefined) return cached;
  const regex = compiled(pattern);
  if (cache.size >= CACHED_PATTERNS) cache.clear();
  cache.set(pattern, regex);
  return regex;
}

/** Runs a regular expression search. Throws IllegalArgumentException if it exceeds the step limit. */
export function searching<T>(search: () => T): T {
  try {
    return search();
  } catch (error) {
    if (error instanceof RegexBudgetError) {
      throw new SqlError('IllegalArgumentException', 'the regular expression takes too many steps');
    }
    // The replacement references a group that does not exist.
    if (error instanceof OpenSearchError) throw new SqlError('IllegalArgumentException', error.message);
    throw error;
  }
}

const NAMED_GROUP = /\(\?<([a-zA-Z][a-zA-Z0-9]*)>/g;

/** Names of groups, in order; a name consists of letters and digits only. */
export function groupNames(pattern: string): readonly string[] {
  return [...pattern.matchAll(NAMED_GROUP)].map(([, name]) => name);
}

function compiled(pattern: string): Regex {
  const names = new Set<string>();
  for (const { 0: group, 1: name, index } of pattern.matchAll(NAMED_GROUP)) {
    const what = `Named capturing group <${name}> is already defined`;
    if (names.has(name)) throw syntaxError(new RegexSyntaxError(what, index + group.length), pattern);
    names.add(name);
  }
  const reference = pattern.search(/%\{(?!\d)/);
  if (reference >= 0) throw syntaxError(new RegexSyntaxError('Illegal repetition', reference + 2), pattern);
  try {
    return new Regex(pattern);
  } catch (error) {
    if (!(error instanceof RegexSyntaxError)) throw error;
    throw syntaxError(error, pattern);
  }
}

function syntaxError(error: RegexSyntaxError, pattern: string): SqlError {
  return new SqlError('PatternSyntaxException', error.inJavaWords(pattern));
}
