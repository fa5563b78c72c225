import type { CallNode, OrderNode, WindowNode } from '../ast/index.ts';
import { evaluationError, SqlError, semanticError } from '../errors.ts';
import { aggregateByName, type WindowFunction, wideningDistance, windowByName } from '../functions/index.ts';
import type { LogicalPlan, SortKey, WindowCall, WindowPlan } from '../plan/logical.ts';
import { isNumericType, messageTypeName } from '../values/index.ts';
import { bindAggregate } from './aggregateCalls.ts';
import { firstAggregate } from './astWalk.ts';
import type { Binder } from './binder.ts';
import type { BinderFace } from './binderFace.ts';
import type { Bound, Column, ColumnFactory } from './bound.ts';
import { aggregateText, boundText } from './boundText.ts';
import { frameOf } from './frames.ts';
import { orderedForWindow } from './windowOrder.ts';

type Definition = Omit<WindowPlan, 'kind' | 'input'>;

/** The window functions of one SELECT. Each sorts the rows by partition and order, like the original. */
export class Windows {
  readonly #columns: ColumnFactory;
  readonly #definitions: Definition[] = [];

  constructor(columns: ColumnFactory) {
    this.#columns = columns;
  }

  add(node: CallNode, binder: Binder, sortKey: (order: OrderNode) => SortKey): Column {
    const { over } = node;
    const inner = new AggregatedBinder(binder);
    const fn = windowByName(node.name);
    const aggregate = aggregateByName(node.name);
    const compute =
      fn !== undefined
        ? bindWindowCall(fn, node, inner)
        : aggregate === undefined
          ? undefined
          : bindAggregate(aggregate, node, inner);
    if (over === null || compute === undefined) throw semanticError(`${node.name} is no window function`);
    refuseAggregates(node, over, binder);
    const column = this.#columns.make(computeText(compute), compute.type);
    const partitionBy = over.partitionBy.map((expression) => binder.bind(expression));
    const orderBy = over.orderBy.map(sortKey);
    this.#definitions.push({ compute, partitionBy, orderBy, frame: frameOf(over, orderBy), column });
    return column;
  }

  /** The columns added by `over`. */
  columns(): readonly Column[] {
    return this.#definitions.map(({ column }) => column);
  }

  over(plan: LogicalPlan, lift: (bound: Bound) => Bound): LogicalPlan {
    let input = plan;
    for (const definition of this.#definitions) {
      const partitionBy = definition.partitionBy.map(lift);
      const orderBy = definition.orderBy.map((key) => ({ ...key, expression: lift(key.expression) }));
      const keys = [
        ...partitionBy.map((expression) => ({ expression, descending: false, nullsFirst: true })),
        ...orderBy,
      ];
      input = orderedForWindow(input, keys.filter(hasValues));
      const compute = liftCompute(definition.compute, lift);
      input = { ...definition, kind: 'window', input, compute, partitionBy, orderBy };
    }
    return input;
  }
}

/** A field that is lost in groups has no value: the search that sorts them ignores it. */
function hasValues({ expression }: SortKey): boolean {
  return expression.kind !== 'literal' || expression.value !== undefined;
}

/** The original's windows cannot use aggregates computed below them. */
function refuseAggregates({ args }: CallNode, { partitionBy, orderBy }: WindowNode, binder: Binder): void {
  for (const node of [...partitionBy, ...orderBy.map(({ expression }) => expression), ...args]) {
    const name = firstAggregate(node);
    if (name !== null) binder.context.beyond?.(noEvaluation(name));
  }
}

/**
 * The original's error for a window function inside another expression: it evaluates that expression outside the
 * window, where there is no frame.
 */
export function windowRefusal({ name }: CallNode, place: string): SqlError {
  const aggregate = aggregateByName(name);
  if (aggregate !== undefined) return noEvaluation(name.toLowerCase());
  return new SqlError('ClassCastException', `${name.toLowerCase()} over a window is no ${place}`);
}

export function noEvaluation(name: string): SqlError {
  return evaluationError(`can't evaluate on aggregator: ${name}`);
}

function liftCompute(compute: Definition['compute'], lift: (bound: Bound) => Bound): Definition['compute'] {
  if ('args' in compute) return { ...compute, args: compute.args.map(lift) };
  const argument = compute.argument === null ? null : lift(compute.argument);
  return { ...compute, argument, filter: compute.filter === null ? null : lift(compute.filter) };
}

function computeText(compute: Definition['compute']): string {
  if (!('args' in compute)) return aggregateText(compute);
  return `${compute.fn.names[0].toUpperCase()}(${compute.args.map(boundText).join(', ')})`;
}

function bindWindowCall(fn: WindowFunction, node: CallNode, binder: BinderFace): WindowCall {
  const [name] = fn.names;
  const [least, most] = fn.arity;
  if (!fn.beyond && node.args.length > most) {
    const got = node.args.map((arg) => messageTypeName(binder.bind(arg).type));
    throw evaluationError(`${name} function expected {[]}, but get [${got}]`);
  }
  if (node.args.length < least || node.args.length > most || node.distinct || node.filter !== null) {
    throw semanticError(
      `${name} takes ${least === most ? least : `${least} to ${most}`} arguments over a window`,
    );
  }
  const args = node.args.map((arg) => binder.bind(arg));
  const [first, , fallback] = args;
  const counted = fn.type === 'argument' ? args[1] : first;
  if (counted !== undefined && !isNumericType(counted.type)) {
    throw semanticError(`${name} counts rows by a whole number`);
  }
  if (fallback !== undefined && wideningDistance(fallback.type, first.type) === Number.POSITIVE_INFINITY) {
    throw semanticError(`the first and the last argument of ${name} have one type`);
  }
  return { kind: 'windowCall', fn, args, type: fn.type === 'argument' ? first.type : fn.type };
}

/** Allows an aggregate over a window to take an aggregate over the groups as its argument. */
class AggregatedBinder {
  readonly #binder: Binder;
  constructor(binder: Binder) {
    this.#binder = binder;
  }
  get scope(): Binder['scope'] {
    return this.#binder.scope;
  }
  get context(): Binder['context'] {
    return this.#binder.context;
  }
  get collectors(): Binder['collectors'] {
    return this.#binder.collectors;
  }
  bind(node: Parameters<Binder['bind']>[0]): Bound {
    return this.#binder.bind(node);
  }
  call(name: string, args: readonly Bound[]): Bound {
    return this.#binder.call(name, args);
  }
  inner(): this {
    return this;
  }
}
