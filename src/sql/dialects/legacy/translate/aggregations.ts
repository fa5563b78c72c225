import type { JsonObject, JsonValue } from '../../../../common/index.ts';
import {
  type CallNode,
  derive,
  type ExpressionNode,
  type SelectItemNode,
  type SelectNode,
  treeKey,
} from '../../../ast/index.ts';
import { functionByName } from '../../../functions/index.ts';
import { script } from './bool.ts';
import { bucketAggregation, bucketAlias, isBucketFunction, termsBody } from './buckets.ts';
import { bucketSelector, havingFilter } from './having.ts';
import { constantOf, textValue } from './literals.ts';
import { isMetric, metricAggregation, metricPath, metricValuePath, nestedName } from './metrics.ts';
import { aggregationName, expressionName, methodName, plannedName } from './names.ts';
import { nestedCall } from './nestedConditions.ts';
import { returningSource } from './painless.ts';
import { LateRefusal, refuse } from './refuse.ts';
import type { ScriptWriter } from './script.ts';
import { targetOf } from './sort.ts';

/** Rows of a GROUP BY without LIMIT, at most. */
const DEFAULT_LIMIT = 200;
/** Buckets of every key but the first: the original leaves the engine's default. */
const INNER_BUCKETS = 10;

/** Of the path to a value; the original's own explanation does not run where a metric's name holds one. */
const DELIMITERS = /[.>[\]]/;

/** A selected column of an aggregated answer: `source` is the aggregation that it is read from. */
export interface BucketColumn {
  readonly item: SelectItemNode;
  readonly name: string;
  readonly source: string;
}

/** A key of the first list of GROUP BY; `field` is null when it is computed. */
export interface BucketKey {
  readonly name: string;
  readonly expression: ExpressionNode;
  readonly alias: string | null;
  readonly field: string | null;
}

/** GROUP BY, DISTINCT and aggregates as aggregations. */
export interface Aggregated {
  readonly aggregations: JsonObject;
  readonly includes: readonly string[];
  readonly storedFields: readonly string[];
  readonly scriptFields: JsonObject;
  readonly columns: readonly BucketColumn[];
  readonly keys: readonly BucketKey[];
  /** The selected metrics, by the names of their aggregations. */
  readonly metrics: readonly { readonly name: string; readonly call: CallNode }[];
}

interface Level {
  readonly name: string;
  readonly body: JsonObject;
  /** `lines.sku@NESTED` around it. */
  readonly nestedPath: string | null;
  readonly expression: ExpressionNode;
}

export function isAggregated(select: SelectNode): boolean {
  return (
    select.groupBy.length > 0 ||
    select.distinct ||
    select.items.some(({ expression }) => metricCall(expression) !== null)
  );
}

function metricCall(expression: ExpressionNode): CallNode | null {
  if (expression.kind !== 'call' || expression.over !== null) return null;
  return isMetric(expression.name) || expression.distinct ? expression : null;
}

export function aggregationsOf(select: SelectNode, writer: ScriptWriter): Aggregated {
  return new AggregationWriter(select, writer).write();
}

class AggregationWriter {
  readonly #select: SelectNode;
  readonly #writer: ScriptWriter;
  /** Sources of scripted group keys, shared by the SELECT list and the terms aggregation. */
  readonly #scripts = new Map<string, string>();
  /** Where the values of metrics are, by the metrics' names. */
  readonly #valuePaths = new Map<string, string>();

  constructor(select: SelectNode, writer: ScriptWriter) {
    // A star beside groups adds nothing to them.
    const items = select.items.filter(({ expression }) => expression.kind !== 'star');
    this.#select = derive(select, { items });
    this.#writer = writer;
  }

