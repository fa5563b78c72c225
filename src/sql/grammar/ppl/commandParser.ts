import type {
  ColumnNode,
  CommandNode,
  DedupNode,
  EvalNode,
  FieldsNode,
  HeadNode,
  MachineLearningNode,
  RareTopNode,
  RenameNode,
  SortNode,
  WhereNode,
} from '../../ast/index.ts';
import * as t from '../tokens.ts';
import { withoutBlanks } from './lexer.ts';
import { type Rule, unquoteName } from './nameParser.ts';
import { PartsParser } from './partsParser.ts';
import { role, word } from './tokens.ts';

/** Default number of rows for `head`, and of values for `top` and `rare`. */
const USUAL = 10;

/** Commands, except `stats` and those that extract parts of a text. */
export abstract class CommandParser extends PartsParser {
  readonly command: Rule<CommandNode> = this.RULE('command', () =>
    this.OR<CommandNode>([
      { ALT: () => this.SUBRULE(this.where) },
      { ALT: () => this.SUBRULE(this.fields) },
      { ALT: () => this.SUBRULE(this.rename) },
      { ALT: () => this.SUBRULE(this.stats) },
      { ALT: () => this.SUBRULE(this.dedup) },
      { ALT: () => this.SUBRULE(this.sort) },
      { ALT: () => this.SUBRULE(this.evaluate) },
      { ALT: () => this.SUBRULE(this.head) },
      { ALT: () => this.SUBRULE(this.rareTop) },
      { ALT: () => this.SUBRULE(this.parse) },
      { ALT: () => this.SUBRULE(this.patterns) },
      { ALT: () => this.SUBRULE(this.machineLearning) },
    ]),
  );

  readonly where: Rule<WhereNode> = this.RULE('where', () => {
    const start = this.start();
    this.CONSUME(word.WHERE);
    const condition = this.SUBRULE(this.condition, { ARGS: [false] });
    return Object.freeze({ kind: 'where', condition, span: this.span(start) });
  });

  readonly fields: Rule<FieldsNode> = this.RULE('fields', () => {
    const start = this.start();
    let sign = '+';
    this.CONSUME(word.FIELDS);
    this.OPTION(() => {
      sign = this.SUBRULE(this.sign);
    });
    const fields = this.SUBRULE(this.columns);
    return Object.freeze({ kind: 'fields', excludes: sign === '-', fields, span: this.span(start) });
  });

  readonly rename: Rule<RenameNode> = this.RULE('rename', () => {
    const start = this.start();
    const pairs: { from: ColumnNode; to: string }[] = [];
    this.CONSUME(word.RENAME);
    this.AT_LEAST_ONE_SEP({
      SEP: t.Comma,
      DEF: () => {
        const at = this.start();
        const from = this.SUBRULE(this.patternName);
        const span = this.span(at);
        this.CONSUME(word.AS);
        const to = this.SUBRULE1(this.patternName);
        this.ACTION(() => pairs.push({ from: columnOf(from, span), to: to.map(unquoteName).join('.') }));
      },
    });
    return Object.freeze({ kind: 'rename', pairs, span: this.span(start) });
  });

  readonly dedup: Rule<DedupNode> = this.RULE('dedup', () => {
    const start = this.start();
    let count = 1;
    let keepsEmpty = false;
    let consecutive = false;
    this.CONSUME(word.DEDUP);
    this.OPTION(() => {
      count = this.SUBRULE(this.wholeNumber);
    });
    const fields = this.SUBRULE(this.columns);
    this.OPTION1(() => {
      this.CONSUME(word.KEEPEMPTY);
      this.CONSUME(t.Equal);
      keepsEmpty = this.SUBRULE(this.truth);
    });
    this.OPTION2(() => {
      this.CONSUME(word.CONSECUTIVE);
      this.CONSUME1(t.Equal);
      consecutive = this.SUBRULE1(this.truth);
    });
    return Object.freeze({ kind: 'dedup', count, fields, keepsEmpty, consecutive, span: this.span(start) });
  });

  readonly sort: Rule<SortNode> = this.RULE('sort', () => {
    const start = this.start();
    const keys: SortNode['keys'][number][] = [];
    this.CONSUME(word.SORT);
    this.AT_LEAST_ONE_SEP({
      SEP: t.Comma,
      DEF: () => {
        let sign = '+';
        this.OPTION(() => {
          sign = this.SUBRULE(this.sign);
        });
        keys.push({ field: this.SUBRULE(this.sortField), descending: sign === '-' });
      },
    });
    return Object.freeze({ kind: 'sort', keys, span: this.span(start) });
  });

