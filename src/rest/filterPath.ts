import { isJsonObject, RawJson, wildcardMatches } from '../common/index.ts';

type Pattern = readonly string[];

/**
 * `filter_path`: comma-separated patterns over dotted paths; `*` matches within a name, `**` any depth, `-`
 * excludes. Objects and arrays that end up empty are removed, as in the original.
 */
export class FilterPath {
  readonly #includes: readonly Pattern[];
  readonly #excludes: readonly Pattern[];

  constructor(expression: string) {
    const patterns = expression
      .split(',')
      .map((pattern) => pattern.trim())
      .filter((pattern) => pattern !== '');
    this.#includes = patterns.filter((pattern) => !pattern.startsWith('-')).map(segments);
    this.#excludes = patterns
      .filter((pattern) => pattern.startsWith('-'))
      .map((pattern) => segments(pattern.slice(1)));
  }

  apply(value: unknown): unknown {
    const included = this.#includes.length === 0 ? value : include(value, this.#includes);
    const kept = this.#excludes.length === 0 ? included : exclude(included, this.#excludes);
    return kept ?? {};
  }
}

function segments(pattern: string): Pattern {
  return pattern.split('.').filter((segment) => segment !== '');
}

function include(value: unknown, patterns: readonly Pattern[]): unknown {
  const plain = value instanceof RawJson ? value.exact : value;
  if (patterns.some((pattern) => pattern.length === 0 || isDeepWildcardOnly(pattern))) return plain;
  if (Array.isArray(plain)) {
    const items = plain.map((item) => include(item, patterns)).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  if (!isJsonObject(plain)) return undefined;
  return members(plain, (key, member) => {
    const rest = advance(patterns, key);
    return rest.length === 0 ? undefined : include(member, rest);
  });
}

function exclude(value: unknown, patterns: readonly Pattern[]): unknown {
  const plain = value instanceof RawJson ? value.exact : value;
  if (Array.isArray(plain)) {
    const items = plain.map((item) => exclude(item, patterns)).filter((item) => item !== undefined);
    return items.length > 0 || plain.length === 0 ? items : undefined;
  }
  if (!isJsonObject(plain)) return plain;
  if (Object.keys(plain).length === 0) return plain;
  return members(plain, (key, member) => {
    const rest = advance(patterns, key);
    if (rest.some((pattern) => pattern.length === 0)) return undefined;
    return rest.length === 0 ? member : exclude(member, rest);
  });
}

function members(value: object, map: (key: string, member: unknown) => unknown): object | undefined {
  const kept: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    const mapped = map(key, member);
    if (mapped !== undefined) kept.push([key, mapped]);
  }
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

function isDeepWildcardOnly(pattern: Pattern): boolean {
  return pattern.length === 1 && pattern[0] === '**';
}

/** The remaining patterns below the member `key`. */
function advance(patterns: readonly Pattern[], key: string): Pattern[] {
  const rest: Pattern[] = [];
  for (const pattern of patterns) {
    if (pattern[0] === '**') {
      rest.push(pattern);
      if (pattern.length > 1 && matchesName(pattern[1], key)) rest.push(pattern.slice(2));
    } else if (pattern.length > 0 && matchesName(pattern[0], key)) rest.push(pattern.slice(1));
  }
  return rest;
}

function matchesName(pattern: string, name: string): boolean {
  return pattern === '*' || pattern === name || (pattern.includes('*') && wildcardMatches(pattern, name));
}
