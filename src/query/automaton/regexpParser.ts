import { illegalArgument, limits } from '../../common/index.ts';
import { codePoints } from './wildcard.ts';

/** Lucene's regular expressions as a tree. There are no anchors: the whole term must match. */
export type RegexpNode =
  | { readonly kind: 'empty' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  | {
      readonly kind: 'class';
      readonly ranges: readonly (readonly [number, number])[];
      readonly negated: boolean;
    }
  | { readonly kind: 'concat'; readonly items: readonly RegexpNode[] }
  | { readonly kind: 'union'; readonly items: readonly RegexpNode[] }
  | { readonly kind: 'intersection'; readonly items: readonly RegexpNode[] }
  | { readonly kind: 'complement'; readonly item: RegexpNode }
  | { readonly kind: 'repeat'; readonly item: RegexpNode; readonly min: number; readonly max: number | null };

export const REGEXP_FLAGS = {
  INTERSECTION: 0x01,
  COMPLEMENT: 0x02,
  EMPTY: 0x04,
  ANYSTRING: 0x08,
  AUTOMATON: 0x10,
  INTERVAL: 0x20,
  ALL: 0xff,
  NONE: 0x00,
} as const;

export const MAX_CODE_POINT = 0x10ffff;

const MAX_REPEAT = 1000;

/** Throws illegal_argument_exception such as `expected ']' at position 2`. */
export function parseRegexp(pattern: string, flags: number): RegexpNode {
  if (pattern === '') return { kind: 'empty' };
  const parser = new RegexpParser(codePoints(pattern), flags);
  return parser.document();
}

class RegexpParser {
  readonly #points: readonly number[];
  readonly #flags: number;
  #at = 0;
  #depth = 0;

  constructor(points: readonly number[], flags: number) {
    this.#points = points;
    this.#flags = flags;
  }

  document(): RegexpNode {
    const node = this.#union();
    if (this.#more()) throw illegalArgument(`end-of-string expected at position ${this.#at}`);
    return node;
  }

  #more(): boolean {
    return this.#at < this.#points.length;
  }

  #peek(characters: string): boolean {
    return this.#more() && characters.includes(String.fromCodePoint(this.#points[this.#at]));
  }

  #accept(character: string): boolean {
    if (this.#points[this.#at] !== character.codePointAt(0)) return false;
    this.#at++;
    return true;
  }

  #next(): number {
    if (!this.#more()) throw illegalArgument('unexpected end-of-string');
    return this.#points[this.#at++];
  }

  #has(flag: keyof typeof REGEXP_FLAGS): boolean {
    return (this.#flags & REGEXP_FLAGS[flag]) !== 0;
  }

  #union(): RegexpNode {
    if (++this.#depth > limits.jsonDepth.value)
      throw illegalArgument('the regular expression is nested too deep');
    const items = [this.#intersection()];
    while (this.#accept('|')) items.push(this.#intersection());
    this.#depth--;
    return items.length === 1 ? items[0] : { kind: 'union', items };
  }

  #intersection(): RegexpNode {
    const items = [this.#concatenation()];
    while (this.#has('INTERSECTION') && this.#accept('&')) items.push(this.#concatenation());
    return items.length === 1 ? items[0] : { kind: 'intersection', items };
  }

  #concatenation(): RegexpNode {
    const items = [this.#repetition()];
    while (this.#more() && !this.#peek(')|') && !(this.#has('INTERSECTION') && this.#peek('&'))) {
      items.push(this.#repetition());
    }
    return items.length === 1 ? items[0] : { kind: 'concat', items };
  }

  #repetition(): RegexpNode {
    let node = this.#complement();
    while (this.#peek('?*+{')) {
      if (this.#accept('?')) node = { kind: 'repeat', item: node, min: 0, max: 1 };
      else if (this.#accept('*')) node = { kind: 'repeat', item: node, min: 0, max: null };
      else if (this.#accept('+')) node = { kind: 'repeat', item: node, min: 1, max: null };
      else {
        this.#at++;
        node = this.#counted(node);
      }
    }
    return node;
  }

  #counted(item: RegexpNode): RegexpNode {
    const min = this.#integer();
    let max: number | null = min;
    if (this.#accept(',')) max = this.#peek('0123456789') ? this.#integer() : null;
    if (!this.#accept('}')) throw illegalArgument(`expected '}' at position ${this.#at}`);
    if (max !== null && max < min) return { kind: 'nothing' };
    return { kind: 'repeat', item, min, max };
  }

  #integer(): number {
    const start = this.#at;
    let value = 0;
    while (this.#peek('0123456789')) value = value * 10 + (this.#next() - 0x30);
    if (start === this.#at) throw illegalArgument(`integer expected at position ${this.#at}`);
    if (value > MAX_REPEAT) throw illegalArgument(`repetition of more than ${MAX_REPEAT} is not supported`);
    return value;
  }

  #complement(): RegexpNode {
    if (this.#has('COMPLEMENT') && this.#accept('~')) {
      return { kind: 'complement', item: this.#complement() };
    }
    return this.#characterClass();
  }

  #characterClass(): RegexpNode {
    if (!this.#accept('[')) return this.#simple();
    const negated = this.#accept('^');
    const ranges = [this.#classRange()];
    while (this.#more() && !this.#peek(']')) ranges.push(this.#classRange());
    if (!this.#accept(']')) throw illegalArgument(`expected ']' at position ${this.#at}`);
    return { kind: 'class', ranges, negated };
  }

  #classRange(): readonly [number, number] {
    const from = this.#characterLiteral();
    if (!this.#accept('-')) return [from, from];
    if (this.#peek(']')) {
      this.#at--;
      return [from, from];
    }
    const to = this.#characterLiteral();
    if (to < from) throw illegalArgument(`invalid range: from (${from}) cannot be > to (${to})`);
    return [from, to];
  }

  #characterLiteral(): number {
    this.#accept('\\');
    return this.#next();
  }

  #simple(): RegexpNode {
    if (this.#accept('.')) return { kind: 'range', from: 0, to: MAX_CODE_POINT };
    if (this.#has('EMPTY') && this.#accept('#')) return { kind: 'nothing' };
    if (this.#has('ANYSTRING') && this.#accept('@')) return anyString();
    if (this.#accept('"')) return this.#quoted();
    if (this.#accept('(')) {
      if (this.#accept(')')) return { kind: 'empty' };
      const node = this.#union();
      if (!this.#accept(')')) throw illegalArgument(`expected ')' at position ${this.#at}`);
      return node;
    }
    if ((this.#has('AUTOMATON') || this.#has('INTERVAL')) && this.#accept('<')) return this.#interval();
    if (this.#accept('\\') && this.#peek('dDwWsS')) return predefined(String.fromCodePoint(this.#next()));
    const point = this.#next();
    return { kind: 'range', from: point, to: point };
  }

  #quoted(): RegexpNode {
    const items: RegexpNode[] = [];
    while (this.#more() && !this.#peek('"')) {
      const point = this.#next();
      items.push({ kind: 'range', from: point, to: point });
    }
    if (!this.#accept('"')) throw illegalArgument(`expected '"' at position ${this.#at}`);
    return items.length === 0 ? { kind: 'empty' } : { kind: 'concat', items };
  }

  /** `<10-20>`: a numeric range, with leading zeros if both bounds have the same length. */
  #interval(): RegexpNode {
    const start = this.#at;
    while (this.#more() && !this.#peek('>')) this.#at++;
    const text = String.fromCodePoint(...this.#points.slice(start, this.#at));
    if (!this.#accept('>')) throw illegalArgument(`expected '>' at position ${this.#at}`);
    const dash = text.indexOf('-');
    const [from, to] = [text.slice(0, dash), text.slice(dash + 1)];
    const digits = (part: string): boolean => part !== '' && [...part].every((c) => c >= '0' && c <= '9');
    if (dash <= 0 || !digits(from) || !digits(to)) {
      throw illegalArgument(`interval syntax error at position ${this.#at - 1}`);
    }
    const [low, high] = [Math.min(Number(from), Number(to)), Math.max(Number(from), Number(to))];
    if (high - low > MAX_REPEAT)
      throw illegalArgument(`an interval of more than ${MAX_REPEAT} is not supported`);
    const width = from.length === to.length ? from.length : 0;
    const items: RegexpNode[] = [];
    for (let value = low; value <= high; value++) items.push(literal(String(value).padStart(width, '0')));
    return { kind: 'union', items };
  }
}

function literal(text: string): RegexpNode {
  return {
    kind: 'concat',
    items: codePoints(text).map((point) => ({ kind: 'range', from: point, to: point })),
  };
}

function anyString(): RegexpNode {
  return {
    kind: 'repeat',
    item: { kind: 'range', from: 0, to: MAX_CODE_POINT },
    min: 0,
    max: null,
  };
}

function predefined(letter: string): RegexpNode {
  const ranges: Record<string, readonly (readonly [number, number])[]> = {
    d: [[0x30, 0x39]],
    w: [
      [0x30, 0x39],
      [0x41, 0x5a],
      [0x5f, 0x5f],
      [0x61, 0x7a],
    ],
    s: [
      [0x09, 0x0a],
      [0x0d, 0x0d],
      [0x20, 0x20],
    ],
  };
  return { kind: 'class', ranges: ranges[letter.toLowerCase()], negated: letter !== letter.toLowerCase() };
}
