import type { CommandNode, FieldsNode, ParseNode, PipelineNode } from '../../ast/index.ts';
import { located } from '../../errors.ts';
import { type EvaluationContext, parsedColumns } from '../../functions/index.ts';
import type { LogicalPlan, NamedItem, ProjectItem, ScanPlan } from '../../plan/logical.ts';
import { javaMapCopyOrder, type SqlValue } from '../../values/index.ts';
import { ColumnFactory } from '../bound.ts';
import type { AnalyzedQuery } from '../boundQuery.ts';
import { type FieldTable, isOfOriginal } from '../fieldTable.ts';
import { ScanScope } from '../scope.ts';
import { bindCommand, clashesOf, selected } from './commands.ts';
import { Layout } from './layout.ts';
import { type ParsedColumn, type PipelineContext, Stage } from './stage.ts';
import { TypeEnvironment } from './typeEnvironment.ts';

/** Rows that PPL's `describe` and `show` list; all values are strings. */
export interface DescribedRows {
  readonly names: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
}

export interface AnalyzedPipeline extends AnalyzedQuery {
  /**
   * Which columns are missing from rows without a value in them, as in the original: those of parsed text.
   */
  readonly lacking: readonly boolean[];
}

/** Turns PPL into a logical plan: its commands in order, with the output columns on top. */
export class PipelineBinder {
  readonly #columns = new ColumnFactory();
  readonly #parsed: ParsedColumn[] = [];
  readonly #context: PipelineContext;

  constructor(evaluation: EvaluationContext) {
    this.#context = { evaluation, columns: this.#columns, parsed: this.#parsed };
  }

  /** A pipeline over documents. Throws SqlError with the original's messages. */
  overDocuments(node: PipelineNode, index: string, fields: FieldTable): AnalyzedPipeline {
    const scan: ScanPlan = { kind: 'scan', index, fields, columns: [] };
    const scope = new ScanScope(scan, index, this.#columns, null);
    const environment = new TypeEnvironment();
    for (const name of namesInOrder(fields)) {
      const field = fields.get(name);
      if (field !== undefined) environment.define(name, field.type);
    }
    return this.#answer(node, new Stage(scan, environment, Layout.ofDocuments(scope)));
  }

  /** A pipeline over the output of `describe` and `show`. */
  overRows(node: PipelineNode, { names, rows }: DescribedRows): AnalyzedPipeline {
    const columns = names.map((name) => this.#columns.make(name, 'keyword'));
    const environment = new TypeEnvironment();
    for (const { name, type } of columns) environment.define(name, type);
    const plan: LogicalPlan = { kind: 'values', columns, rows };
    return this.#answer(node, new Stage(plan, environment, Layout.ofColumns(columns)));
  }

  #answer({ commands }: PipelineNode, source: Stage): AnalyzedPipeline {
    const last = commands.at(-1);
    const selects = last?.kind === 'fields' && !last.excludes ? last : null;
    const others = selects === null ? commands : commands.slice(0, -1);
    const stage = others.reduce((before, node) => this.#command(node, before), source);
    return selects === null ? this.#allFields(stage) : this.#selected(selects, stage);
  }

  #command(node: CommandNode, stage: Stage): Stage {
    return located(node, () => {
      if (node.kind !== 'parse') return bindCommand(node, stage, this.#context);
      this.#parse(node, stage);
      return stage;
    });
  }

  /** Adds no operator: from here to the end of the pipeline, its names refer to parts of the text. */
  #parse({ method, field, pattern, newField }: ParseNode, stage: Stage): void {
    stage.bind(field, this.#context);
    for (const name of parsedColumns(method, pattern, newField)) {
      this.#parsed.push({ fn: method, source: field, pattern, name });
      stage.environment.define(name, 'keyword');
    }
  }

  #selected(node: FieldsNode, stage: Stage): AnalyzedPipeline {
    return located(node, () => this.#projected(stage, selected(node, stage, this.#context)));
  }

  #allFields(stage: Stage): AnalyzedPipeline {
    const items = stage.environment.names().map((name): NamedItem => {
      const expression = stage.named(name, this.#context);
      const column = this.#columns.make(name, expression.type);
      return { name, expression, column };
    });
    return this.#projected(stage, items);
  }

  #projected(stage: Stage, items: readonly NamedItem[]): AnalyzedPipeline {
    const projected = items.map(({ name, expression }): ProjectItem => {
      const { type } = expression;
      return { expression, column: this.#columns.make(name, type), schema: { name, type } };
    });
    const clashes = clashesOf(items);
    const input: LogicalPlan =
      clashes.length === 0
        ? stage.plan
        : { kind: 'naming', command: 'fields', input: stage.plan, items: [], clashes };
    const columns = projected.map(({ column }) => ({ name: column.name, column }));
    return {
      plan: { kind: 'project', input, items: projected },
      schema: projected.map(({ schema }) => schema),
      columns,
      lacking: items.map((item) => this.#parsed.some(({ name }) => name === item.name)),
    };
  }
}

/**
 * In the order of the original's maps: the top level by hash, each object followed by its members by name.
 */
export function namesInOrder(fields: FieldTable): readonly string[] {
  const levels = new Map<string, string[]>();
  for (const [path, field] of fields) {
    if (!isOfOriginal(field)) continue;
    const dot = path.lastIndexOf('.');
    const parent = dot < 0 ? '' : path.slice(0, dot);
    levels.set(parent, [...(levels.get(parent) ?? []), path.slice(dot + 1)]);
  }
  const under = (parent: string): string[] =>
    (levels.get(parent) ?? []).sort().flatMap((name) => [`${parent}.${name}`, ...under(`${parent}.${name}`)]);
  const top = (levels.get('') ?? []).sort();
  return javaMapCopyOrder(top).flatMap((name) => [name, ...under(name)]);
}
