import type { JsonValue } from '../common/index.ts';
import type { Compiled, CompiledField, CompiledObject } from './compile.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const SPACE = 0x20;
/** Numbers with more digits may exceed the precision of a double. */
const SAFE_DIGITS = 15;
/** After failures, the fast reader is skipped for at most this many documents. */
const LONGEST_REST = 1024;

/** Receives the content of a plain document. */
export interface PlainSink {
  /** Member names and array indexes of the current value. */
  readonly steps: (string | number)[];
  field(field: CompiledField, value: JsonValue, depth: number): void;
}

/** A member in its usual spelling, and the member that followed it in the previous document. */
interface Member {
  readonly name: string;
  /** `"name":` */
  readonly codes: Uint16Array;
  readonly child: CompiledField | PlainObject;
  /** Number of the last object that had it, to detect duplicates. */
  seenIn: number;
  next: Member | null;
}

interface PlainObject {
  readonly kind: 'plainObject';
  readonly children: ReadonlyMap<string, Compiled>;
  /** Members seen so far, by name; `null` for members that the fast reader does not support. */
  readonly members: Map<string, Member | null>;
  first: Member | null;
}

/** Thrown if the document is not plain; a single instance, since it carries no information. */
const NOT_PLAIN = new Error('not a plain document');

/**
 * A fast JSON reader that passes values straight to their fields without creating objects. Supports documents
 * whose members are all mapped, with strings, numbers, booleans, null and arrays of these. Leaves everything
 * else (unknown or duplicate members, long numbers, invalid JSON) to the slow path, which reports errors.
 */
export class PlainReader {
  readonly #root: PlainObject | null;
  #text = '';
  #at = 0;
  #sink: PlainSink = { steps: [], field: () => undefined };
  #objects = 0;
  #rest = 0;
  #nextRest = 1;

  constructor(root: CompiledObject) {
    this.#root = plainObject(root);
  }

