import type {
  BucketNode,
  CallNode,
  ColumnNode,
  ExpressionNode,
  LiteralNode,
  StatsNode,
} from '../../ast/index.ts';
import { literal } from '../literals.ts';
import { plainCall } from '../plainCall.ts';
import * as t from '../tokens.ts';
import { ConditionParser } from './conditionParser.ts';
import { withoutBlanks } from './lexer.ts';
import { type Rule, unquoteName } from './nameParser.ts';
import { role, word } from './tokens.ts';

type Aggregate = StatsNode['aggregates'][number];
type Group = StatsNode['by'][number];
interface Grouping {
  readonly bucket: BucketNode | null;
  readonly by: readonly Group[];
}

const UNGROUPED: Grouping = { bucket: null, by: [] };
/** The default number of values `take` returns. */
const TAKEN = 10;

/** `stats`: aggregates, and what they are grouped by. */
export abstract class StatsParser extends ConditionParser {
  /** The options have no effect. */
  readonly stats: Rule<StatsNode> = this.RULE('stats', () => {
    const start = this.start();
    const aggregates: Aggregate[] = [];
    let grouping = UNGROUPED;
    this.CONSUME(word.STATS);
    this.SUBRULE(this.statsOptions);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => aggregates.push(this.SUBRULE(this.namedAggregate)) });
    this.OPTION(() => {
      grouping = this.SUBRULE(this.grouping);
    });
    this.OPTION1(() => {
      this.CONSUME(word.DEDUP_SPLITVALUES);
      this.CONSUME(t.Equal);
      this.SUBRULE(this.truth);
    });
    return Object.freeze({ kind: 'stats', aggregates, ...grouping, span: this.span(start) });
  });

  readonly statsOptions: Rule<void> = this.RULE('statsOptions', () => {
    this.OPTION(() => {
      this.CONSUME(word.PARTITIONS);
      this.CONSUME(t.Equal);
      this.SUBRULE(this.wholeNumber);
    });
    this.OPTION1(() => {
      this.CONSUME(word.ALLNUM);
      this.CONSUME1(t.Equal);
      this.SUBRULE(this.truth);
    });
    this.OPTION2(() => {
      this.CONSUME(word.DELIM);
      this.CONSUME2(t.Equal);
      this.SUBRULE(this.stringText);
    });
  });

  readonly namedAggregate: Rule<Aggregate> = this.RULE('namedAggregate', () => {
    const call = this.OR([
      { ALT: () => this.SUBRULE(this.aggregate) },
      { ALT: () => this.SUBRULE(this.distinctCount) },
      { ALT: () => this.SUBRULE(this.percentile) },
      { ALT: () => this.SUBRULE(this.take) },
    ]);
    let name = this.ACTION(() => this.text.slice(call.span.start, call.span.end));
    this.OPTION(() => {
      this.CONSUME(word.AS);
      const parts = this.SUBRULE(this.patternName);
      name = this.ACTION(() => unquoteName(parts.join('.')));
    });
    return { call, name };
  });

  readonly aggregate: Rule<CallNode> = this.RULE('aggregate', () => {
    const start = this.start();
    const { image: name, tokenType } = this.CONSUME(role.Aggregate);
    this.CONSUME(t.LeftParen);
    const argument = this.OR<ExpressionNode>([
      { ALT: () => this.SUBRULE(this.value) },
      {
        GATE: () => tokenType === word.COUNT,
        ALT: () => Object.freeze({ kind: 'star', qualifier: null, span: this.span(start) }),
      },
    ]);
    this.CONSUME(t.RightParen);
    return plainCall(name, [argument], this.span(start));
  });

  readonly distinctCount: Rule<CallNode> = this.RULE('distinctCount', () => {
    const start = this.start();
    this.OR([{ ALT: () => this.CONSUME(word.DISTINCT_COUNT) }, { ALT: () => this.CONSUME(word.DC) }]);
    this.CONSUME(t.LeftParen);
    const argument = this.SUBRULE(this.value);
    this.CONSUME(t.RightParen);
    return Object.freeze({ ...plainCall('count', [argument], this.span(start)), distinct: true });
  });

  readonly percentile: Rule<CallNode> = this.RULE('percentile', () => {
    const start = this.start();
    const name = this.CONSUME(word.PERCENTILE).image;
    this.CONSUME(t.Less);
    const rank = this.SUBRULE(this.wholeNumber);
    const rankNode = literal('integer', rank, this.span(start));
    this.CONSUME(t.Greater);
    this.CONSUME(t.LeftParen);
    const field = this.SUBRULE(this.column);
    this.CONSUME(t.RightParen);
    return plainCall(name, [field, rankNode], this.span(start));
  });

  readonly take: Rule<CallNode> = this.RULE('take', () => {
    const start = this.start();
    const name = this.CONSUME(word.TAKE).image;
    this.CONSUME(t.LeftParen);
    const field = this.SUBRULE(this.column);
    let size = TAKEN;
    this.OPTION(() => {
      this.CONSUME(t.Comma);
      size = this.SUBRULE(this.wholeNumber);
    });
    this.CONSUME(t.RightParen);
    const span = this.span(start);
    return plainCall(name, [field, literal('integer', size, span)], span);
  });

  readonly grouping: Rule<Grouping> = this.RULE('grouping', () => {
    let bucket: BucketNode | null = null;
    let fields: readonly ColumnNode[] = [];
    this.CONSUME(word.BY);
    this.OR([
      {
        GATE: () => this.is(2, t.LeftParen),
        ALT: () => {
          bucket = this.SUBRULE(this.bucket);
          this.OPTION(() => {
            this.CONSUME(t.Comma);
            fields = this.SUBRULE(this.columns);
          });
        },
      },
      {
        ALT: () => {
          fields = this.SUBRULE1(this.columns);
        },
      },
    ]);
    return this.ACTION(() => ({ bucket, by: fields.map((field) => this.group(field)) }));
  });

  private group(field: ColumnNode): Group {
    return { field, name: this.text.slice(field.span.start, field.span.end) };
  }

  readonly bucket: Rule<BucketNode> = this.RULE('bucket', () => {
    const start = this.start();
    this.CONSUME(word.SPAN);
    this.CONSUME(t.LeftParen);
    const field = this.SUBRULE(this.column);
    this.CONSUME(t.Comma);
    const amount = this.SUBRULE(this.literal);
    let unit = '';
    this.OPTION(() => {
      unit = this.CONSUME(role.SpanUnit).image;
    });
    this.CONSUME(t.RightParen);
    const span = this.span(start);
    let alias: string | null = null;
    this.OPTION1(() => {
      this.CONSUME(word.AS);
      const parts = this.SUBRULE(this.qualifiedName);
      alias = this.ACTION(() => unquoteName(parts.join('.')));
    });
    return this.ACTION(() => {
      const name = withoutBlanks(this.text.slice(span.start, span.end));
      return Object.freeze({ kind: 'bucket', field, amount: this.amountOf(amount), unit, name, alias, span });
    });
  });

  private amountOf(amount: ExpressionNode): LiteralNode {
    if (amount.kind === 'literal') return amount;
    const details = 'invalid to get doubleValue from value of type INTERVAL';
    this.refuse('ExpressionEvaluationException', details);
    return literal('integer', 1, amount.span);
  }
}
