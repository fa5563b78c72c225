import { unescapeQuery } from './escapes.ts';
import { QueryLexer } from './lexer.ts';
import { UnexpectedToken } from './syntaxErrors.ts';
import type { QueryToken, QueryTokenKind } from './tokens.ts';

/** The field of a leaf; `null` for the query's default fields. */
type FieldName = string | null;

/** Lucene's query syntax as a tree. */
export type QueryNode =
  | { readonly kind: 'clauses'; readonly clauses: readonly SyntaxClause[] }
  /** A word; `several` if it consists of consecutive plain words, which are analysed together. */
  | { readonly kind: 'text'; readonly field: FieldName; readonly text: string; readonly several: boolean }
  /** `slop` is null if not given. */
  | {
      readonly kind: 'phrase';
      readonly field: FieldName;
      readonly text: string;
      readonly slop: number | null;
    }
  | { readonly kind: 'prefix'; readonly field: FieldName; readonly text: string }
  | { readonly kind: 'wildcard'; readonly field: FieldName; readonly text: string }
  | { readonly kind: 'regexp'; readonly field: FieldName; readonly text: string }
  /** `fuzziness` is null if not given. */
  | {
      readonly kind: 'fuzzy';
      readonly field: FieldName;
      readonly text: string;
      readonly fuzziness: string | null;
    }
  | RangeNode
  | { readonly kind: 'boost'; readonly node: QueryNode; readonly boost: number };

export interface RangeNode {
  readonly kind: 'range';
  readonly field: FieldName;
  readonly from: string | null;
  readonly to: string | null;
  readonly includeLower: boolean;
  readonly includeUpper: boolean;
}

export interface SyntaxClause {
  readonly conjunction: 'and' | 'or' | null;
  readonly modifier: 'plus' | 'minus' | null;
  readonly node: QueryNode;
}

/**
 * Parses the text of a query_string. Throws QuerySyntaxError in the words of Lucene's parser, after calling
 * `onLeaf` for the leaves before the error.
 */
export function parseQuerySyntax(text: string, onLeaf: (leaf: QueryNode) => void = () => {}): QueryNode {
  return new SyntaxParser(text, onLeaf).document();
}

const MODIFIERS: readonly QueryTokenKind[] = ['not', 'plus', 'minus'];
const WORDS = ['term', 'star', 'prefix', 'wildcard', 'regexp', 'number', 'bareOperator'] as const;
const RANGE_OPENINGS: readonly QueryTokenKind[] = ['rangeOpen', 'rangeOpenExclusive'];
const RANGE_BOUNDS: readonly QueryTokenKind[] = ['rangeWord', 'rangeQuoted', 'rangeTo'];
const RANGE_ENDS: readonly QueryTokenKind[] = ['rangeClose', 'rangeCloseExclusive'];
const CLAUSE_STARTS: readonly QueryTokenKind[] = [...WORDS, 'quoted', 'open', ...RANGE_OPENINGS];
const QUERY_STARTS: readonly QueryTokenKind[] = [...MODIFIERS, ...CLAUSE_STARTS];
const CONTINUATIONS: readonly QueryTokenKind[] = ['and', 'or', ...QUERY_STARTS];
/** Tokens that end a sequence of plain words; the word before them is not part of it. */
const ENDS_ROW: ReadonlySet<QueryTokenKind> = new Set([
  'colon',
  'star',
  'fuzzySlop',
  'caret',
  'and',
  'or',
] as const);

/**
 * Reads tokens on demand, and records the alternatives at each choice since the last consumed token, because
 * syntax errors list them.
 */
class SyntaxParser {
  readonly #lexer: QueryLexer;
  readonly #ahead: QueryToken[] = [];
  readonly #expected = new Set<QueryTokenKind>();
  readonly #onLeaf: (leaf: QueryNode) => void;

  constructor(text: string, onLeaf: (leaf: QueryNode) => void) {
    this.#lexer = new QueryLexer(text);
    this.#onLeaf = onLeaf;
  }

  document(): QueryNode {
    const node = this.#query(null);
    this.#take(['end']);
    return node;
  }

  #kind(ahead = 0): QueryTokenKind {
    while (this.#ahead.length <= ahead) this.#ahead.push(this.#lexer.next());
    return this.#ahead[ahead].kind;
  }

  /** Consumes the next token if it is one of these. */
  #accept(kinds: readonly QueryTokenKind[]): QueryToken | null {
    if (!kinds.includes(this.#kind())) {
      for (const kind of kinds) this.#expected.add(kind);
      return null;
    }
    this.#expected.clear();
    return this.#ahead.shift() as QueryToken;
  }

