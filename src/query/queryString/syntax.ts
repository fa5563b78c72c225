import { limits, OpenSearchError } from '../../common/index.ts';
import { LexicalError, type QueryToken, type QueryTokenKind, tokenizeQuery, unescapeQuery } from './lexer.ts';

/** The Lucene query syntax as a tree. */
export type QueryNode =
  | { readonly kind: 'bool'; readonly clauses: readonly BoolClause[] }
  /** Plain words between operators, not yet split by an analyzer. */
  | { readonly kind: 'text'; readonly field: string | null; readonly text: string }
  | {
      readonly kind: 'phrase';
      readonly field: string | null;
      readonly text: string;
      readonly slop: number | null;
    }
  | { readonly kind: 'prefix'; readonly field: string | null; readonly text: string }
  | { readonly kind: 'wildcard'; readonly field: string | null; readonly text: string }
  | { readonly kind: 'regexp'; readonly field: string | null; readonly text: string }
  | {
      readonly kind: 'fuzzy';
      readonly field: string | null;
      readonly text: string;
      readonly fuzziness: string | null;
    }
  | {
      readonly kind: 'range';
      readonly field: string | null;
      readonly from: string | null;
      readonly to: string | null;
      readonly includeLower: boolean;
      readonly includeUpper: boolean;
    }
  | { readonly kind: 'all' }
  | { readonly kind: 'boost'; readonly node: QueryNode; readonly boost: number };

export type Occur = 'must' | 'should' | 'mustNot';

export interface BoolClause {
  readonly occur: Occur;
  readonly node: QueryNode;
}

const EXPECTED = [
  '<AND> ...',
  '<OR> ...',
  '<NOT> ...',
  '"+" ...',
  '"-" ...',
  '<BAREOPER> ...',
  '"(" ...',
  '")" ...',
  '"*" ...',
  '"^" ...',
  '<QUOTED> ...',
  '<TERM> ...',
  '<FUZZY_SLOP> ...',
  '<PREFIXTERM> ...',
  '<WILDTERM> ...',
  '<REGEXPTERM> ...',
  '"[" ...',
  '"{" ...',
  '<NUMBER> ...',
];

/** Parses the text of a query_string. Throws parse_exception in the words of Lucene's parser. */
export function parseQuerySyntax(text: string, defaultOperator: 'or' | 'and'): QueryNode | null {
  try {
    const parser = new SyntaxParser(tokenizeQuery(text), defaultOperator);
    return parser.document();
  } catch (error) {
    const cause = syntaxError(error);
    if (cause === null) throw error;
    throw new OpenSearchError('parse_exception', `Cannot parse '${text}': ${cause.reason}`, {
      causedBy: cause,
    });
  }
}

class Unexpected extends Error {
  readonly token: QueryToken;
  constructor(token: QueryToken) {
    super('unexpected token');
    this.token = token;
  }
}

function syntaxError(error: unknown): OpenSearchError | null {
  if (error instanceof Unexpected) {
    const { kind, text, offset } = error.token;
    const found = kind === 'end' ? '"<EOF>"' : `" "${text}" "${text} ""`;
    const list = EXPECTED.map((entry) => `    ${entry}\n`).join('');
    const reason = `Encountered ${found} at line 1, column ${offset}.\nWas expecting one of:\n${list}    `;
    return new OpenSearchError('parse_exception', reason);
  }
  if (error instanceof LexicalError) {
    const reason = `Lexical error at line 1, column ${error.offset + 1}.  Encountered: ${error.character} after : ""`;
    return new OpenSearchError('parse_exception', reason);
  }
  return null;
}

