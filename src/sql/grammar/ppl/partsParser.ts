import { EOF } from 'chevrotain';
import type { ExpressionNode, ParseNode } from '../../ast/index.ts';
import * as t from '../tokens.ts';
import type { Rule } from './nameParser.ts';
import { StatsParser } from './statsParser.ts';
import { Pipe, word } from './tokens.ts';

/** Commands that create columns from parts of a text. */
export abstract class PartsParser extends StatsParser {
  readonly parse: Rule<ParseNode> = this.RULE('parse', () => {
    const start = this.start();
    const method = this.OR<ParseNode['method']>([
      { ALT: () => this.after(this.CONSUME(word.PARSE), 'regex') },
      { ALT: () => this.after(this.CONSUME(word.GROK), 'grok') },
    ]);
    const field = this.SUBRULE(this.parsedField);
    const pattern = this.SUBRULE(this.stringText);
    return Object.freeze({ kind: 'parse', method, field, pattern, newField: null, span: this.span(start) });
  });

  /** `parse date '…'` is the field `date` and a pattern, not a date literal without a pattern. */
  readonly parsedField: Rule<ExpressionNode> = this.RULE('parsedField', () =>
    this.OR<ExpressionNode>({
      DEF: [
        {
          GATE: () => this.startsTypedText() && !this.is(3, t.SingleQuoted, t.DoubleQuoted),
          ALT: () => this.SUBRULE(this.column),
        },
        { ALT: () => this.SUBRULE(this.expression) },
      ],
      IGNORE_AMBIGUITIES: true,
    }),
  );

  /** Parameters are recognized in lower case only; others are parsed and ignored. */
  readonly patterns: Rule<ParseNode> = this.RULE('patterns', () => {
    const start = this.start();
    const given = new Map<string, string>();
    this.CONSUME(word.PATTERNS);
    this.MANY({
      GATE: () => this.is(3, t.SingleQuoted, t.DoubleQuoted) && !this.is(4, Pipe, EOF),
      DEF: () => {
        const { image } = this.OR([
          { ALT: () => this.CONSUME(word.NEW_FIELD) },
          { ALT: () => this.CONSUME(word.PATTERN) },
        ]);
        this.CONSUME(t.Equal);
        const value = this.SUBRULE(this.stringText);
        this.ACTION(() => this.give(given, image, value));
      },
    });
    const field = this.SUBRULE(this.expression);
    const span = this.span(start);
    const newField = given.get('new_field') ?? null;
    return Object.freeze({
      kind: 'parse',
      method: 'patterns',
      field,
      pattern: given.get('pattern') ?? '',
      newField,
      span,
    });
  });

  private give(given: Map<string, string>, name: string, value: string): void {
    const other = given.get(name);
    if (other !== undefined) {
      const details = `Multiple entries with same key: ${name}=${value} and ${name}=${other}`;
      this.refuse('IllegalArgumentException', details);
    }
    given.set(name, value);
  }
}