  /** The sort type is parsed and ignored: `num(a)` is `a`. */
  readonly sortField: Rule<ColumnNode> = this.RULE('sortField', () => {
    const field = this.OR([
      {
        GATE: () => this.is(1, word.AUTO) || this.is(2, t.LeftParen),
        ALT: () => {
          this.OR1([
            { ALT: () => this.CONSUME(word.AUTO) },
            { ALT: () => this.CONSUME(word.STR) },
            { ALT: () => this.CONSUME(word.IP) },
            { ALT: () => this.CONSUME(word.NUM) },
          ]);
          this.CONSUME(t.LeftParen);
          const inner = this.SUBRULE(this.column);
          this.CONSUME(t.RightParen);
          return inner;
        },
      },
      { ALT: () => this.SUBRULE1(this.column) },
    ]);
    return this.ACTION(() => {
      const written = withoutBlanks(this.text.slice(field.span.start, field.span.end));
      return Object.freeze({ kind: 'column', parts: [written], quoted: false, span: field.span });
    });
  });

  readonly evaluate: Rule<EvalNode> = this.RULE('evaluate', () => {
    const start = this.start();
    const assignments: EvalNode['assignments'][number][] = [];
    this.CONSUME(word.EVAL);
    this.AT_LEAST_ONE_SEP({
      SEP: t.Comma,
      DEF: () => {
        const parts = this.SUBRULE(this.qualifiedName);
        const name = this.ACTION(() => parts.map(unquoteName).join('.'));
        this.CONSUME(t.Equal);
        assignments.push({ name, expression: this.SUBRULE(this.expression) });
      },
    });
    return Object.freeze({ kind: 'eval', assignments, span: this.span(start) });
  });

  readonly head: Rule<HeadNode> = this.RULE('head', () => {
    const start = this.start();
    let size = USUAL;
    let from = 0;
    this.CONSUME(word.HEAD);
    this.OPTION(() => {
      size = this.SUBRULE(this.wholeNumber);
    });
    this.OPTION1(() => {
      this.CONSUME(word.FROM);
      from = this.SUBRULE1(this.wholeNumber);
    });
    return Object.freeze({ kind: 'head', size, from, span: this.span(start) });
  });

  readonly rareTop: Rule<RareTopNode> = this.RULE('rareTop', () => {
    const start = this.start();
    let count = USUAL;
    let by: readonly ColumnNode[] = [];
    const which = this.OR<RareTopNode['which']>([
      {
        ALT: () => {
          this.CONSUME(word.TOP);
          this.OPTION(() => {
            count = this.SUBRULE(this.wholeNumber);
          });
          return 'top';
        },
      },
      { ALT: () => this.after(this.CONSUME(word.RARE), 'rare') },
    ]);
    const fields = this.SUBRULE(this.columns);
    this.OPTION1(() => {
      this.CONSUME(word.BY);
      by = this.SUBRULE1(this.columns);
    });
    return Object.freeze({ kind: 'rareTop', which, count, fields, by, span: this.span(start) });
  });

  /** Its parameters are not kept, since these commands are rejected. */
  readonly machineLearning: Rule<MachineLearningNode> = this.RULE('machineLearning', () => {
    const start = this.start();
    const command = this.OR<MachineLearningNode['command']>([
      { ALT: () => this.after(this.CONSUME(word.KMEANS), 'kmeans') },
      { ALT: () => this.after(this.CONSUME(word.AD), 'ad') },
      { ALT: () => this.after(this.CONSUME(word.ML), 'ml') },
    ]);
    this.MANY(() => {
      this.OR1({
        DEF: [
          { GATE: () => command === 'ml', ALT: () => this.SUBRULE(this.freeParameter) },
          { GATE: () => command !== 'ml', ALT: () => this.SUBRULE(this.parameter) },
        ],
        IGNORE_AMBIGUITIES: true,
      });
    });
    return Object.freeze({ kind: 'machineLearning', command, span: this.span(start) });
  });

  readonly freeParameter: Rule<void> = this.RULE('freeParameter', () => {
    this.SUBRULE(this.ident);
    this.CONSUME(t.Equal);
    this.SUBRULE(this.literal);
  });

  readonly parameter: Rule<void> = this.RULE('parameter', () => {
    const name = this.OR([
      { ALT: () => this.CONSUME(role.WholeParameter) },
      { ALT: () => this.CONSUME(role.RealParameter) },
      { ALT: () => this.CONSUME(role.TextParameter) },
    ]);
    this.CONSUME(t.Equal);
    this.OR1<unknown>([
      {
        GATE: () => name.tokenType.CATEGORIES?.includes(role.TextParameter) ?? false,
        ALT: () => this.SUBRULE(this.stringText),
      },
      { ALT: () => this.SUBRULE(this.number) },
    ]);
  });
}

function columnOf(parts: readonly string[], span: ColumnNode['span']): ColumnNode {
  const quoted = parts[0].startsWith('`');
  return Object.freeze({ kind: 'column', parts: parts.map(unquoteName), quoted, span });
}
