import { limits } from '../../common/index.ts';
import { SqlError } from '../errors.ts';

/**
 * Regular expressions with the common core of Java's syntax, matched against the whole text by simulating an
 * automaton in time text × states, whatever the pattern. User text never becomes a RegExp.
 */

type CharTest = (code: number) => boolean;

type Node =
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly Node[] }
  | { readonly kind: 'repeat'; readonly node: Node; readonly min: number; readonly max: number };

/** A state of the automaton: consumes a character, or leads to other states without consuming one. */
interface State {
  test: CharTest | null;
  next: number[];
}

const cache = new Map<string, (text: string) => boolean>();
const CACHED_PATTERNS = 200;

/** Throws IllegalArgumentException for an invalid pattern. */
export function compileRegexp(pattern: string): (text: string) => boolean {
  const cached = cache.get(pattern);
  if (cached !== undefined) return cached;
  if (pattern.length > limits.regexpLength.value) {
    throw invalid(pattern, `longer than ${limits.regexpLength.value} characters`);
  }
  const matcher = new Compiler(pattern).compile();
  if (cache.size >= CACHED_PATTERNS) cache.clear();
  cache.set(pattern, matcher);
  return matcher;
}

function invalid(pattern: string, why: string): SqlError {
  return new SqlError('IllegalArgumentException', `Invalid regular expression [${pattern}]: ${why}`);
}

