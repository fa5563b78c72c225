import type { ExpressionNode, FieldListNode, LiteralNode, NamedArgument } from '../../ast/index.ts';
import { literal, unquote } from '../literals.ts';
import { plainCall } from '../plainCall.ts';
import * as t from '../tokens.ts';
import { withoutBlanks } from './lexer.ts';
import type { Rule } from './nameParser.ts';
import { Name, role } from './tokens.ts';
import { ValueParser } from './valueParser.ts';

interface Search {
  readonly query: LiteralNode;
  readonly options: readonly NamedArgument[];
}

/** Full-text calls: fields, query and options are text, with or without quotes. */
export abstract class RelevanceParser extends ValueParser {
  readonly relevance: Rule<ExpressionNode> = this.RULE('relevance', () =>
    this.OR([{ ALT: () => this.SUBRULE(this.fieldSearch) }, { ALT: () => this.SUBRULE(this.fieldsSearch) }]),
  );

  readonly fieldSearch: Rule<ExpressionNode> = this.RULE('fieldSearch', () => {
    const start = this.start();
    const name = this.CONSUME(role.FieldSearch).image;
    this.CONSUME(t.LeftParen);
    const field = this.SUBRULE(this.searchedField);
    const { query, options } = this.SUBRULE(this.search);
    return plainCall(name, [field, query], this.span(start), options);
  });

  readonly fieldsSearch: Rule<ExpressionNode> = this.RULE('fieldsSearch', () => {
    const start = this.start();
    const name = this.CONSUME(role.FieldsSearch).image;
    this.CONSUME(t.LeftParen);
    const fields = this.SUBRULE(this.fieldList);
    const { query, options } = this.SUBRULE(this.search);
    return plainCall(name, [fields, query], this.span(start), options);
  });

  /** `, query, name = value, …)`. */
  readonly search: Rule<Search> = this.RULE('search', () => {
    const options: NamedArgument[] = [];
    this.CONSUME(t.Comma);
    const query = this.SUBRULE(this.searchText);
    this.MANY(() => {
      this.CONSUME1(t.Comma);
      const { image } = this.CONSUME(role.SearchOption);
      this.CONSUME(t.Equal);
      options.push({ name: image.toLowerCase(), value: this.SUBRULE1(this.searchText) });
    });
    this.CONSUME(t.RightParen);
    return { query, options };
  });

  /** `[name ^ 2, 'bio' 0.5]`. */
  readonly fieldList: Rule<FieldListNode> = this.RULE('fieldList', () => {
    const start = this.start();
    const fields: { name: string; boost: number | null }[] = [];
    this.CONSUME(t.LeftBracket);
    this.AT_LEAST_ONE_SEP({
      SEP: t.Comma,
      DEF: () => {
        const field = this.SUBRULE(this.searchedField);
        let boost: number | null = null;
        this.OPTION(() => {
          this.OPTION1(() => this.CONSUME(t.Caret));
          const number = this.SUBRULE(this.number);
          boost = this.ACTION(() => Number(number.value));
        });
        fields.push({ name: this.ACTION(() => String(field.value)), boost });
      },
    });
    this.CONSUME(t.RightBracket);
    return Object.freeze({ kind: 'fieldList', fields, span: this.span(start) });
  });

  readonly searchedField: Rule<LiteralNode> = this.RULE('searchedField', () => {
    const start = this.start();
    this.OR<unknown>([
      { ALT: () => this.SUBRULE(this.qualifiedName) },
      { ALT: () => this.SUBRULE(this.stringText) },
    ]);
    return this.ACTION(() => this.textSince(start));
  });

  readonly searchText: Rule<LiteralNode> = this.RULE('searchText', () => {
    const start = this.start();
    this.OR<unknown>({
      DEF: [
        {
          GATE: () => !this.is(1, Name) || this.startsTypedText(),
          ALT: () => this.SUBRULE(this.literal),
        },
        { ALT: () => this.SUBRULE(this.qualifiedName) },
      ],
      IGNORE_AMBIGUITIES: true,
    });
    return this.ACTION(() => this.textSince(start));
  });

  private textSince(start: number): LiteralNode {
    const span = this.span(start);
    const written = withoutBlanks(this.text.slice(span.start, span.end));
    const isQuoted = written.length > 1 && written[0] === written.at(-1) && /['"`]/.test(written[0]);
    if (!isQuoted) return literal('string', written, span);
    return literal('string', written[0] === '`' ? written.slice(1, -1) : unquote(written, 'both'), span);
  }
}