  #take(kinds: readonly QueryTokenKind[]): QueryToken {
    return this.#accept(kinds) ?? this.#fail([]);
  }

  #fail(again: readonly QueryTokenKind[]): never {
    throw new UnexpectedToken(this.#ahead[0], this.#expected, again);
  }

  #query(field: FieldName): QueryNode {
    const clauses: SyntaxClause[] = [];
    if (this.#atRow()) clauses.push(this.#row(field));
    else {
      this.#expect(QUERY_STARTS, ['term']);
      clauses.push(this.#modified(field, null, 0));
    }
    while (CONTINUATIONS.includes(this.#kind())) {
      if (this.#atRow()) clauses.push(this.#row(field));
      else {
        const joined = this.#accept(['and', 'or']);
        clauses.push(this.#modified(field, joined && (joined.kind as 'and' | 'or'), joined === null ? 0 : 1));
      }
    }
    for (const kind of CONTINUATIONS) this.#expected.add(kind);
    return { kind: 'clauses', clauses };
  }

  #expect(kinds: readonly QueryTokenKind[], again: readonly QueryTokenKind[]): void {
    if (kinds.includes(this.#kind())) return;
    for (const kind of kinds) this.#expected.add(kind);
    this.#fail(again);
  }

  /** Whether two or more plain words follow. */
  #atRow(): boolean {
    return this.#kind() === 'term' && this.#isRowWord(1);
  }

  #isRowWord(ahead: number): boolean {
    return this.#kind(ahead) === 'term' && !ENDS_ROW.has(this.#kind(ahead + 1));
  }

  #row(field: FieldName): SyntaxClause {
    const words = [this.#take(['term']).text];
    while (this.#isRowWord(0)) words.push(this.#take(['term']).text);
    const node: QueryNode = { kind: 'text', field, text: unescapeQuery(words.join(' ')), several: true };
    this.#onLeaf(node);
    return { conjunction: null, modifier: null, node };
  }

  /** `taken`: number of tokens of this clause before its modifier. */
  #modified(field: FieldName, conjunction: SyntaxClause['conjunction'], taken: number): SyntaxClause {
    const sign = this.#accept(MODIFIERS);
    const modifier = sign === null ? null : sign.kind === 'plus' ? 'plus' : 'minus';
    const inside = taken > 0 || sign !== null;
    return { conjunction, modifier, node: this.#clause(field, inside ? ['term', 'star'] : []) };
  }

  #clause(outer: FieldName, again: readonly QueryTokenKind[]): QueryNode {
    let field = outer;
    let lookedFor = again;
    if ((this.#kind() === 'term' || this.#kind() === 'star') && this.#kind(1) === 'colon') {
      field = unescapeQuery(this.#take(['term', 'star']).text);
      this.#take(['colon']);
      lookedFor = [];
    }
    this.#expect(CLAUSE_STARTS, lookedFor);
    if (this.#accept(['open']) === null) return this.#term(field);
    const node = this.#query(field);
    this.#take(['close']);
    return boosted(node, this.#boost());
  }

  #boost(): number | null {
    return this.#accept(['caret']) === null ? null : this.#number();
  }

  #number(): number {
    return Math.fround(Number(this.#take(['number']).text));
  }

  /** `^2`, `~1`, or both in either order. */
  #suffixes(): { readonly boost: number | null; readonly fuzzy: string | null } {
    const first = this.#accept(['caret', 'fuzzySlop']);
    if (first === null) return { boost: null, fuzzy: null };
    if (first.kind === 'fuzzySlop') return { fuzzy: first.text, boost: this.#boost() };
    const boost = this.#number();
    return { boost, fuzzy: this.#accept(['fuzzySlop'])?.text ?? null };
  }

  #term(field: FieldName): QueryNode {
    if (RANGE_OPENINGS.includes(this.#kind())) return this.#range(field);
    const token = this.#take([...WORDS, 'quoted']);
    const { boost, fuzzy } = this.#suffixes();
    const node = leaf(field, token, fuzzy);
    this.#onLeaf(node);
    return boosted(node, boost);
  }

  #range(field: FieldName): QueryNode {
    const open = this.#take(RANGE_OPENINGS);
    const from = this.#take(RANGE_BOUNDS);
    this.#take(['rangeTo']);
    const to = this.#take(RANGE_BOUNDS);
    const close = this.#take(RANGE_ENDS);
    const boost = this.#boost();
    const node: RangeNode = {
      kind: 'range',
      field,
      from: boundOf(from),
      to: boundOf(to),
      includeLower: open.kind === 'rangeOpen',
      includeUpper: close.kind === 'rangeClose',
    };
    this.#onLeaf(node);
    return boosted(node, boost);
  }
}

function boosted(node: QueryNode, boost: number | null): QueryNode {
  return boost === null ? node : { kind: 'boost', node, boost };
}

/** A word, pattern or phrase with its `~` suffix. */
function leaf(field: FieldName, { kind, text }: QueryToken, fuzzy: string | null): QueryNode {
  if (kind === 'quoted') {
    const slop = fuzzy === null || fuzzy === '~' ? Number.NaN : Math.trunc(Number(fuzzy.slice(1)));
    return {
      kind: 'phrase',
      field,
      text: unescapeQuery(text.slice(1, -1)),
      slop: Number.isNaN(slop) ? null : slop,
    };
  }
  const word = unescapeQuery(kind === 'bareOperator' ? text[0] : text);
  if (kind === 'star' || kind === 'wildcard') return { kind: 'wildcard', field, text };
  if (kind === 'prefix') return { kind: 'prefix', field, text: unescapeQuery(text.slice(0, -1)) };
  if (kind === 'regexp') return { kind: 'regexp', field, text: text.slice(1, -1) };
  if (fuzzy === null) return { kind: 'text', field, text: word, several: false };
  return { kind: 'fuzzy', field, text: word, fuzziness: fuzzy.length === 1 ? null : fuzzy.slice(1) };
}

/** `null` for an open bound. */
function boundOf({ kind, text }: QueryToken): string | null {
  const written = kind === 'rangeQuoted' ? text.slice(1, -1) : text;
  const bound = unescapeQuery(written);
  return written === '*' || bound === '*' ? null : bound;
}
