import { any, foldCase, isNewline, not, range } from './charClass.ts';
import type { Cursor } from './classParser.ts';
import { readClass, readEscape } from './classParser.ts';
import type { AnchorKind, CharTest, RegexNode, RegexSyntax } from './nodes.ts';
import { RegexSyntaxError } from './nodes.ts';

interface Flags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  readonly comments: boolean;
}

const NO_FLAGS: Flags = { ignoreCase: false, multiline: false, dotAll: false, comments: false };
const FLAG_LETTERS: ReadonlyMap<string, keyof Flags> = new Map([
  ['i', 'ignoreCase'],
  ['m', 'multiline'],
  ['s', 'dotAll'],
  ['x', 'comments'],
]);
const ANCHORS: ReadonlyMap<string, AnchorKind> = new Map([
  ['A', 'textStart'],
  ['z', 'textEnd'],
  ['Z', 'textEndOrNewline'],
  ['b', 'wordBoundary'],
  ['B', 'notWordBoundary'],
  ['G', 'textStart'],
]);
const MAX_DEPTH = 200;
const MAX_REPEAT = 1000;

/** Parses the syntax that Java and Oniguruma share. `flags`: letters of `imsx`. Throws RegexSyntaxError. */
export function parseRegex(text: string, flags = ''): RegexSyntax {
  return new RegexParser(text, withFlags(NO_FLAGS, flags, true)).parse();
}

class RegexParser {
  readonly #cursor: Cursor;
  readonly #names = new Map<string, number[]>();
  #flags: Flags;
  #groups = 0;
  #depth = 0;

  constructor(text: string, flags: Flags) {
    this.#cursor = { text, at: 0 };
    this.#flags = flags;
  }

