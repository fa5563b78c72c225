import type { CallNode, ColumnNode, ExpressionNode, LiteralNode, Span } from './nodes.ts';

/** PPL: a source and the commands its rows pass through, in source order. Expressions are SQL's. */

export interface PipelineNode {
  readonly kind: 'pipeline';
  readonly source: PipelineSourceNode;
  readonly commands: readonly CommandNode[];
  readonly span: Span;
}

export type PipelineSourceNode =
  /** Index expression: names and patterns separated by commas, backticks removed. */
  | { readonly kind: 'relation'; readonly name: string; readonly span: Span }
  | { readonly kind: 'describe'; readonly name: string; readonly span: Span }
  | { readonly kind: 'datasources'; readonly span: Span };

/** Also the condition of `search`, before or after the source. */
export interface WhereNode {
  readonly kind: 'where';
  readonly condition: ExpressionNode;
  readonly span: Span;
}

export interface FieldsNode {
  readonly kind: 'fields';
  /** `fields - a, b`: all columns except these. */
  readonly excludes: boolean;
  readonly fields: readonly ColumnNode[];
  readonly span: Span;
}

export interface RenameNode {
  readonly kind: 'rename';
  readonly pairs: readonly { readonly from: ColumnNode; readonly to: string }[];
  readonly span: Span;
}

export interface StatsNode {
  readonly kind: 'stats';
  /**
   * Calls of count, sum, …, take; `distinct` is set for dc. The name is the alias or the source text
   * including whitespace.
   */
  readonly aggregates: readonly { readonly call: CallNode; readonly name: string }[];
  readonly bucket: BucketNode | null;
  /** The name is the source text with backticks. */
  readonly by: readonly { readonly field: ColumnNode; readonly name: string }[];
  readonly span: Span;
}

/** `span(field, amount unit)`. */
export interface BucketNode {
  readonly kind: 'bucket';
  readonly field: ColumnNode;
  readonly amount: LiteralNode;
  /** As written; empty when absent. */
  readonly unit: string;
  /** The source text without whitespace. */
  readonly name: string;
  readonly alias: string | null;
  readonly span: Span;
}

export interface DedupNode {
  readonly kind: 'dedup';
  readonly count: number;
  readonly fields: readonly ColumnNode[];
  readonly keepsEmpty: boolean;
  readonly consecutive: boolean;
  readonly span: Span;
}

export interface SortNode {
  readonly kind: 'sort';
  /** Names keep their backticks. */
  readonly keys: readonly { readonly field: ColumnNode; readonly descending: boolean }[];
  readonly span: Span;
}

export interface EvalNode {
  readonly kind: 'eval';
  readonly assignments: readonly { readonly name: string; readonly expression: ExpressionNode }[];
  readonly span: Span;
}

export interface HeadNode {
  readonly kind: 'head';
  readonly size: number;
  readonly from: number;
  readonly span: Span;
}

export interface RareTopNode {
  readonly kind: 'rareTop';
  readonly which: 'rare' | 'top';
  readonly count: number;
  readonly fields: readonly ColumnNode[];
  readonly by: readonly ColumnNode[];
  readonly span: Span;
}

/** Columns extracted from parts of a string. */
export interface ParseNode {
  readonly kind: 'parse';
  readonly method: 'regex' | 'grok' | 'patterns';
  readonly field: ExpressionNode;
  /** Empty for `patterns` without a pattern. */
  readonly pattern: string;
  /** The option of `patterns`; null for the default `patterns_field`. */
  readonly newField: string | null;
  readonly span: Span;
}

/** `kmeans`, `ad` and `ml`, which belong to another plugin. */
export interface MachineLearningNode {
  readonly kind: 'machineLearning';
  readonly command: 'kmeans' | 'ad' | 'ml';
  readonly span: Span;
}

export type CommandNode =
  | WhereNode
  | FieldsNode
  | RenameNode
  | StatsNode
  | DedupNode
  | SortNode
  | EvalNode
  | HeadNode
  | RareTopNode
  | ParseNode
  | MachineLearningNode;