  /** Whether to try: after documents that were not plain, more of them are likely. */
  get isWorthTrying(): boolean {
    if (this.#root === null) return false;
    if (this.#rest === 0) return true;
    this.#rest--;
    return false;
  }

  /**
   * Returns false if the document is not plain, or a field rejected its value; discard the sink's content
   * then.
   */
  read(text: string, sink: PlainSink): boolean {
    this.#text = text;
    this.#at = 0;
    this.#sink = sink;
    try {
      this.#space();
      if (this.#root === null || text.charCodeAt(this.#at) !== OPEN_OBJECT) throw NOT_PLAIN;
      this.#object(this.#root, 0);
      this.#space();
      if (this.#at !== text.length) throw NOT_PLAIN;
    } catch {
      this.#rest = this.#nextRest;
      this.#nextRest = Math.min(LONGEST_REST, this.#nextRest * 2);
      return false;
    }
    this.#nextRest = 1;
    return true;
  }

  #object(object: PlainObject, depth: number): void {
    const number = ++this.#objects;
    const { steps } = this.#sink;
    this.#at++;
    this.#space();
    if (this.#text.charCodeAt(this.#at) === CLOSE_OBJECT) {
      this.#at++;
      return;
    }
    let previous: Member | null = null;
    for (;;) {
      const expected: Member | null = previous === null ? object.first : previous.next;
      const member: Member = expected !== null && this.#passes(expected) ? expected : this.#name(object);
      if (previous === null) object.first = member;
      else previous.next = member;
      if (member.seenIn === number) throw NOT_PLAIN;
      member.seenIn = number;
      steps[depth] = member.name;
      this.#space();
      if (member.child.kind === 'field') this.#sink.field(member.child, this.#value(), depth + 1);
      else if (this.#text.charCodeAt(this.#at) === OPEN_OBJECT) this.#object(member.child, depth + 1);
      else throw NOT_PLAIN;
      previous = member;
      if (this.#ends(CLOSE_OBJECT)) return;
    }
  }

  /** Skips `"name":` if it is the expected member. */
  #passes({ codes }: Member): boolean {
    const from = this.#at;
    for (let i = 0; i < codes.length; i++) if (this.#text.charCodeAt(from + i) !== codes[i]) return false;
    this.#at = from + codes.length;
    return true;
  }

  #name(object: PlainObject): Member {
    if (this.#text.charCodeAt(this.#at) !== QUOTE) throw NOT_PLAIN;
    const member = memberOf(object, this.#string());
    this.#space();
    if (member === null || this.#text.charCodeAt(this.#at++) !== COLON) throw NOT_PLAIN;
    return member;
  }

  /** Reads a scalar or an array of scalars. */
  #value(): JsonValue {
    if (this.#text.charCodeAt(this.#at) !== OPEN_ARRAY) return this.#scalar();
    const items: JsonValue[] = [];
    this.#at++;
    this.#space();
    if (this.#text.charCodeAt(this.#at) === CLOSE_ARRAY) {
      this.#at++;
      return items;
    }
    do items.push(this.#scalar());
    while (!this.#ends(CLOSE_ARRAY));
    return items;
  }

  #scalar(): JsonValue {
    const code = this.#text.charCodeAt(this.#at);
    if (code === QUOTE) return this.#string();
    if (code === MINUS || isDigit(code)) return this.#number();
    switch (code) {
      case 0x74:
        return this.#word('true', true);
      case 0x66:
        return this.#word('false', false);
      default:
        return this.#word('null', null);
    }
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw NOT_PLAIN;
    this.#at += word.length;
    return value;
  }

  #string(): string {
    const text = this.#text;
    const start = this.#at + 1;
    let at = start;
    let code = text.charCodeAt(at);
    while (code >= SPACE && code !== QUOTE && code !== BACKSLASH) code = text.charCodeAt(++at);
    if (code === BACKSLASH) return this.#escapedString(at);
    // NaN, the end of the text, does not equal a quote.
    if (code !== QUOTE) throw NOT_PLAIN;
    this.#at = at + 1;
    return text.slice(start, at);
  }

  #escapedString(firstEscape: number): string {
    const text = this.#text;
    let end = firstEscape;
    for (let code = BACKSLASH; code !== QUOTE; code = text.charCodeAt(end)) {
      if (Number.isNaN(code)) throw NOT_PLAIN;
      end += code === BACKSLASH ? 2 : 1;
    }
    const start = this.#at;
    this.#at = end + 1;
    return JSON.parse(text.slice(start, this.#at)) as string;
  }

  #number(): number {
    const text = this.#text;
    const start = this.#at;
    let at = start;
    const negative = text.charCodeAt(at) === MINUS;
    if (negative) at++;
    const first = at;
    let digits = 0;
    let code = text.charCodeAt(at);
    for (; isDigit(code); code = text.charCodeAt(++at)) digits = digits * 10 + (code - ZERO);
    let count = at - first;
    if (count === 0 || (count > 1 && text.charCodeAt(first) === ZERO)) throw NOT_PLAIN;
    let scale = 0;
    if (code === POINT) {
      const point = at;
      code = text.charCodeAt(++at);
      for (; isDigit(code); code = text.charCodeAt(++at)) digits = digits * 10 + (code - ZERO);
      scale = at - point - 1;
      count += scale;
      if (scale === 0) throw NOT_PLAIN;
    }
    // The caller checks what follows, so an exponent is rejected there.
    if (count > SAFE_DIGITS || (digits === 0 && negative)) throw NOT_PLAIN;
    this.#at = at;
    // Both operands are exact, so the quotient is correctly rounded.
    const value = scale === 0 ? digits : digits / POWERS_OF_TEN[scale];
    return negative ? -value : value;
  }

  /**
   * Returns true at the closing bracket, false at a comma, and skips either, with the whitespace after a
   * comma.
   */
  #ends(bracket: number): boolean {
    this.#space();
    const code = this.#text.charCodeAt(this.#at++);
    if (code === bracket) return true;
    if (code !== COMMA) throw NOT_PLAIN;
    this.#space();
    return false;
  }

  #space(): void {
    const text = this.#text;
    let code = text.charCodeAt(this.#at);
    while (code === SPACE || code === 0x0a || code === 0x0d || code === 0x09)
      code = text.charCodeAt(++this.#at);
  }
}

const POWERS_OF_TEN = Float64Array.from({ length: SAFE_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

function isDigit(code: number): boolean {
  return code >= ZERO && code <= 0x39;
}

/** `null` if nothing in it can be read plainly. Members are created when a document first has them. */
function plainObject({ node, children }: CompiledObject): PlainObject | null {
  if (!node.enabled || node.nested !== null) return null;
  return { kind: 'plainObject', children, members: new Map(), first: null };
}

function memberOf({ children, members }: PlainObject, name: string): Member | null {
  const known = members.get(name);
  if (known !== undefined) return known;
  const compiled = children.get(name);
  if (compiled === undefined) return null;
  const member = makeMember(name, compiled);
  members.set(name, member);
  return member;
}

function makeMember(name: string, compiled: Compiled): Member | null {
  const child = compiled.kind === 'object' ? plainObject(compiled) : compiled;
  // JSON.parse puts numeric names first and treats `__proto__` specially.
  if (child === null || child.kind === 'alias' || /^\d/.test(name) || name === '__proto__') return null;
  const codes = Uint16Array.from(`"${name}":`, (char) => char.charCodeAt(0));
  return { name, codes, child, seenIn: 0, next: null };
}