  parse(): RegexSyntax {
    const root = this.#choice();
    if (this.#cursor.at < this.#cursor.text.length) throw this.#error("Unmatched closing ')'");
    return { root, groupCount: this.#groups, names: this.#names };
  }

  #choice(): RegexNode {
    if (++this.#depth > MAX_DEPTH) throw this.#error('The expression is nested too deeply');
    const before = this.#flags;
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    this.#flags = before;
    this.#depth--;
    return options.length === 1 ? options[0] : { kind: 'choice', options };
  }

  #sequence(): RegexNode {
    const items: RegexNode[] = [];
    for (let char = this.#peek(); char !== undefined && char !== '|' && char !== ')'; char = this.#peek()) {
      if (this.#flags.comments && this.#skipComment(char)) continue;
      const atom = this.#atom();
      items.push(this.#quantified(atom));
    }
    return items.length === 1 ? items[0] : { kind: 'sequence', items };
  }

  #skipComment(char: string): boolean {
    if (char === '#') {
      const end = this.#cursor.text.indexOf('\n', this.#cursor.at);
      this.#cursor.at = end === -1 ? this.#cursor.text.length : end + 1;
      return true;
    }
    if (char.trim() !== '') return false;
    this.#cursor.at++;
    return true;
  }

  #atom(): RegexNode {
    const char = this.#cursor.text[this.#cursor.at++];
    switch (char) {
      case '(':
        return this.#group();
      case '[':
        return this.#char(readClass(this.#cursor));
      case '.':
        return this.#char(this.#flags.dotAll ? any : not(isNewline));
      case '^':
        return { kind: 'anchor', at: this.#flags.multiline ? 'lineStart' : 'textStart' };
      case '$':
        return { kind: 'anchor', at: this.#flags.multiline ? 'lineEnd' : 'textEndOrNewline' };
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
        throw this.#error(`Dangling meta character '${char}'`, -1);
      default:
        return this.#literal(char.charCodeAt(0));
    }
  }

  #literal(code: number): RegexNode {
    return this.#char(range(code, code));
  }

  #char(test: CharTest): RegexNode {
    return { kind: 'char', test: this.#flags.ignoreCase ? foldCase(test) : test };
  }

  #escape(): RegexNode {
    const { text, at } = this.#cursor;
    const letter = text[at];
    const anchor = ANCHORS.get(letter);
    if (anchor) {
      this.#cursor.at++;
      return { kind: 'anchor', at: anchor };
    }
    if (letter === 'Q') return this.#quoted();
    if (letter === 'k') return this.#namedReference();
    if (letter >= '1' && letter <= '9') {
      this.#cursor.at++;
      return { kind: 'backreference', group: Number(letter), ignoreCase: this.#flags.ignoreCase };
    }
    const escaped = readEscape(this.#cursor);
    return typeof escaped === 'number' ? this.#literal(escaped) : this.#char(escaped);
  }

  #quoted(): RegexNode {
    const start = this.#cursor.at + 1;
    const found = this.#cursor.text.indexOf('\\E', start);
    const end = found === -1 ? this.#cursor.text.length : found;
    this.#cursor.at = found === -1 ? end : end + 2;
    const items = Array.from({ length: end - start }, (_, i) =>
      this.#literal(this.#cursor.text.charCodeAt(start + i)),
    );
    return { kind: 'sequence', items };
  }

  #namedReference(): RegexNode {
    this.#cursor.at++;
    if (!this.#take('<')) throw this.#error("\\k is not followed by '<' for named capturing group");
    const group = this.#names.get(this.#name())?.[0];
    if (group === undefined) throw this.#error('named capturing group does not exist');
    return { kind: 'backreference', group, ignoreCase: this.#flags.ignoreCase };
  }

  #group(): RegexNode {
    if (!this.#take('?')) return this.#capture(null);
    if (this.#take(':')) return this.#closed(this.#choice());
    if (this.#take('=')) return this.#look(false, false);
    if (this.#take('!')) return this.#look(false, true);
    if (this.#take('>')) return { kind: 'atomic', body: this.#closed(this.#choice()) };
    if (this.#take('#')) return this.#commentGroup();
    if (this.#take('<') || this.#take('P<')) {
      if (this.#take('=')) return this.#look(true, false);
      if (this.#take('!')) return this.#look(true, true);
      return this.#capture(this.#name());
    }
    return this.#flagGroup();
  }

  #commentGroup(): RegexNode {
    const end = this.#cursor.text.indexOf(')', this.#cursor.at);
    if (end === -1) throw this.#error('Unclosed group');
    this.#cursor.at = end + 1;
    return { kind: 'empty' };
  }

  #capture(name: string | null): RegexNode {
    const index = ++this.#groups;
    if (name !== null) this.#names.set(name, [...(this.#names.get(name) ?? []), index]);
    return { kind: 'group', index, body: this.#closed(this.#choice()) };
  }

  #look(behind: boolean, negative: boolean): RegexNode {
    return { kind: 'look', behind, negative, body: this.#closed(this.#choice()) };
  }

  /** `(?i)` applies to the rest of the group, `(?i:…)` opens a group of its own. */
  #flagGroup(): RegexNode {
    const match = /^([a-zA-Z]*)(?:-([a-zA-Z]+))?([:)])/.exec(this.#cursor.text.slice(this.#cursor.at));
    if (!match) throw this.#error('Unknown inline modifier');
    this.#cursor.at += match[0].length;
    const flags = withFlags(withFlags(this.#flags, match[1], true), match[2] ?? '', false);
    if (match[3] === ')') {
      this.#flags = flags;
      return { kind: 'empty' };
    }
    const before = this.#flags;
    this.#flags = flags;
    const body = this.#closed(this.#choice());
    this.#flags = before;
    return body;
  }

  #name(): string {
    const match = /^([A-Za-z_][A-Za-z0-9_.@:[\]-]*)>/.exec(this.#cursor.text.slice(this.#cursor.at));
    if (!match) throw this.#error("named capturing group is missing trailing '>'");
    this.#cursor.at += match[0].length;
    return match[1];
  }

  #closed(body: RegexNode): RegexNode {
    if (!this.#take(')')) throw this.#error('Unclosed group');
    return body;
  }

  #quantified(atom: RegexNode): RegexNode {
    let node = atom;
    for (;;) {
      const bounds = this.#bounds();
      if (bounds === null) return node;
      const mode = this.#take('?') ? 'lazy' : this.#take('+') ? 'possessive' : 'greedy';
      node = { kind: 'repeat', body: node, min: bounds[0], max: bounds[1], mode };
    }
  }

  #bounds(): readonly [number, number | null] | null {
    if (this.#take('*')) return [0, null];
    if (this.#take('+')) return [1, null];
    if (this.#take('?')) return [0, 1];
    const match = /^\{(\d+)(?:(,)(\d*))?\}/.exec(
      this.#cursor.text.slice(this.#cursor.at, this.#cursor.at + 24),
    );
    if (!match) return null;
    const min = Number(match[1]);
    const max = match[2] === undefined ? min : match[3] === '' ? null : Number(match[3]);
    if (min > MAX_REPEAT || (max ?? 0) > MAX_REPEAT)
      throw this.#error('The number of repetitions is too large');
    if (max !== null && max < min) throw this.#error('Illegal repetition range');
    this.#cursor.at += match[0].length;
    return [min, max];
  }

  #peek(): string | undefined {
    return this.#cursor.text[this.#cursor.at];
  }

  #take(expected: string): boolean {
    if (!this.#cursor.text.startsWith(expected, this.#cursor.at)) return false;
    this.#cursor.at += expected.length;
    return true;
  }

  #error(what: string, offset = 0): RegexSyntaxError {
    return new RegexSyntaxError(what, this.#cursor.at + offset);
  }
}

function withFlags(flags: Flags, letters: string, on: boolean): Flags {
  let result = flags;
  for (const letter of letters) {
    const name = FLAG_LETTERS.get(letter);
    if (name) result = { ...result, [name]: on };
  }
  return result;
}
