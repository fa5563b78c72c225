/**
 * SQL LIKE: `%` is any text, `_` any character, a backslash makes either plain. Ignores case. Two pointers, so that no
 * pattern takes more than length × length steps.
 */
export function likeMatches(pattern: string, text: string): boolean {
  const parts = compile(pattern.toLowerCase());
  const lower = text.toLowerCase();
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < lower.length) {
    const part = parts[p];
    if (part === ANY_TEXT) {
      star = p++;
      resume = t;
    } else if (part === ANY_CHARACTER || part === lower[t]) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++resume;
    } else return false;
  }
  while (parts[p] === ANY_TEXT) p++;
  return p === parts.length;
}

const ANY_TEXT = Symbol('%');
const ANY_CHARACTER = Symbol('_');

function compile(pattern: string): (string | symbol)[] {
  const parts: (string | symbol)[] = [];
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern[i];
    if (c === '\\' && (pattern[i + 1] === '%' || pattern[i + 1] === '_')) parts.push(pattern[++i]);
    else parts.push(c === '%' ? ANY_TEXT : c === '_' ? ANY_CHARACTER : c);
  }
  return parts;
}
