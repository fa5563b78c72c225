/** `*` matches any run of characters; two pointers, linear in practice, never a RegExp. */
export function wildcardMatches(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let mark = 0;
  while (t < text.length) {
    if (p < pattern.length && pattern[p] === '*') {
      star = p++;
      mark = t;
    } else if (p < pattern.length && pattern[p] === text[t]) {
      p++;
      t++;
    } else if (star !== -1) {
      p = star + 1;
      t = ++mark;
    } else return false;
  }
  while (p < pattern.length && pattern[p] === '*') p++;
  return p === pattern.length;
}

/** A list of patterns: those without a `*` are looked up in a set. */
class WildcardList {
  readonly #names = new Set<string>();
  readonly #patterns: string[] = [];

  constructor(patterns: readonly string[]) {
    for (const pattern of patterns) {
      if (pattern.includes('*')) this.#patterns.push(pattern);
      else this.#names.add(pattern);
    }
  }

  matches(text: string): boolean {
    return this.#names.has(text) || this.#patterns.some((pattern) => wildcardMatches(pattern, text));
  }
}

const lists = new WeakMap<readonly string[], WildcardList>();

/** Whether any of the patterns matches. A list must not change between calls. */
export function anyWildcardMatches(patterns: readonly string[], text: string): boolean {
  if (patterns.length < 2) return patterns.length === 1 && wildcardMatches(patterns[0], text);
  let list = lists.get(patterns);
  if (list === undefined) {
    list = new WildcardList(patterns);
    lists.set(patterns, list);
  }
  return list.matches(text);
}
