import type {
  CallNode,
  ExistsNode,
  ExpressionNode,
  InNode,
  QuantifiedNode,
  QueryNode,
  SubqueryNode,
} from '../ast/index.ts';
import type { EvaluationContext } from '../functions/index.ts';
import type { Bound, BoundAggregate, Column } from './bound.ts';
import type { Scope } from './scope.ts';

/** Expressions that contain a query. */
export type SubqueryForm =
  | ExistsNode
  | SubqueryNode
  | QuantifiedNode
  | (InNode & { readonly query: QueryNode });

/**
 * Where special parts of an expression (aggregates, windows, …) are collected; null where they are not
 * allowed.
 */
export interface Collectors {
  readonly aggregate: ((aggregate: BoundAggregate) => Column) | null;
  readonly window: ((node: CallNode) => Column) | null;
  /** `nested(field)`, `nested(field, path)`. */
  readonly nested: ((field: string, path: string | null) => Bound) | null;
  readonly subquery: ((node: SubqueryForm, binder: BinderFace) => Column) | null;
  /** The collectors inside an aggregate; null when nothing special is allowed there. */
  readonly inner: Collectors | null;
}

/** The binder as seen by the files for individual expression forms. */
export interface BinderFace {
  readonly scope: Scope;
  readonly context: EvaluationContext;
  readonly collectors: Collectors;
  bind(node: ExpressionNode): Bound;
  /** A call of a function from the table, by name or symbol. */
  call(name: string, args: readonly Bound[]): Bound;
  /** A binder of the same scope for the inside of an aggregate. */
  inner(): BinderFace;
}
