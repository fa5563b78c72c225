import { limits } from '../../../common/index.ts';
import type { CommandNode, PipelineNode, PipelineSourceNode, WhereNode } from '../../ast/index.ts';
import { isSchema } from '../schemas.ts';
import * as t from '../tokens.ts';
import { CommandParser } from './commandParser.ts';
import { type Rule, unquoteName } from './nameParser.ts';
import { syntaxError } from './syntaxError.ts';
import { DatedName, Pipe, word } from './tokens.ts';

interface Search {
  readonly source: PipelineSourceNode;
  readonly where: WhereNode | null;
}

/** After these tokens, the next word is the name of a field. */
const BEHIND_FIELD = [
  ...[t.Equal, t.NotEqual, t.Less, t.LessOrEqual, t.Greater, t.GreaterOrEqual, word.REGEXP, word.IN],
  ...[t.Star, t.Slash, t.Percent],
];

/** The root of the grammar. */
export class PipelineParser extends CommandParser {
  constructor(validate = false) {
    super(validate);
    this.performSelfAnalysis();
  }

  readonly pipeline: Rule<PipelineNode> = this.RULE('pipeline', () => {
    const start = this.start();
    const commands: CommandNode[] = [];
    const source = this.OR<PipelineSourceNode>({
      DEF: [
        { GATE: () => !this.is(2, ...BEHIND_FIELD), ALT: () => this.SUBRULE(this.describe) },
        { GATE: () => this.is(2, word.DATASOURCES), ALT: () => this.SUBRULE(this.datasources) },
        {
          ALT: () => {
            const search = this.SUBRULE(this.searchCommand);
            this.ACTION(() => search.where !== null && commands.push(search.where));
            return search.source;
          },
        },
      ],
      IGNORE_AMBIGUITIES: true,
    });
    this.MANY(() => {
      this.CONSUME(Pipe);
      commands.push(this.SUBRULE(this.command));
      if (commands.length > limits.sqlChain.value) {
        throw syntaxError(`more than ${limits.sqlChain.value} commands in a row`);
      }
    });
    return Object.freeze({ kind: 'pipeline', source, commands, span: this.span(start) });
  });

  readonly describe: Rule<PipelineSourceNode> = this.RULE('describe', () => {
    const start = this.start();
    this.CONSUME(word.DESCRIBE);
    const name = this.SUBRULE(this.indices);
    return Object.freeze({ kind: 'describe', name, span: this.span(start) });
  });

  readonly datasources: Rule<PipelineSourceNode> = this.RULE('datasources', () => {
    const start = this.start();
    this.CONSUME(word.SHOW);
    this.CONSUME(word.DATASOURCES);
    return Object.freeze({ kind: 'datasources', span: this.span(start) });
  });

  readonly searchCommand: Rule<Search> = this.RULE('searchCommand', () => {
    let where: WhereNode | null = null;
    this.OPTION({
      GATE: () => !this.is(2, ...BEHIND_FIELD),
      DEF: () => this.CONSUME(word.SEARCH),
    });
    const source = this.OR<PipelineSourceNode>({
      DEF: [
        {
          GATE: () => this.sourceStart < 0 && this.is(2, t.Equal),
          ALT: () => {
            const relation = this.SUBRULE(this.relation);
            this.OPTION1(() => {
              where = this.SUBRULE(this.filter);
            });
            return relation;
          },
        },
        {
          ALT: () => {
            where = this.SUBRULE1(this.filter);
            return this.SUBRULE1(this.relation);
          },
        },
      ],
      IGNORE_AMBIGUITIES: true,
    });
    return { source, where };
  });

  readonly filter: Rule<WhereNode> = this.RULE('filter', () => {
    const start = this.start();
    this.isSearch = true;
    const condition = this.SUBRULE(this.condition, { ARGS: [false] });
    this.isSearch = false;
    return Object.freeze({ kind: 'where', condition, span: this.span(start) });
  });

  readonly relation: Rule<PipelineSourceNode> = this.RULE('relation', () => {
    const start = this.start();
    this.OR([{ ALT: () => this.CONSUME(word.SOURCE) }, { ALT: () => this.CONSUME(word.INDEX) }]);
    this.CONSUME(t.Equal);
    const name = this.SUBRULE(this.indices);
    return Object.freeze({ kind: 'relation', name, span: this.span(start) });
  });

  readonly indices: Rule<string> = this.RULE('indices', () => {
    const names: string[][] = [];
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => names.push(this.SUBRULE(this.index)) });
    return this.ACTION(() => indexExpression(names));
  });

  readonly index: Rule<string[]> = this.RULE('index', () =>
    this.OR([
      { ALT: () => [this.CONSUME(DatedName).image] },
      {
        ALT: () => {
          const parts = this.SUBRULE(this.qualifiedName);
          return this.ACTION(() => parts.map(unquoteName));
        },
      },
    ]),
  );
}

/** The original's own data source, whose name may precede that of an index. */
const OWN_SOURCE = '@opensearch';

/**
 * Removes a data source and a schema from the front of the name; with several names the original checks none
 * of them.
 */
function indexExpression(names: readonly string[][]): string {
  if (names.length > 1) return names.map((parts) => parts.join('.')).join(',');
  const [parts] = names;
  const inSource = parts.length > 1 && parts[0] === OWN_SOURCE ? parts.slice(1) : parts;
  const inSchema = inSource.length > 1 && isSchema(inSource[0]) ? inSource.slice(1) : inSource;
  return inSchema.join('.');
}
