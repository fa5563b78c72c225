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

/** A column made by `parse`, `grok` or `patterns`: the text is parsed wherever its name is used. */
export interface ParsedColumn {
  readonly fn: string;
  readonly source: ExpressionNode;
  readonly pattern: string;
  readonly name: string;
}

/** What all commands of a pipeline share. */
export interface PipelineContext {
  readonly evaluation: EvaluationContext;
  readonly columns: ColumnFactory;
  /**
   * In order; for duplicate names the first counts. They stay known to the end of the pipeline, whatever
   * commands follow.
   */
  readonly parsed: readonly ParsedColumn[];
}

/** The rows between two commands and what names mean there. Immutable except for its environment. */
export class Stage {
  readonly plan: LogicalPlan;
  readonly environment: TypeEnvironment;
  readonly layout: Layout;
  /** Columns that hold the values of expressions computed by the groups below. */
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

  /** The rows a command produces from these. */
  with(plan: LogicalPlan, layout = this.layout, environment = this.environment): Stage {
    return new Stage(plan, environment, layout, this.#grouped);
  }

  /** Throws SqlError. */
  bind(node: ExpressionNode, context: PipelineContext): Bound {
    return this.binder(context).bind(node);
  }

  /** What a name refers to. */
  named(name: string, context: PipelineContext): Bound {
    const parsed = this.#isParsedHere(name, context) ? this.#parsed(name, context) : null;
    return parsed === null ? referenceTo(this.#column(name, context)) : columnOfRow(parsed);
  }

  binder(context: PipelineContext): Binder {
    return this.#binder(context, (name) => this.#parsed(name, context));
  }

  /** A field as sorting and filtering read it: from the groups below if they hold it. */
  lifted(bound: Bound): Bound {
    // Computing keys reads the values of literals, which would pin the plan to them.
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

  /**
   * Throws for a parsed column that is parsed again. A column named like its source text means the source
   * text.
   */
  #refuseParsed(source: string, name: string, context: PipelineContext): null {
    const parsed = source === name ? null : this.#parsed(source, context);
    if (parsed !== null) throw evaluationError(`can resolve expression: ${boundText(parsed)}`);
    return null;
  }

  /** Whether the rows still have the source text; otherwise the name refers to what it was before. */
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

/** Reads an expression as a column that may be missing from some rows. */
export function columnOfRow(bound: Bound): Bound {
  if (bound.kind !== 'call' || !isParsing(bound.fn)) return bound;
  return { ...bound, signature: inRows(bound.signature) };
}

/** The name of the text a call parses; null for other calls. */
export function parsedText({ fn, args }: BoundCall): string | null {
  const name = isParsing(fn) ? args[PARSED_TEXT] : undefined;
  return name?.kind === 'literal' ? String(name.value) : null;
}

/** The index of the argument with that name. */
const PARSED_TEXT = 3;