class Compiler {
  readonly #pattern: string;
  readonly #chars: readonly string[];
  readonly #states: State[] = [];
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
    this.#chars = [...pattern];
  }

  compile(): (text: string) => boolean {
    if (this.#chars[0] === '^') this.#at++;
    const node = this.#choice();
    if (this.#at < this.#chars.length) throw invalid(this.#pattern, 'unmatched closing )');
    const accept = this.#state(null);
    const start = this.#build(node, accept);
    const states = this.#states;
    return (text) => simulate(states, start, accept, text);
  }

  #choice(): Node {
    const options = [this.#sequence()];
    while (this.#chars[this.#at] === '|') {
      this.#at++;
      options.push(this.#sequence());
    }
    return options.length === 1 ? options[0] : { kind: 'choice', options };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#chars.length && this.#chars[this.#at] !== '|' && this.#chars[this.#at] !== ')') {
      if (this.#chars[this.#at] === '$' && this.#at === this.#chars.length - 1) {
        this.#at++;
        break;
      }
      parts.push(this.#repeated(this.#atom()));
    }
    return { kind: 'sequence', parts };
  }

  #repeated(node: Node): Node {
    const c = this.#chars[this.#at];
    let bounds: [number, number] | null = null;
    if (c === '*') bounds = [0, Number.POSITIVE_INFINITY];
    else if (c === '+') bounds = [1, Number.POSITIVE_INFINITY];
    else if (c === '?') bounds = [0, 1];
    else if (c === '{') bounds = this.#braces();
    if (bounds === null) return node;
    if (c !== '{') this.#at++;
    if (this.#chars[this.#at] === '?') this.#at++;
    return this.#repeated({ kind: 'repeat', node, min: bounds[0], max: bounds[1] });
  }

  #braces(): [number, number] {
    const match = /^\{(\d{1,3})(?:(,)(\d{0,3}))?\}/.exec(this.#chars.slice(this.#at, this.#at + 10).join(''));
    if (match === null) throw invalid(this.#pattern, 'bad repetition');
    this.#at += match[0].length;
    const min = Number(match[1]);
    if (match[2] === undefined) return [min, min];
    return [min, match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3])];
  }

  #atom(): Node {
    const c = this.#chars[this.#at++];
    if (c === '(') {
      if (this.#chars[this.#at] === '?' && this.#chars[this.#at + 1] === ':') this.#at += 2;
      const node = this.#choice();
      if (this.#chars[this.#at++] !== ')') throw invalid(this.#pattern, 'unclosed group');
      return node;
    }
    if (c === '[') return { kind: 'char', test: this.#class() };
    if (c === '.') return { kind: 'char', test: (code) => code !== 10 && code !== 13 };
    if (c === '\\') return { kind: 'char', test: this.#escape() };
    if (c === '*' || c === '+' || c === '?') throw invalid(this.#pattern, 'dangling meta character');
    const code = c.codePointAt(0);
    return { kind: 'char', test: (candidate) => candidate === code };
  }

  #escape(): CharTest {
    const c = this.#chars[this.#at++];
    if (c === undefined) throw invalid(this.#pattern, 'unexpected end');
    const named = ESCAPES[c];
    if (named !== undefined) return named;
    const code = c.codePointAt(0);
    return (candidate) => candidate === code;
  }

  #class(): CharTest {
    const negated = this.#chars[this.#at] === '^';
    if (negated) this.#at++;
    const tests: CharTest[] = [];
    for (let first = true; first || this.#chars[this.#at] !== ']'; first = false) {
      if (this.#at >= this.#chars.length) throw invalid(this.#pattern, 'unclosed character class');
      tests.push(this.#classItem());
    }
    this.#at++;
    return (code) => tests.some((test) => test(code)) !== negated;
  }

  #classItem(): CharTest {
    const c = this.#chars[this.#at++];
    if (c === '\\') return this.#escape();
    const low = c.codePointAt(0) as number;
    const ranged = this.#chars[this.#at] === '-' && this.#chars[this.#at + 1] !== ']';
    if (!ranged || this.#at + 1 >= this.#chars.length) return (code) => code === low;
    const high = this.#chars[this.#at + 1].codePointAt(0) as number;
    this.#at += 2;
    return (code) => code >= low && code <= high;
  }

  #state(test: CharTest | null, next: number[] = []): number {
    if (this.#states.length >= limits.automatonStates.value) throw invalid(this.#pattern, 'too complex');
    this.#states.push({ test, next });
    return this.#states.length - 1;
  }

  /** Builds states that match `node` and continue at `to`; returns the first one. */
  #build(node: Node, to: number): number {
    switch (node.kind) {
      case 'char':
        return this.#state(node.test, [to]);
      case 'sequence':
        return node.parts.reduceRight((next, part) => this.#build(part, next), to);
      case 'choice': {
        const entries = node.options.map((option) => this.#build(option, to));
        return this.#state(null, entries);
      }
      case 'repeat':
        return this.#buildRepeat(node, to);
    }
  }

  #buildRepeat(node: Extract<Node, { kind: 'repeat' }>, to: number): number {
    let entry = to;
    if (node.max === Number.POSITIVE_INFINITY) {
      const loop = this.#state(null);
      this.#states[loop].next = [this.#build(node.node, loop), to];
      entry = loop;
    } else {
      for (let i = node.min; i < node.max; i++)
        entry = this.#state(null, [this.#build(node.node, entry), to]);
    }
    for (let i = 0; i < node.min; i++) entry = this.#build(node.node, entry);
    return entry;
  }
}

const isDigit: CharTest = (c) => c >= 48 && c <= 57;
const isWord: CharTest = (c) => isDigit(c) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122) || c === 95;
const isSpace: CharTest = (c) => c === 32 || (c >= 9 && c <= 13);
const not =
  (test: CharTest): CharTest =>
  (c) =>
    !test(c);

const ESCAPES: Readonly<Record<string, CharTest | undefined>> = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isSpace,
  S: not(isSpace),
  n: (c) => c === 10,
  r: (c) => c === 13,
  t: (c) => c === 9,
};

function simulate(states: readonly State[], start: number, accept: number, text: string): boolean {
  let current = closure(states, [start]);
  for (const c of text) {
    const code = c.codePointAt(0) as number;
    const next: number[] = [];
    for (const id of current) {
      if (states[id].test?.(code) === true) next.push(...states[id].next);
    }
    if (next.length === 0) return false;
    current = closure(states, next);
  }
  return current.has(accept);
}

/** All states reachable without consuming a character. */
function closure(states: readonly State[], ids: readonly number[]): Set<number> {
  const seen = new Set<number>(ids);
  const stack = [...seen];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (states[id].test !== null) continue;
    for (const next of states[id].next) {
      if (seen.has(next)) continue;
      seen.add(next);
      stack.push(next);
    }
  }
  return seen;
}
