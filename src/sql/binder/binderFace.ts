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

/** Expressions with a query inside. */
export type SubqueryForm =
  | ExistsNode
  | SubqueryNode
  | QuantifiedNode
  | (InNode & { readonly query: QueryNode });

/** What an expression may hold beside scalars, and where it goes; null where it may not. */
export interface Collectors {
  readonly aggregate: ((aggregate: BoundAggregate) => Column) | null;
  readonly window: ((node: CallNode) => Column) | null;
  /** `nested(field)`, `nested(field, path)`. */
  readonly nested: ((field: string, path: string | null) => Bound) | null;
  readonly subquery: ((node: SubqueryForm, binder: BinderFace) => Column) | null;
  /** What may stand inside an aggregate; null: nothing. */
  readonly inner: Collectors | null;
}

/** The binder as the files of single forms see it. */
export interface BinderFace {
  readonly scope: Scope;
  readonly context: EvaluationContext;
  readonly collectors: Collectors;
  bind(node: ExpressionNode): Bound;
  /** A call of a function of the table, by name or symbol. */
  call(name: string, args: readonly Bound[]): Bound;
  /** A binder of the same scope for what stands inside an aggregate. */
  inner(): BinderFace;
}