  write(): Aggregated {
    const { items } = this.#select;
    const scriptFields = this.#scriptFields();
    const lists = this.#groupLists().map((list) => list.map((expression, i) => this.#level(expression, i)));
    const levels = lists.flat();
    const written: JsonObject = Object.create(null);
    const metrics = items.flatMap(({ expression, alias }) => {
      const call = metricCall(expression);
      if (call === null || levels.some((level) => level.expression === expression)) return [];
      const name = alias ?? aggregationName(call);
      this.#addMetric(name, call, written);
      return [{ name, call }];
    });
    this.#order(levels, written);
    this.#having(levels, written);
    return {
      aggregations:
        lists.length === 0 ? written : Object.assign({}, ...lists.map((list) => nest(list, written))),
      includes: items.map(includeName),
      storedFields: items.filter(({ expression }) => metricCall(expression) === null).map(storedName),
      scriptFields,
      columns: items.flatMap((item) => this.#column(item, levels)),
      keys: (lists[0] ?? []).map((level) => this.#key(level)),
      metrics,
    };
  }

  /** Lists in parentheses are groups of their own; what is neither a name nor a call begins a list. */
  #groupLists(): readonly (readonly ExpressionNode[])[] {
    const { groupBy, distinct, items } = this.#select;
    if (groupBy.length === 0) return distinct ? [items.map(({ expression }) => expression)] : [];
    const lists: ExpressionNode[][] = [];
    let isOpen = false;
    for (const expression of groupBy) {
      const isList = expression.kind === 'row';
      const members = (isList ? expression.items : [expression]).map((member) => targetOf(member, items));
      const continues = isOpen && (expression.kind === 'column' || expression.kind === 'call');
      if (continues) lists[lists.length - 1].push(...members);
      else lists.push(members);
      isOpen = !isList;
    }
    return lists;
  }

  #column(item: SelectItemNode, levels: readonly Level[]): BucketColumn[] {
    const { expression, alias } = item;
    const level = levels.find((candidate) => this.#sameKey(candidate.expression, item));
    const isColumn = expression.kind === 'column';
    const name = isColumn ? this.#writer.scope.column(expression).name : plannedName(item);
    if (level !== undefined) return [{ item, name, source: level.name }];
    const metric = metricCall(expression);
    if (metric !== null) return [{ item, name, source: alias ?? aggregationName(metric) }];
    return constantOf(expression) === null ? [{ item, name, source: alias ?? name }] : [];
  }

  #key({ name, expression }: Level): BucketKey {
    const selected = this.#select.items.find((item) => this.#sameKey(expression, item));
    const field = expression.kind === 'column' ? this.#writer.scope.column(expression).name : null;
    return { name, expression, alias: selected?.alias ?? null, field };
  }

  #scriptFields(): JsonObject {
    const fields: JsonObject = Object.create(null);
    for (const { expression, alias } of this.#select.items) {
      if (expression.kind === 'column' || metricCall(expression) !== null || isNested(expression)) continue;
      if (expression.kind === 'call' && isBucketFunction(expression))
        throw new LateRefusal('the agg function not to define !');
      if (constantOf(expression) !== null) continue;
      if (expression.kind === 'call') checkScalar(expression);
      const source = returningSource(expression, this.#writer);
      this.#scripts.set(treeKey(expression), source);
      fields[alias ?? expressionName(expression)] = { script: script(source), ignore_failure: false };
    }
    return fields;
  }

  #level(expression: ExpressionNode, index: number): Level {
    const selected = this.#select.items.find((item) => this.#sameKey(expression, item));
    const limit = this.#select.limit ?? DEFAULT_LIMIT;
    const size = index === 0 ? limit : INNER_BUCKETS;
    const shardSize = index === 0 && limit < DEFAULT_LIMIT ? 2000 : null;
    const { scope } = this.#writer;
    const terms = (source: JsonObject): JsonObject => ({ terms: termsBody(source, size, shardSize) });
    const nested = expression.kind === 'call' ? nestedCall(expression, scope)?.field : null;
    const field = expression.kind === 'column' ? scope.column(expression) : nested;
    if (field) {
      const name = selected?.alias ?? field.name;
      return {
        name,
        body: terms({ field: scope.exact(field.name) }),
        nestedPath: field.nestedPath,
        expression,
      };
    }
    if (expression.kind === 'call' && isBucketFunction(expression)) {
      const name = bucketAlias(expression) ?? pathName(expression);
      return { name, body: bucketAggregation(expression, this.#writer), nestedPath: null, expression };
    }
    const written = scriptCall(expression);
    if (written !== null) {
      return {
        name: pathName(expression as CallNode),
        body: terms({ script: script(written) }),
        nestedPath: null,
        expression,
      };
    }
    if (expression.kind === 'call') checkScalar(expression);
    const text = expressionName(expression);
    const source = this.#scripts.get(treeKey(expression)) ?? returningSource(expression, this.#writer);
    return {
      name: selected?.alias ?? text,
      body: terms({ script: script(source) }),
      nestedPath: null,
      expression,
    };
  }

  #sameKey(expression: ExpressionNode, { expression: selected }: SelectItemNode): boolean {
    if (expression === selected) return true;
    if (expression.kind !== selected.kind) return false;
    if (expression.kind === 'column' && selected.kind === 'column') {
      return this.#writer.scope.column(expression).name === this.#writer.scope.column(selected).name;
    }
    return expressionName(expression) === expressionName(selected);
  }

