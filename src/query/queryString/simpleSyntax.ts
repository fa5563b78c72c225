import { illegalArgument, limits } from '../../common/index.ts';

/** The syntax of simple_query_string, in which nothing is an error except excessive size. */
export type SimpleNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'prefix'; readonly text: string }
  | { readonly kind: 'fuzzy'; readonly text: string; readonly edits: number }
  | { readonly kind: 'phrase'; readonly text: string; readonly slop: number }
  | { readonly kind: 'not'; readonly node: SimpleNode }
  | { readonly kind: 'bool'; readonly operator: 'and' | 'or'; readonly nodes: SimpleNode[] };

/** Operators that `flags` can disable. */
export const SIMPLE_FLAGS = [
  'AND',
  'NOT',
  'OR',
  'PREFIX',
  'PHRASE',
  'PRECEDENCE',
  'ESCAPE',
  'WHITESPACE',
  'FUZZY',
  'NEAR',
  'SLOP',
] as const;
export type SimpleFlag = (typeof SIMPLE_FLAGS)[number];

/** Words and phrases without terms (see `hasTerms`) are ignored, together with their operators. */
export function parseSimpleSyntax(
  text: string,
  flags: ReadonlySet<SimpleFlag>,
  defaultOperator: 'and' | 'or',
  hasTerms: (text: string) => boolean,
): SimpleNode | null {
  return new SimpleParser(text, flags, defaultOperator, hasTerms).parse();
}

const WORD_SPACE = ' \t\n\r';

interface State {
  top: SimpleNode | null;
  current: 'and' | 'or' | null;
  previous: 'and' | 'or' | null;
  negations: number;
}

class SimpleParser {
  readonly #text: string;
  readonly #flags: ReadonlySet<SimpleFlag>;
  readonly #defaultOperator: 'and' | 'or';
  readonly #hasTerms: (text: string) => boolean;
  #at = 0;
  #depth = 0;
  #clauses = 0;
  /** Start positions of groups that are closed. */
  #closed: ReadonlySet<number> | null = null;

  constructor(
    text: string,
    flags: ReadonlySet<SimpleFlag>,
    defaultOperator: 'and' | 'or',
    hasTerms: (text: string) => boolean,
  ) {
    this.#text = text;
    this.#flags = flags;
    this.#defaultOperator = defaultOperator;
    this.#hasTerms = hasTerms;
  }

  parse(): SimpleNode | null {
    return this.#group(false);
  }

