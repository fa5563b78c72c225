/** LIKE with two pointers: linear except for backtracking to the last `%`, without RegExp or recursion. */

const ANY = -1;
const ONE = -2;

/** Case-insensitive, over the whole text. */
export function likeMatches(text: string, pattern: string): boolean {
  return matches(codes(text.toLowerCase(), false), codes(pattern.toLowerCase(), true), NOTHING);
}

const NOTHING: ReadonlySet<number> = new Set();

/** Characters that wildcards of a Java pattern do not match. */
const LINE_ENDS: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x85, 0x2028, 0x2029]);

/**
 * Like the original, which uses a Java pattern: only ASCII letters ignore case, and wildcards do not match
 * line ends.
 */
export function likeMatchesInLine(text: string, pattern: string): boolean {
  return matches(codes(asciiLower(text), false), codes(asciiLower(pattern), true), LINE_ENDS);
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

/** Code points; wildcards of a pattern become negative numbers. */
function codes(text: string, isPattern: boolean): number[] {
  const out: number[] = [];
  let escaped = false;
  for (const c of text) {
    if (isPattern && !escaped && c === '\\') {
      escaped = true;
      continue;
    }
    if (isPattern && !escaped && c === '%') out.push(ANY);
    else if (isPattern && !escaped && c === '_') out.push(ONE);
    else out.push(c.codePointAt(0) as number);
    escaped = false;
  }
  return out;
}

function matches(
  text: readonly number[],
  pattern: readonly number[],
  excluded: ReadonlySet<number>,
): boolean {
  let [t, p] = [0, 0];
  let [star, resume] = [-1, 0];
  while (t < text.length) {
    if (p < pattern.length && (pattern[p] === text[t] || (pattern[p] === ONE && !excluded.has(text[t])))) {
      t++;
      p++;
    } else if (p < pattern.length && pattern[p] === ANY) {
      star = p++;
      resume = t;
    } else if (star >= 0 && !excluded.has(text[resume])) {
      p = star + 1;
      t = ++resume;
    } else return false;
  }
  while (p < pattern.length && pattern[p] === ANY) p++;
  return p === pattern.length;
}
