/**
 * Matches wildcard patterns (`*`, `?`, `\` escapes) with two pointers: linear apart from backtracking to the
 * last `*`. User text never becomes a RegExp.
 */
export interface WildcardPattern {
  /** The literal prefix of every match. */
  readonly prefix: string;
  matches(text: string): boolean;
}

const ANY_STRING = -1;
const ANY_CHARACTER = -2;

export function compileWildcard(pattern: string, caseInsensitive: boolean): WildcardPattern {
  const tokens = tokenize(caseInsensitive ? pattern.toLowerCase() : pattern);
  const wild = tokens.findIndex((token) => token < 0);
  const literal = wild < 0 ? tokens : tokens.slice(0, wild);
  return {
    prefix: caseInsensitive ? '' : String.fromCodePoint(...literal),
    matches: (text) => matchTokens(tokens, codePoints(caseInsensitive ? text.toLowerCase() : text)),
  };
}

function tokenize(pattern: string): number[] {
  const points = codePoints(pattern);
  const tokens: number[] = [];
  for (let i = 0; i < points.length; i++) {
    const point = points[i];
    if (point === 0x2a) {
      if (tokens[tokens.length - 1] !== ANY_STRING) tokens.push(ANY_STRING);
    } else if (point === 0x3f) tokens.push(ANY_CHARACTER);
    else if (point === 0x5c && i + 1 < points.length) tokens.push(points[++i]);
    else tokens.push(point);
  }
  return tokens;
}

export function codePoints(text: string): number[] {
  const points: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i) as number;
    if (point > 0xffff) i++;
    points.push(point);
  }
  return points;
}

function matchTokens(tokens: readonly number[], text: readonly number[]): boolean {
  let t = 0;
  let i = 0;
  let starToken = -1;
  let starText = 0;
  while (i < text.length) {
    if (t < tokens.length && (tokens[t] === ANY_CHARACTER || tokens[t] === text[i])) {
      t++;
      i++;
    } else if (t < tokens.length && tokens[t] === ANY_STRING) {
      starToken = t++;
      starText = i;
    } else if (starToken >= 0) {
      t = starToken + 1;
      i = ++starText;
    } else return false;
  }
  while (t < tokens.length && tokens[t] === ANY_STRING) t++;
  return t === tokens.length;
}

/** Applies `change` to the literal parts of a pattern; wildcards and escapes are kept. */
export function mapWildcardLiterals(pattern: string, change: (literal: string) => string): string {
  let out = '';
  let literal = '';
  const flush = (): void => {
    if (literal !== '') out += change(literal);
    literal = '';
  };
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern[i];
    if (c === '*' || c === '?') {
      flush();
      out += c;
    } else if (c === '\\' && i + 1 < pattern.length) {
      flush();
      out += c + pattern[++i];
    } else literal += c;
  }
  flush();
  return out;
}
