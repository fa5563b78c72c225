/** LIKE by two pointers: linear but for the backtracking to the last `%`, no RegExp, no recursion. */

const ANY = -1;
const ONE = -2;

/** Case-insensitive, the whole text. */
export function likeMatches(text: string, pattern: string): boolean {
  return matches(codes(text.toLowerCase(), false), codes(pattern.toLowerCase(), true));
}

/** Code points; of a pattern with the wildcards as negative numbers. */
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

function matches(text: readonly number[], pattern: readonly number[]): boolean {
  let [t, p] = [0, 0];
  let [star, resume] = [-1, 0];
  while (t < text.length) {
    if (p < pattern.length && (pattern[p] === ONE || pattern[p] === text[t])) {
      t++;
      p++;
    } else if (p < pattern.length && pattern[p] === ANY) {
      star = p++;
      resume = t;
    } else if (star >= 0) {
      p = star + 1;
      t = ++resume;
    } else return false;
  }
  while (p < pattern.length && pattern[p] === ANY) p++;
  return p === pattern.length;
}
