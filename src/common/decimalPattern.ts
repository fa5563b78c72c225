import { illegalArgument } from './errors.ts';

/** A parsed pattern of Java's DecimalFormat. */
interface DecimalShape {
  readonly positive: readonly [prefix: string, suffix: string];
  readonly negative: readonly [prefix: string, suffix: string];
  readonly multiplier: number;
  readonly minInteger: number;
  readonly maxInteger: number;
  readonly minFraction: number;
  readonly maxFraction: number;
  /** 0 when digits are not grouped. */
  readonly groupSize: number;
  /** Minimum number of exponent digits; 0 for no exponent. */
  readonly exponentDigits: number;
  readonly alwaysPoint: boolean;
}

/** Java's maximum number of fraction digits of a double. */
const ALL_FRACTION_DIGITS = 340;

const EVERYTHING: DecimalShape = {
  positive: ['', ''],
  negative: ['-', ''],
  multiplier: 1,
  minInteger: 0,
  maxInteger: Number.MAX_SAFE_INTEGER,
  minFraction: 0,
  maxFraction: ALL_FRACTION_DIGITS,
  groupSize: 3,
  exponentDigits: 0,
  alwaysPoint: false,
};

/** Throws illegal_argument in Java's words. */
export function parseDecimalPattern(pattern: string): DecimalShape {
  return pattern === '' ? EVERYTHING : new PatternParser(pattern).parse();
}

const MARKS = new Set(['#', '0', ',', '.']);

class PatternParser {
  readonly #pattern: string;
  #at = 0;
  #multiplier = 1;
  /** Numbers of optional digits before the first zero, of zeros, and of optional digits after them. */
  #left = 0;
  #zeros = 0;
  #right = 0;
  /** Number of digits before the decimal point; -1 without a point. */
  #point = -1;
  #groupSize = -1;
  #exponentDigits = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  parse(): DecimalShape {
    const positive = this.#subpattern(true);
    let negative: readonly [string, string] | null = null;
    if (this.#pattern[this.#at] === ';') {
      this.#at++;
      if (this.#at < this.#pattern.length) negative = this.#subpattern(false);
    }
    const same = negative === null || (negative[0] === positive[0] && negative[1] === positive[1]);
    return this.#shape(positive, same || negative === null ? [`-${positive[0]}`, positive[1]] : negative);
  }

  /** Returns prefix and suffix; only the first subpattern's digits count. */
  #subpattern(isFirst: boolean): readonly [string, string] {
    const parts: [string, string] = ['', ''];
    let part: 0 | 1 = 0;
    for (; this.#at < this.#pattern.length; ) {
      const mark = this.#pattern[this.#at];
      if (MARKS.has(mark)) {
        part = 1;
        if (isFirst) this.#digit(mark);
        this.#at++;
        if (isFirst && this.#pattern[this.#at] === 'E' && this.#exponentDigits === 0) this.#exponent();
      } else if (mark === ';') {
        if (!isFirst || part === 0) throw this.#unquoted(mark);
        break;
      } else parts[part] += this.#literal(mark);
    }
    if (isFirst) this.#check();
    return parts;
  }

  #digit(mark: string): void {
    if (mark === ',') this.#groupSize = 0;
    else if (mark === '.') {
      if (this.#point >= 0)
        throw illegalArgument(`Multiple decimal separators in pattern "${this.#pattern}"`);
      this.#point = this.#left + this.#zeros + this.#right;
    } else {
      if (mark === '#') {
        if (this.#zeros > 0) this.#right++;
        else this.#left++;
      } else {
        if (this.#right > 0) throw illegalArgument(`Unexpected '0' in pattern "${this.#pattern}"`);
        this.#zeros++;
      }
      if (this.#groupSize >= 0 && this.#point < 0) this.#groupSize++;
    }
  }

  #exponent(): void {
    this.#at++;
    while (this.#pattern[this.#at] === '0') {
      this.#exponentDigits++;
      this.#at++;
    }
    if (this.#left + this.#zeros >= 1 && this.#exponentDigits >= 1) return;
    throw illegalArgument(`Malformed exponential pattern "${this.#pattern}"`);
  }

  /** Reads quoted text or one character; a percent sign changes how the number is shown. */
  #literal(mark: string): string {
    this.#at++;
    if (mark === '%' || mark === '\u2030') {
      if (this.#multiplier !== 1) {
        throw illegalArgument(`Too many percent/per mille characters in pattern "${this.#pattern}"`);
      }
      this.#multiplier = mark === '%' ? 100 : 1000;
    }
    if (mark !== "'") return mark;
    if (this.#pattern[this.#at] === "'") {
      this.#at++;
      return "'";
    }
    let text = '';
    for (; this.#at < this.#pattern.length; this.#at++) {
      if (this.#pattern[this.#at] !== "'") text += this.#pattern[this.#at];
      else if (this.#pattern[this.#at + 1] === "'") {
        text += "'";
        this.#at++;
      } else {
        this.#at++;
        return text;
      }
    }
    throw this.#malformed();
  }

  #check(): void {
    if (this.#zeros === 0 && this.#left > 0 && this.#point >= 0) {
      // In `###.###`, the digit before the point, or else the first one after it, becomes a zero.
      const before = Math.max(1, this.#point);
      this.#right = this.#left - before;
      this.#left = before - 1;
      this.#zeros = 1;
    }
    const isPointInside = this.#point >= this.#left && this.#point <= this.#left + this.#zeros;
    if ((this.#point < 0 ? this.#right > 0 : !isPointInside) || this.#groupSize === 0)
      throw this.#malformed();
  }

  #shape(positive: readonly [string, string], negative: readonly [string, string]): DecimalShape {
    const total = this.#left + this.#zeros + this.#right;
    const minInteger = (this.#point < 0 ? total : this.#point) - this.#left;
    const isExponential = this.#exponentDigits > 0;
    return {
      positive,
      negative,
      multiplier: this.#multiplier,
      minInteger,
      maxInteger: isExponential ? this.#left + minInteger : Number.MAX_SAFE_INTEGER,
      minFraction: this.#point < 0 ? 0 : Math.max(0, this.#left + this.#zeros - this.#point),
      maxFraction: this.#point < 0 ? 0 : total - this.#point,
      groupSize: Math.max(0, this.#groupSize),
      exponentDigits: this.#exponentDigits,
      alwaysPoint: this.#point === 0 || this.#point === total,
    };
  }

  #unquoted(mark: string) {
    return illegalArgument(`Unquoted special character '${mark}' in pattern "${this.#pattern}"`);
  }

  #malformed() {
    return illegalArgument(`Malformed pattern "${this.#pattern}"`);
  }
}
