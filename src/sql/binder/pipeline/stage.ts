import type { ExpressionNode } from '../../ast/index.ts';
import { evaluationError } from '../../errors.ts';
import { type EvaluationContext, inRows, isParsing } from '../../functions/index.ts';
import type { LogicalPlan } from '../../plan/logical.ts';
import { Binder } from '../binder.ts';
import {
  type Bound,
  type BoundCall,
  boundKey,
  type Column,
  type ColumnFactory,
  literalOf,
  referenceTo,
} from '../bound.ts';
import { boundText } from '../boundText.ts';
import type { Layout } from './layout.ts';
import { PipelineScope } from './pipelineScope.ts';
import type { TypeEnvironment } from './typeEnvironment.ts';

/** A column that `parse`, `grok` or `patterns` made: wherever its name stands, the text is parsed. */
export interface ParsedColumn {
  readonly fn: string;
  readonly source: ExpressionNode;
  readonly pattern: string;
  readonly name: string;
}

/** What all commands of one pipeline share. */
export interface PipelineContext {
  readonly evaluation: EvaluationContext;
  readonly columns: ColumnFactory;
  /** In order; of one name the first counts. Known to the end of the pipeline, whatever the commands between. */
  readonly parsed: readonly ParsedColumn[];
}

/** Rows between two commands: what they are, and what names mean there. Immutable but for its environment. */
export class Stage {
  readonly plan: LogicalPlan;
  readonly environment: TypeEnvironment;
  readonly layout: Layout;
  /** Columns that hold what expressions came to in the groups below. */
  readonly #grouped: ReadonlyMap<string, Column>;

  constructor(
    plan: LogicalPlan,
    environment: TypeEnvironment,
    layout: Layout,
    grouped: ReadonlyMap<string, Column> = new Map(),
  ) {
    this.plan = plan;
    this.environment = environment;
    this.layout = layout;
    this.#grouped = grouped;
  }

  /** The rows that a command makes of these. */
  with(plan: LogicalPlan, layout = this.layout, environment = this.environment): Stage {
    return new Stage(plan, environment, layout, this.#grouped);
  }

  /** Throws SqlError. */
  bind(node: ExpressionNode, context: PipelineContext): Bound {
    return this.binder(context).bind(node);
  }

  /** What a name stands for. */
  named(name: string, context: PipelineContext): Bound {
    const parsed = this.#isParsedHere(name, context) ? this.#parsed(name, context) : null;
    return parsed === null ? referenceTo(this.#column(name, context)) : columnOfRow(parsed);
  }

  binder(context: PipelineContext): Binder {
    return this.#binder(context, (name) => this.#parsed(name, context));
  }

  /** A field by its name, as sorting and filtering read it: from the groups below where they hold it. */
  lifted(bound: Bound): Bound {
    // To make a key is to look at the values of literals.
    if (this.#grouped.size === 0) return bound;
    const column = this.#grouped.get(boundKey(bound));
    return column === undefined ? bound : referenceTo(column);
  }

  #parsed(name: string, context: PipelineContext): Bound | null {
    const parsed = context.parsed.find((column) => column.name === name);
    if (parsed === undefined) return null;
    const { fn, source, pattern } = parsed;
    const binder = this.#binder(context, (other) => this.#refuseParsed(other, name, context));
    const text = binder.bind(source);
    const parts = [pattern, name, boundText(text)].map((part) => literalOf(part, 'keyword'));
    return binder.call(fn, [text, ...parts]);
  }

  /** Throws for a parsed column that is parsed again. A column named like the text it is parsed from is that text. */
  #refuseParsed(source: string, name: string, context: PipelineContext): null {
    const parsed = source === name ? null : this.#parsed(source, context);
    if (parsed !== null) throw evaluationError(`can resolve expression: ${boundText(parsed)}`);
    return null;
  }

  /** Whether rows still have the text: where they lost it, the column is what it was before. */
  #isParsedHere(name: string, { parsed }: PipelineContext): boolean {
    const source = parsed.find((column) => column.name === name)?.source;
    return source?.kind === 'column' && this.layout.place(source.parts.join('.')) !== null;
  }

  #column(name: string, { columns }: PipelineContext): Column {
    const place = this.layout.place(name);
    return place?.column ?? columns.make(name, this.environment.resolve(name) ?? 'undefined');
  }

  #binder({ columns, evaluation }: PipelineContext, computed: (name: string) => Bound | null): Binder {
    return new Binder(new PipelineScope(this.environment, this.layout, columns, computed), evaluation);
  }
}

/** An expression as a column of rows, which some rows may lack. */
export function columnOfRow(bound: Bound): Bound {
  if (bound.kind !== 'call' || !isParsing(bound.fn)) return bound;
  return { ...bound, signature: inRows(bound.signature) };
}

/** The name of the text that a call parses; null for other calls. */
export function parsedText({ fn, args }: BoundCall): string | null {
  const name = isParsing(fn) ? args[PARSED_TEXT] : undefined;
  return name?.kind === 'literal' ? String(name.value) : null;
}

/** Which argument that is. */
const PARSED_TEXT = 3;
