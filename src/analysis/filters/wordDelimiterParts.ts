/** Character types as bits; a letter without case has the bits of both cases. */
export const LOWER = 1;
export const UPPER = 2;
export const DIGIT = 4;
export const DELIMITER = 8;
export const ALPHA = LOWER | UPPER;
export const ALPHANUMERIC = ALPHA | DIGIT;

export type CharType = (char: string) => number;

/** Part of a word between delimiters and type changes. */
export interface WordPart {
  readonly start: number;
  readonly end: number;
  /** ALPHA, DIGIT, or another combination of bits. */
  readonly type: number;
}

export interface SplitOptions {
  readonly charType: CharType;
  readonly caseChange: boolean;
  readonly numerics: boolean;
  readonly possessive: boolean;
}

let asciiTypes: Uint8Array | null = null;

/** The type of a UTF-16 unit by its Unicode category. */
export function charTypeOf(char: string): number {
  asciiTypes ??= Uint8Array.from({ length: 128 }, (_, code) => typeByCategory(String.fromCharCode(code)));
  return asciiTypes[char.charCodeAt(0)] ?? typeByCategory(char);
}

function typeByCategory(char: string): number {
  if (/^\p{Lu}/u.test(char)) return UPPER;
  if (/^\p{Ll}/u.test(char)) return LOWER;
  if (/^[\p{L}\p{M}]/u.test(char)) return ALPHA;
  if (/^\p{N}/u.test(char)) return DIGIT;
  return /^[\ud800-\udfff]$/.test(char) ? ALPHANUMERIC : DELIMITER;
}

/**
 * Splits a word into parts; `single` if there is one part, surrounded only by delimiters or a possessive
 * ending.
 */
export function splitWord(
  word: string,
  options: SplitOptions,
): { readonly parts: readonly WordPart[]; readonly single: boolean } {
  const types = Array.from({ length: word.length }, (_, i) => options.charType(word[i]));
  let start = 0;
  let end = word.length;
  while (start < end && types[start] & DELIMITER) start++;
  while (end > start && types[end - 1] & DELIMITER) end--;
  const parts: WordPart[] = [];
  for (let at = start; at < end; ) {
    if (types[at] & DELIMITER) {
      at++;
      continue;
    }
    let to = at + 1;
    while (to < end && !isBreak(types[to - 1], types[to], options)) to++;
    parts.push({ start: at, end: to, type: types[at] & ALPHA && !(types[at] & DIGIT) ? ALPHA : types[at] });
    at = to < end - 1 && isPossessive(word, types, to + 2, end, options) ? to + 2 : to;
  }
  const tail = isPossessive(word, types, end, end, options) ? 2 : 0;
  const [first] = parts;
  return { parts, single: first !== undefined && first.start === start && first.end === end - tail };
}

function isBreak(before: number, here: number, { caseChange, numerics }: SplitOptions): boolean {
  if ((before & here) !== 0) return false;
  if (!caseChange && before & ALPHA && here & ALPHA) return false;
  if (before & UPPER && here & ALPHA) return false;
  const numeric = (before & ALPHA && here & DIGIT) || (before & DIGIT && here & ALPHA);
  return numerics || !numeric;
}

/** Whether `'s` precedes this position, after a letter and at the end of a word. */
function isPossessive(
  word: string,
  types: readonly number[],
  at: number,
  end: number,
  options: SplitOptions,
): boolean {
  if (!options.possessive || at <= 2 || at > end) return false;
  if (word[at - 2] !== "'" || !/[sS]/.test(word[at - 1]) || !(types[at - 3] & ALPHA)) return false;
  return at === end || (types[at] & DELIMITER) !== 0;
}