  #addMetric(name: string, call: CallNode, metrics: JsonObject): void {
    const path = metricPath(call, this.#writer);
    const aggregation = metricAggregation(call, this.#writer);
    if (path === null) metrics[name] = aggregation;
    else metrics[nestedName(name)] = { nested: { path }, aggregations: { [name]: aggregation } };
    this.#valuePaths.set(name, metricValuePath(name, call, path));
  }

  #having(levels: readonly Level[], metrics: JsonObject): void {
    const { having, items } = this.#select;
    if (having === null || levels.length === 0) return;
    const aliases = items.flatMap(({ alias }) => (alias === null ? [] : [alias]));
    const filter = havingFilter(having, new Set([...this.#valuePaths.keys(), ...aliases]));
    for (const [name, call] of filter.metrics) this.#addMetric(name, call, metrics);
    const paths = [...this.#valuePaths].filter(([name]) => !DELIMITERS.test(name));
    metrics.bucket_filter = bucketSelector(filter.source, new Map(paths));
  }

  /** ORDER BY of a key orders its level; ORDER BY of a count or a metric orders the last level. */
  #order(levels: readonly Level[], metrics: JsonObject): void {
    const last = levels[levels.length - 1];
    if (last === undefined) return;
    for (const order of this.#select.orderBy) {
      const target = targetOf(order.expression, this.#select.items);
      const level = levels.find(({ expression: key }) => expressionName(key) === expressionName(target));
      if (level !== undefined) setOrder(level, { _key: order.direction });
      else if (metricCall(target) !== null) {
        setOrder(last, [this.#metricOrder(target as CallNode, order.direction, metrics), { _key: 'asc' }]);
      }
    }
  }

  /** A metric whose name no path can hold is ordered by a second one. */
  #metricOrder(call: CallNode, direction: string, metrics: JsonObject): JsonObject {
    if (call.name.toLowerCase() === 'count' && !call.distinct) return { _count: direction };
    const name = expressionName(call);
    const item = this.#select.items.find(({ expression }) => expressionName(expression) === name);
    if (item === undefined) throw refuse(`${name} can not to order`);
    const selected = item.alias ?? aggregationName(call);
    const ordered = DELIMITERS.test(selected) ? `order_${Object.keys(metrics).length}` : selected;
    if (ordered !== selected) this.#addMetric(ordered, call, metrics);
    return { [this.#valuePaths.get(ordered) ?? ordered]: direction };
  }
}

/** A call as the name of an aggregation, which may not hold what paths are made of. */
function pathName(call: CallNode): string {
  return aggregationName(call).replace(/[[\]>]/g, '_');
}

/** `script('name', 'doc["age"].size()')`: the Painless source of a key. */
function scriptCall(expression: ExpressionNode): string | null {
  if (expression.kind !== 'call' || expression.name.toLowerCase() !== 'script') return null;
  return expression.args.length === 2 ? textValue(expression.args[1]) : null;
}

function checkScalar(call: CallNode): void {
  if (functionByName(call.name)?.painless !== undefined) return;
  throw new LateRefusal(`can define this method ${aggregationName(call).toLowerCase()}`);
}

function setOrder(level: Level, order: JsonValue): void {
  for (const body of Object.values(level.body)) {
    if (typeof body === 'object' && body !== null && 'order' in body) (body as JsonObject).order = order;
  }
}

function nest(levels: readonly Level[], metrics: JsonObject): JsonObject {
  let inner = metrics;
  for (const { name, body, nestedPath } of [...levels].reverse()) {
    const own = Object.keys(inner).length === 0 ? body : { ...body, aggregations: inner };
    inner =
      nestedPath === null
        ? { [name]: own }
        : { [nestedName(name)]: { nested: { path: nestedPath }, aggregations: { [name]: own } } };
  }
  return inner;
}

function isNested(expression: ExpressionNode): boolean {
  return expression.kind === 'call' && expression.name.toLowerCase() === 'nested';
}

function includeName({ expression }: SelectItemNode): string {
  if (expression.kind === 'column') return expressionName(expression);
  return expression.kind === 'call' && isMetric(expression.name) ? methodName(expression) : 'script';
}

function storedName({ expression, alias }: SelectItemNode): string {
  return expression.kind === 'column' ? expressionName(expression) : (alias ?? expressionName(expression));
}
