import type { CallNode, ColumnNode, ExpressionNode, LiteralNode, Span } from './nodes.ts';

/** PPL: a source, and the commands that its rows pass through in the order of the text. Expressions are those of SQL. */

export interface PipelineNode {
  readonly kind: 'pipeline';
  readonly source: PipelineSourceNode;
  readonly commands: readonly CommandNode[];
  readonly span: Span;
}

export type PipelineSourceNode =
  /** Index expression: names and patterns with commas between them, backticks removed. */
  | { readonly kind: 'relation'; readonly name: string; readonly span: Span }
  | { readonly kind: 'describe'; readonly name: string; readonly span: Span }
  | { readonly kind: 'datasources'; readonly span: Span };

/** Also the condition of `search`, before or behind the source. */
export interface WhereNode {
  readonly kind: 'where';
  readonly condition: ExpressionNode;
  readonly span: Span;
}

export interface FieldsNode {
  readonly kind: 'fields';
  /** `fields - a, b`: all but these. */
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
  /** Calls of count, sum, …, take; `distinct` of dc. The name: the alias, or the source text with its blanks. */
  readonly aggregates: readonly { readonly call: CallNode; readonly name: string }[];
  readonly bucket: BucketNode | null;
  /** The name: the source text, backticks kept. */
  readonly by: readonly { readonly field: ColumnNode; readonly name: string }[];
  readonly span: Span;
}

/** `span(field, amount unit)`. */
export interface BucketNode {
  readonly kind: 'bucket';
  readonly field: ColumnNode;
  readonly amount: LiteralNode;
  /** As written; empty without one. */
  readonly unit: string;
  /** The source text without blanks. */
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
  /** Backticks stay in the names. */
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

/** Columns made of parts of a text. */
export interface ParseNode {
  readonly kind: 'parse';
  readonly method: 'regex' | 'grok' | 'patterns';
  readonly field: ExpressionNode;
  /** Empty for `patterns` without one. */
  readonly pattern: string;
  /** Of `patterns`; null for `patterns_field`. */
  readonly newField: string | null;
  readonly span: Span;
}

/** `kmeans`, `ad` and `ml`, which another plugin answers. */
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
