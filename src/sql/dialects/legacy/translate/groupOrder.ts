import type { JsonObject, JsonValue } from '../../../../common/index.ts';
import type { CallNode, ExpressionNode, OrderNode, SelectItemNode } from '../../../ast/index.ts';
import { functionByName } from '../../../functions/index.ts';
import type { MetricPath } from './metrics.ts';
import { aggregationName, expressionName } from './names.ts';
import { nestedCall } from './nestedConditions.ts';
import type { Scope } from './scope.ts';
import type { ScriptWriter } from './script.ts';
import { ordinalTarget } from './sort.ts';

/** A key of GROUP BY as the aggregation of its groups. */
export interface Level {
  readonly name: string;
  readonly body: JsonObject;
  /** `lines.sku@NESTED` around it. */
  readonly nested: { readonly path: string; readonly name: string } | null;
  readonly expression: ExpressionNode;
  /** The field that it groups by; null: a script or a function. */
  readonly field: string | null;
  /** Whether ORDER BY finds it by its name: a function of groups has none. */
  readonly isNamed: boolean;
}

/** What the parts of a path to a value are divided by: a metric with one of them in its name has no path. */
export const DELIMITERS = /[.>[\]]/;

type Metrics = readonly { readonly name: string; readonly call: CallNode }[];

/**
 * ORDER BY of an aggregated statement: a key orders its groups, a metric the groups that it is of, and any other name
 * sorts the documents, of which there are none. Scripts order nothing but the key that they are.
 */
export class GroupOrder {
  readonly #levels: readonly Level[];
  readonly #metrics: Metrics;
  readonly #scope: Scope;
  readonly #prints: boolean;
  readonly #valuePaths: ReadonlyMap<string, MetricPath>;
  readonly #addMetric: (name: string, call: CallNode) => void;

  constructor(
    levels: readonly Level[],
    metrics: Metrics,
    { scope, prints }: ScriptWriter,
    valuePaths: ReadonlyMap<string, MetricPath>,
    addMetric: (name: string, call: CallNode) => void,
  ) {
    this.#levels = levels;
    this.#metrics = metrics;
    this.#scope = scope;
    this.#prints = prints;
    this.#valuePaths = valuePaths;
    this.#addMetric = addMetric;
  }

  /** Orders a level, or answers what the search sorts by. */
  take(order: OrderNode, items: readonly SelectItemNode[]): readonly JsonObject[] {
    if (this.#levels.length === 0) return [];
    const ordered = ordinalTarget(order.expression, items);
    const target = ordered.kind === 'isNull' ? ordered.operand : ordered;
    const name = this.#nameOf(target);
    const level = name === null ? this.#scripted(target) : this.#named(name);
    if (level !== undefined) {
      setOrder(level, { _key: order.direction });
      return [];
    }
    if (name === null) return [];
    const metric = this.#metrics.find(
      ({ name: own, call }) => own === name || aggregationName(call) === name,
    );
    // Without documents the direction means nothing, but it is printed.
    if (metric === undefined) return [{ [name]: { order: this.#prints ? order.direction : 'asc' } }];
    const byMetric = this.#metricOrder(metric, name, order.direction);
    setOrder(this.#levels[this.#levels.length - 1], [byMetric, { _key: 'asc' }]);
    return [];
  }

  /** What the original looks a sort up by; null: a script. */
  #nameOf(target: ExpressionNode): string | null {
    if (target.kind === 'column') return this.#scope.exact(this.#scope.column(target).name);
    if (target.kind !== 'call') return null;
    const nested = nestedCall(target, this.#scope)?.field;
    if (nested) return nested.name;
    return functionByName(target.name)?.painless === undefined ? aggregationName(target) : null;
  }

  #named(name: string): Level | undefined {
    return this.#levels.findLast((level) => level.isNamed && (level.name === name || level.field === name));
  }

  #scripted(target: ExpressionNode): Level | undefined {
    const text = expressionName(target);
    return this.#levels.find(({ expression }) => expressionName(expression) === text);
  }

  /** A count by its own name is that of documents. A metric whose name no path can hold is ordered by a second one. */
  #metricOrder({ name, call }: Metrics[number], said: string, direction: string): JsonObject {
    const isCount = call.name.toLowerCase() === 'count';
    if (isCount && said === aggregationName(call)) return { _count: direction };
    const ordered = DELIMITERS.test(name) ? `order_${this.#valuePaths.size}` : name;
    if (ordered !== name) this.#addMetric(ordered, call);
    const path = this.#valuePaths.get(ordered);
    return { [path === undefined ? ordered : pathText(path, '>')]: direction };
  }
}

function setOrder(level: Level, order: JsonValue): void {
  for (const body of Object.values(level.body)) {
    if (typeof body === 'object' && body !== null && 'order' in body) (body as JsonObject).order = order;
  }
}

/** Orders part aggregations by `>`; the original's pipelines by `.`. */
export function pathText({ wrapper, value }: MetricPath, delimiter: '>' | '.'): string {
  return wrapper === null ? value : wrapper + (value.includes('.') ? '>' : delimiter) + value;
}
