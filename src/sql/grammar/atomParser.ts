import type { IToken, ParserMethod } from 'chevrotain';
import type {
  ColumnNode,
  ExpressionNode,
  LiteralNode,
  LiteralType,
  QueryNode,
  Reading,
} from '../ast/index.ts';
import { keyword } from './keywords.ts';
import { integerLiteral, literal, unquote } from './literals.ts';
import { NodeParser } from './nodeParser.ts';
import * as t from './tokens.ts';
import { vocabulary } from './vocabulary.ts';

type Rule<T> = ParserMethod<[], T>;

const BRACE_LITERALS: ReadonlyMap<string, LiteralType> = new Map([
  ['d', 'date'],
  ['date', 'date'],
  ['t', 'time'],
  ['time', 'time'],
  ['ts', 'timestamp'],
  ['timestamp', 'timestamp'],
]);

/** Names and literals: the leaves of the grammar. The layers above are subclasses, one per file. */
export abstract class AtomParser extends NodeParser {
  abstract readonly expression: Rule<ExpressionNode>;
  abstract readonly query: Rule<QueryNode>;
  /** Which engine's language the tokens are parsed in. */
  reading: Reading = 'both';
  /** String values given as parameters, by their position in the text. */
  given: ReadonlyMap<number, string | null> = new Map();

  constructor(validate: boolean) {
    super(vocabulary, 3, validate);
  }

  /** Whether the next token directly follows the previous one, as the parts of an index expression do. */
  protected touches(): boolean {
    const last = this.LA(0);
    return this.LA(1).startOffset === last.startOffset + last.image.length;
  }

  readonly name: Rule<string> = this.RULE('name', () =>
    this.OR([
      { ALT: () => this.CONSUME(t.Name).image },
      { ALT: () => this.CONSUME(t.QuotedIdentifier).image.slice(1, -1) },
    ]),
  );

  readonly stringText: Rule<string> = this.RULE('stringText', () => {
    const token = this.OR([
      { ALT: () => this.CONSUME(t.SingleQuoted) },
      { ALT: () => this.CONSUME(t.DoubleQuoted) },
    ]);
    return this.ACTION(() => this.given.get(token.startOffset) ?? unquote(token.image, this.reading));
  });

  /** `a`, `a.b`, `.hidden`, `a.*`. */
  readonly column: Rule<ExpressionNode> = this.RULE('column', () => {
    const start = this.start();
    const quoted = this.LA(1).tokenType === t.QuotedIdentifier;
    const parts = [this.SUBRULE(this.name)];
    let star = false;
    this.MANY({
      GATE: () => !star,
      DEF: () => {
        this.CONSUME(t.Dot);
        this.OR([
          { ALT: () => parts.push(this.SUBRULE1(this.name)) },
          {
            ALT: () => {
              this.CONSUME(t.Star);
              star = true;
            },
          },
        ]);
      },
    });
    const span = this.span(start);
    if (star) return Object.freeze({ kind: 'star', qualifier: parts.join('.'), span });
    return Object.freeze({ kind: 'column', parts, quoted, span } satisfies ColumnNode);
  });

  /** A number with an optional sign. */
  readonly number: Rule<LiteralNode> = this.RULE('number', () => {
    const start = this.start();
    let sign = '';
    this.OPTION(() => {
      sign = this.OR([{ ALT: () => this.CONSUME(t.Plus).image }, { ALT: () => this.CONSUME(t.Minus).image }]);
    });
    const token: IToken = this.OR1([
      { ALT: () => this.CONSUME(t.Integer) },
      { ALT: () => this.CONSUME(t.Real) },
    ]);
    return this.ACTION(() => {
      const text = `${sign === '-' ? '-' : ''}${token.image}`;
      const span = this.span(start);
      return token.tokenType === t.Integer
        ? integerLiteral(text, span)
        : literal('double', Number(text), span);
    });
  });

  /** Strings, booleans, NULL, MISSING, `DATE '…'`, `{ts '…'}`. */
  readonly constant: Rule<LiteralNode> = this.RULE('constant', () => {
    const start = this.start();
    const typed = (type: LiteralType, value: LiteralNode['value']): LiteralNode =>
      literal(type, value, this.span(start));
    return this.OR([
      { ALT: () => this.SUBRULE(this.number) },
      { ALT: () => typed('string', this.SUBRULE(this.stringText)) },
      { ALT: () => this.after(this.CONSUME(keyword.True), typed('boolean', true)) },
      { ALT: () => this.after(this.CONSUME(keyword.False), typed('boolean', false)) },
      { ALT: () => this.after(this.CONSUME(keyword.Null), typed('null', null)) },
      { ALT: () => this.after(this.CONSUME(keyword.Date), typed('date', this.SUBRULE1(this.stringText))) },
      { ALT: () => this.after(this.CONSUME(keyword.Time), typed('time', this.SUBRULE2(this.stringText))) },
      {
        ALT: () =>
          this.after(this.CONSUME(keyword.Timestamp), typed('timestamp', this.SUBRULE3(this.stringText))),
      },
    ]);
  });

  readonly braceConstant: Rule<LiteralNode> = this.RULE('braceConstant', () => {
    const start = this.start();
    this.CONSUME(t.LeftBrace);
    const word = this.CONSUME(t.Name).image.toLowerCase();
    const text = this.SUBRULE(this.stringText);
    this.CONSUME(t.RightBrace);
    return literal(BRACE_LITERALS.get(word) ?? 'string', text, this.span(start));
  });
}
