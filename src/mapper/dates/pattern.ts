import { illegalArgument } from '../../common/index.ts';
import type { Element, NumberField, SignStyle } from './fields.ts';
import { DAYS_LONG, DAYS_SHORT, HALF_DAYS, MONTHS_LONG, MONTHS_SHORT } from './names.ts';

/**
 * Compiles a java.time pattern (`yyyy-MM-dd'T'HH:mm:ss[.SSS]XXX`). Two extensions serve the named formats:
 * `{f1,9}` is a fraction of a second with its point, `{zone}` an offset or region in any form. Throws
 * illegal_argument_exception in the words of java.time.
 */
export function compilePattern(pattern: string, lenient = false): readonly Element[] {
  return reserveDigits(new PatternReader(pattern, lenient).elements(0));
}

class PatternReader {
  readonly #pattern: string;
  readonly #lenient: boolean;
  #at = 0;

  constructor(pattern: string, lenient: boolean) {
    this.#pattern = pattern;
    this.#lenient = lenient;
  }

  elements(depth: number): Element[] {
    const out: Element[] = [];
    while (this.#at < this.#pattern.length) {
      const char = this.#pattern[this.#at];
      if (char === ']') {
        if (depth === 0) throw illegalArgument('Pattern invalid as it contains ] without previous [');
        this.#at++;
        return out;
      }
      if (char === '[') {
        this.#at++;
        out.push({ kind: 'optional', elements: this.elements(depth + 1) });
      } else if (char === "'") out.push({ kind: 'literal', text: this.#quoted() });
      else if (char === '{') out.push(this.#special());
      else if (/[A-Za-z]/.test(char)) out.push(this.#letters(char));
      else {
        if (char === '}' || char === '#') {
          throw illegalArgument(`Pattern includes reserved character: '${char}'`);
        }
        this.#at++;
        out.push({ kind: 'literal', text: char });
      }
    }
    return out;
  }

  #quoted(): string {
    let text = '';
    for (let at = this.#at + 1; at < this.#pattern.length; at++) {
      if (this.#pattern[at] !== "'") text += this.#pattern[at];
      else if (this.#pattern[at + 1] === "'") {
        text += "'";
        at++;
      } else {
        this.#at = at + 1;
        return text === '' ? "'" : text;
      }
    }
    throw illegalArgument(`Pattern ends with an incomplete string literal: ${this.#pattern}`);
  }

  #special(): Element {
    const end = this.#pattern.indexOf('}', this.#at);
    const body = this.#pattern.slice(this.#at + 1, end);
    const fraction = /^f(\d),(\d)([.,]?)$/.exec(body);
    if (end < 0 || (fraction === null && body !== 'zone')) {
      throw illegalArgument("Pattern includes reserved character: '{'");
    }
    this.#at = end + 1;
    if (fraction === null) return { kind: 'zone' };
    const [minWidth, maxWidth] = [Number(fraction[1]), Number(fraction[2])];
    return { kind: 'fraction', minWidth, maxWidth, point: fraction[3] || '.' };
  }

  #letters(letter: string): Element {
    let end = this.#at;
    while (this.#pattern[end] === letter) end++;
    const count = end - this.#at;
    this.#at = end;
    // A padded field is refused with the message for its letter.
    if (letter === 'p' && /[A-Za-z]/.test(this.#pattern[end] ?? '')) return this.#letters(this.#pattern[end]);
    return letterElement(letter, count, this.#lenient);
  }
}

const PLAIN: Readonly<Record<string, NumberField>> = {
  d: 'day',
  H: 'hour',
  m: 'minute',
  s: 'second',
  h: 'hourOfHalfDay',
  K: 'hourOfHalfDay',
  k: 'hour',
};

function letterElement(letter: string, count: number, lenient: boolean): Element {
  switch (letter) {
    case 'u':
    case 'y':
      return yearElement('year', count, lenient);
    case 'Y':
      return yearElement('weekYear', count, lenient);
    case 'M':
    case 'L':
      return count > 2
        ? nameElement('month', letter, count, MONTHS_SHORT, MONTHS_LONG)
        : two('month', letter, count, lenient);
    case 'd':
    case 'H':
    case 'm':
    case 's':
    case 'h':
    case 'K':
    case 'k':
      return two(PLAIN[letter], letter, count, lenient);
    case 'D':
      if (count > 3) throw tooMany(letter);
      return number('dayOfYear', lenient || count === 1 ? 1 : count, count === 1 ? 19 : 3);
    case 'w':
      return two('week', letter, count, lenient);
    case 'e':
    case 'c':
      return count > 2
        ? nameElement('dayOfWeek', letter, count, DAYS_SHORT, DAYS_LONG)
        : number('dayOfWeek', count, count);
    case 'E':
      return nameElement('dayOfWeek', letter, Math.max(count, 3), DAYS_SHORT, DAYS_LONG);
    case 'a':
      if (count > 1) throw tooMany(letter);
      return { kind: 'text', field: 'halfDay', names: HALF_DAYS, first: 0 };
    case 'S':
      return { kind: 'fraction', minWidth: lenient ? 1 : count, maxWidth: count, point: '' };
    case 'n':
      return number('nano', count, 19);
    case 'A':
      return number('milliOfDay', count, 19);
    default:
      return zoneElement(letter, count);
  }
}

function zoneElement(letter: string, count: number): Element {
  switch (letter) {
    case 'X':
    case 'x':
      if (count > 5) throw tooMany(letter);
      return {
        kind: 'offset',
        colon: count === 3 || count === 5,
        zulu: letter === 'X',
        hoursOnly: count === 1,
      };
    case 'Z':
      if (count > 5) throw tooMany(letter);
      return { kind: 'offset', colon: count === 5, zulu: count === 5, hoursOnly: false };
    case 'V':
      if (count !== 2) throw illegalArgument(`Pattern letter count must be 2: ${letter}`);
      return { kind: 'zone' };
    case 'z':
    case 'v':
    case 'O':
      return { kind: 'zone' };
    default:
      throw illegalArgument(`Unknown pattern letter: ${letter}`);
  }
}

function tooMany(letter: string): Error {
  return illegalArgument(`Too many pattern letters: ${letter}`);
}

function number(
  field: NumberField,
  minWidth: number,
  maxWidth: number,
  sign: SignStyle = 'never',
  add = 0,
): Element {
  return { kind: 'number', field, minWidth, maxWidth, sign, reserved: 0, add };
}

function two(field: NumberField, letter: string, count: number, lenient: boolean): Element {
  if (count > 2) throw tooMany(letter);
  if (count === 1) return number(field, 1, 19, 'normal');
  return number(field, lenient ? 1 : 2, 2);
}

function yearElement(field: NumberField, count: number, lenient: boolean): Element {
  if (count === 2) return number(field, 2, 2, 'never', 2000);
  if (count < 4) return number(field, count, 19, 'normal');
  return lenient ? number(field, 1, 9, 'normal') : number(field, count, 19, 'exceedsPad');
}

function nameElement(
  field: NumberField,
  letter: string,
  count: number,
  short: readonly string[],
  long: readonly string[],
): Element {
  if (count > 5) throw tooMany(letter);
  return { kind: 'text', field, names: count === 4 ? long : short, first: 1 };
}

/** `yyyyMMdd`: a field of variable width leaves the digits for the fixed-width fields after it. */
function reserveDigits(elements: readonly Element[]): readonly Element[] {
  return elements.map((element, index) => {
    if (element.kind === 'optional') return { ...element, elements: reserveDigits(element.elements) };
    if (element.kind !== 'number' || element.minWidth === element.maxWidth) return element;
    let reserved = 0;
    for (let next = index + 1; next < elements.length; next++) {
      const follower = elements[next];
      const fixed = follower.kind === 'number' && follower.minWidth === follower.maxWidth;
      if (!fixed) break;
      reserved += follower.minWidth;
    }
    return { ...element, reserved };
  });
}