  #has(flag: SimpleFlag): boolean {
    return this.#flags.has(flag);
  }

  #group(nested: boolean): SimpleNode | null {
    if (++this.#depth > limits.queryDepth.value) throw illegalArgument('the query is nested too deep');
    const state: State = { top: null, current: null, previous: null, negations: 0 };
    while (this.#at < this.#text.length) {
      const c = this.#text[this.#at];
      if (c === ')' && this.#has('PRECEDENCE')) {
        this.#at++;
        if (nested) break;
        continue;
      }
      this.#step(state, c);
    }
    this.#depth--;
    return state.top;
  }

  #step(state: State, c: string): void {
    if (this.#clauses > limits.boolClauses.value) {
      throw illegalArgument(`maxClauseCount is set to ${limits.boolClauses.value}`);
    }
    // A group that is never closed is not a group.
    if (c === '(' && this.#has('PRECEDENCE')) {
      const isClosed = this.#groupCloses();
      this.#at++;
      if (isClosed) add(state, this.#group(true), this.#defaultOperator);
    } else if (c === '"' && this.#has('PHRASE')) {
      if (this.#phraseEnd() > 0) add(state, this.#phrase(), this.#defaultOperator);
      else this.#at++;
    } else if (c === '+' && this.#has('AND')) this.#operator(state, 'and');
    else if (c === '|' && this.#has('OR')) this.#operator(state, 'or');
    else if (c === '-' && this.#has('NOT')) {
      state.negations++;
      this.#at++;
    } else if (WORD_SPACE.includes(c) && this.#has('WHITESPACE')) this.#at++;
    else add(state, this.#word(), this.#defaultOperator);
  }

  #operator(state: State, operator: 'and' | 'or'): void {
    this.#at++;
    if (state.current === null && state.top !== null) state.current = operator;
  }

  /** Computed once for the whole text: searching from each parenthesis would be quadratic. */
  #groupCloses(): boolean {
    this.#closed ??= this.#closedGroups();
    return this.#closed.has(this.#at);
  }

  #closedGroups(): ReadonlySet<number> {
    const closed = new Set<number>();
    const open: number[] = [];
    for (let i = 0; i < this.#text.length; i++) {
      const c = this.#text[i];
      if (c === '\\' && this.#has('ESCAPE')) i++;
      else if (c === '(') open.push(i);
      else if (c === ')') {
        const at = open.pop();
        if (at !== undefined) closed.add(at);
      }
    }
    return closed;
  }

  #phraseEnd(): number {
    for (let i = this.#at + 1; i < this.#text.length; i++) {
      if (this.#text[i] === '\\' && this.#has('ESCAPE')) i++;
      else if (this.#text[i] === '"') return i;
    }
    return -1;
  }

  #phrase(): SimpleNode | null {
    this.#clauses++;
    const end = this.#phraseEnd();
    const text = this.#unescape(this.#text.slice(this.#at + 1, end));
    this.#at = end + 1;
    const slop = this.#has('NEAR') || this.#has('SLOP') ? this.#edits() : null;
    return this.#hasTerms(text) ? { kind: 'phrase', text, slop: slop ?? 0 } : null;
  }

  /** `~2` after a word or phrase. */
  #edits(): number | null {
    if (this.#text[this.#at] !== '~') return null;
    let end = this.#at + 1;
    while (end < this.#text.length && this.#text[end] >= '0' && this.#text[end] <= '9') end++;
    const digits = this.#text.slice(this.#at + 1, end);
    this.#at = end;
    return digits === '' ? 2 : Math.min(Number(digits), 1000);
  }

  #word(): SimpleNode | null {
    this.#clauses++;
    let text = '';
    let prefix = false;
    for (; this.#at < this.#text.length; this.#at++) {
      const c = this.#text[this.#at];
      if (c === '\\' && this.#has('ESCAPE') && this.#at + 1 < this.#text.length) {
        text += this.#text[++this.#at];
        prefix = false;
        continue;
      }
      if (this.#ends(c)) break;
      if (c === '~' && this.#has('FUZZY') && text !== '' && this.#tildeEnds()) {
        const edits = this.#edits() ?? 2;
        return { kind: 'fuzzy', text, edits: Math.min(2, edits) };
      }
      prefix = c === '*' && this.#has('PREFIX');
      text += c;
    }
    if (text === '') return null;
    if (prefix && text.length > 1) return { kind: 'prefix', text: text.slice(0, -1) };
    return this.#hasTerms(text) ? { kind: 'text', text } : null;
  }

  #ends(c: string): boolean {
    if (WORD_SPACE.includes(c)) return this.#has('WHITESPACE');
    if (c === '+') return this.#has('AND');
    if (c === '|') return this.#has('OR');
    if (c === '(' || c === ')') return this.#has('PRECEDENCE');
    return c === '"' && this.#has('PHRASE');
  }

  /** A tilde is an operator if only digits follow it until the end of the word. */
  #tildeEnds(): boolean {
    let end = this.#at + 1;
    while (end < this.#text.length && this.#text[end] >= '0' && this.#text[end] <= '9') end++;
    return end === this.#text.length || this.#ends(this.#text[end]);
  }

  #unescape(text: string): string {
    return this.#has('ESCAPE') ? text.replace(/\\(.)/gs, '$1') : text;
  }
}

function add(state: State, node: SimpleNode | null, defaultOperator: 'and' | 'or'): void {
  if (node !== null) {
    const branch: SimpleNode = state.negations % 2 === 1 ? { kind: 'not', node } : node;
    if (state.top === null) state.top = branch;
    else {
      const operator = state.current ?? defaultOperator;
      const same = state.previous === operator && state.top.kind === 'bool';
      if (same && state.top.kind === 'bool') state.top.nodes.push(branch);
      else state.top = { kind: 'bool', operator, nodes: [state.top, branch] };
      state.previous = operator;
    }
  }
  state.current = null;
  state.negations = 0;
}