class SyntaxParser {
  readonly #tokens: readonly QueryToken[];
  readonly #defaultOperator: 'or' | 'and';
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly QueryToken[], defaultOperator: 'or' | 'and') {
    this.#tokens = tokens;
    this.#defaultOperator = defaultOperator;
  }

  document(): QueryNode | null {
    if (this.#peek().kind === 'end') return null;
    const node = this.#query(null);
    if (this.#peek().kind !== 'end') throw new Unexpected(this.#peek());
    return node;
  }

  #peek(ahead = 0): QueryToken {
    return this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)];
  }

  #accept(kind: QueryTokenKind): QueryToken | null {
    if (this.#peek().kind !== kind) return null;
    return this.#tokens[this.#at++];
  }

  #query(field: string | null): QueryNode {
    if (++this.#depth > limits.queryDepth.value) {
      throw new OpenSearchError('illegal_argument_exception', 'the query is nested too deep');
    }
    const clauses: { occur: Occur; node: QueryNode }[] = [];
    while (this.#peek().kind !== 'end' && this.#peek().kind !== 'close') this.#clauseInto(clauses, field);
    if (clauses.length === 0) throw new Unexpected(this.#peek());
    this.#depth--;
    return clauses.length === 1 && clauses[0].occur !== 'mustNot'
      ? clauses[0].node
      : { kind: 'bool', clauses };
  }

  #clauseInto(clauses: { occur: Occur; node: QueryNode }[], field: string | null): void {
    const words = this.#words();
    if (words !== null) {
      clauses.push({
        occur: this.#defaultOperator === 'and' ? 'must' : 'should',
        node: { kind: 'text', field, text: words },
      });
      return;
    }
    const conjunction = this.#conjunction();
    if (conjunction !== null && clauses.length === 0) throw new Unexpected(this.#peek(-1));
    const modifier = this.#modifier();
    const node = this.#clause(field);
    this.#add(clauses, conjunction, modifier, node);
  }

  /** Two or more plain words in a row: the analyzer sees them together. */
  #words(): string | null {
    const plain = (ahead: number): boolean => {
      const after = this.#peek(ahead + 1).kind;
      const bound = after === 'colon' || after === 'caret' || after === 'fuzzySlop';
      return this.#peek(ahead).kind === 'term' && !bound;
    };
    let count = 0;
    while (plain(count)) count++;
    if (count < 2) return null;
    const texts = this.#tokens.slice(this.#at, this.#at + count).map((token) => token.text);
    this.#at += count;
    return unescapeQuery(texts.join(' '));
  }

  #conjunction(): 'and' | 'or' | null {
    if (this.#accept('and')) return 'and';
    return this.#accept('or') ? 'or' : null;
  }

  #modifier(): 'plus' | 'minus' | null {
    if (this.#accept('plus')) return 'plus';
    return this.#accept('minus') || this.#accept('not') ? 'minus' : null;
  }

  /** Lucene's classic rules: AND binds to the clause before it, OR loosens it where the default is AND. */
  #add(
    clauses: { occur: Occur; node: QueryNode }[],
    conjunction: 'and' | 'or' | null,
    modifier: 'plus' | 'minus' | null,
    node: QueryNode,
  ): void {
    const last = clauses[clauses.length - 1];
    if (last !== undefined && last.occur !== 'mustNot') {
      if (conjunction === 'and') last.occur = 'must';
      if (conjunction === 'or' && this.#defaultOperator === 'and') last.occur = 'should';
    }
    const required =
      this.#defaultOperator === 'or' ? modifier === 'plus' || conjunction === 'and' : conjunction !== 'or';
    clauses.push({ occur: modifier === 'minus' ? 'mustNot' : required ? 'must' : 'should', node });
  }

  #clause(outer: string | null): QueryNode {
    let field = outer;
    const first = this.#peek();
    if (
      this.#peek(1).kind === 'colon' &&
      (first.kind === 'term' || first.kind === 'star' || first.kind === 'prefix' || first.kind === 'wildcard')
    ) {
      this.#at += 2;
      if (first.kind === 'star' && this.#accept('star')) return this.#boosted({ kind: 'all' });
      field = unescapeQuery(first.text);
    }
    if (this.#accept('open')) {
      const node = this.#query(field);
      if (!this.#accept('close')) throw new Unexpected(this.#peek());
      return this.#boosted(node);
    }
    return this.#boosted(this.#term(field));
  }

  #boosted(node: QueryNode): QueryNode {
    if (!this.#accept('caret')) return node;
    const token = this.#accept('term');
    const boost = token === null ? Number.NaN : Number(token.text);
    if (Number.isNaN(boost)) throw new Unexpected(token ?? this.#peek());
    return { kind: 'boost', node, boost };
  }

  #term(field: string | null): QueryNode {
    const token = this.#peek();
    this.#at++;
    switch (token.kind) {
      case 'term':
      case 'bareOperator':
        return this.#fuzzy(field, token.text);
      case 'star':
        return { kind: 'wildcard', field, text: '*' };
      case 'prefix':
        return { kind: 'prefix', field, text: unescapeQuery(token.text.slice(0, -1)) };
      case 'wildcard':
        return { kind: 'wildcard', field, text: token.text };
      case 'regexp':
        return { kind: 'regexp', field, text: token.text.slice(1, -1).replaceAll('\\/', '/') };
      case 'quoted': {
        const slop = this.#accept('fuzzySlop');
        const text = unescapeQuery(token.text.slice(1, -1));
        const number =
          slop === null || slop.text.length === 1 ? null : Math.trunc(Number(slop.text.slice(1)));
        return { kind: 'phrase', field, text, slop: number };
      }
      case 'range':
        return rangeNode(field, token);
      default:
        this.#at--;
        throw new Unexpected(token);
    }
  }

  #fuzzy(field: string | null, raw: string): QueryNode {
    const text = unescapeQuery(raw);
    const slop = this.#accept('fuzzySlop');
    if (slop === null) return comparison(field, text) ?? { kind: 'text', field, text };
    return { kind: 'fuzzy', field, text, fuzziness: slop.text.length === 1 ? null : slop.text.slice(1) };
  }
}

/** `>10`, `>=10`, `<10`, `<=10`. */
function comparison(field: string | null, text: string): QueryNode | null {
  const [sign, rest] =
    text.startsWith('>=') || text.startsWith('<=')
      ? [text.slice(0, 2), text.slice(2)]
      : [text[0], text.slice(1)];
  if (field === null || rest === '') return null;
  if (sign === '>' || sign === '>=') {
    return { kind: 'range', field, from: rest, to: null, includeLower: sign === '>=', includeUpper: true };
  }
  if (sign === '<' || sign === '<=') {
    return { kind: 'range', field, from: null, to: rest, includeLower: true, includeUpper: sign === '<=' };
  }
  return null;
}

function rangeNode(field: string | null, token: QueryToken): QueryNode {
  const inner = token.text.slice(1, -1).trim();
  const at = inner.indexOf(' TO ');
  if (at < 0)
    throw new Unexpected({
      kind: 'range',
      text: token.text.slice(-1),
      offset: token.offset + token.text.length - 1,
    });
  return {
    kind: 'range',
    field,
    from: bound(inner.slice(0, at)),
    to: bound(inner.slice(at + 4)),
    includeLower: token.text[0] === '[',
    includeUpper: token.text.endsWith(']'),
  };
}

function bound(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '*') return null;
  if (trimmed.length > 1 && trimmed.startsWith('"') && trimmed.endsWith('"'))
    return unescapeQuery(trimmed.slice(1, -1));
  return unescapeQuery(trimmed);
}
