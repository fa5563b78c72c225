import type { JsonObject, JsonValue } from '../../../../common/index.ts';
import type { CallNode, ExpressionNode, SelectItemNode, SelectNode } from '../../../ast/index.ts';
import { script } from './bool.ts';
import { bucketAggregation, bucketAlias, isBucketFunction, termsBody } from './buckets.ts';
import { bucketSelector, havingFilter } from './having.ts';
import { constantOf } from './literals.ts';
import {
  isMetric,
  metricAggregation,
  metricMember,
  metricPath,
  metricValuePath,
  nestedName,
} from './metrics.ts';
import { aggregationName, expressionName, methodName } from './names.ts';
import { nestedCall } from './nestedConditions.ts';
import { returningSource } from './painless.ts';
import { painlessFunction } from './painlessFunctions.ts';
import { refuse } from './refuse.ts';
import type { ScriptWriter } from './script.ts';
import { targetOf } from './sort.ts';

/** Rows of a GROUP BY without LIMIT, at most. */
const DEFAULT_LIMIT = 200;
/** Buckets of every key but the first: the original leaves the engine's default. */
const INNER_BUCKETS = 10;

/** Of the path to a value; the original's own explanation does not run where a metric's name holds one. */
const DELIMITERS = /[.>[\]]/;

/** A column of an aggregated answer: a group key by its level, or a metric by its name. */
export type BucketColumn =
  | { readonly kind: 'key'; readonly item: SelectItemNode; readonly name: string; readonly level: number }
  | {
      readonly kind: 'metric';
      readonly item: SelectItemNode;
      readonly name: string;
      readonly path: readonly string[];
      readonly member: string;
    };

/** GROUP BY, DISTINCT and aggregates as aggregations. */
export interface Aggregated {
  readonly aggregations: JsonObject;
  readonly includes: readonly string[];
  readonly storedFields: readonly string[];
  readonly scriptFields: JsonObject;
  /** The levels' names, outermost first; wrappers of nested documents included. */
  readonly levels: readonly (readonly string[])[];
  readonly columns: readonly BucketColumn[];
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
    this.#select = select;
    this.#writer = writer;
  }

  write(): Aggregated {
    const { items } = this.#select;
    const scriptFields = this.#scriptFields();
    const levels = this.#groupExpressions().map((expression, i) => this.#level(expression, i));
    const metrics: JsonObject = Object.create(null);
    const columns: BucketColumn[] = [];
    for (const item of items) {
      const { expression } = item;
      const level = levels.findIndex((candidate) => this.#sameKey(candidate.expression, item));
      const metric = metricCall(expression);
      if (level >= 0) columns.push({ kind: 'key', item, name: this.#columnName(expression), level });
      else if (metric !== null) columns.push(this.#metric(item, metric, metrics));
    }
    this.#order(levels, metrics);
    this.#having(levels, metrics);
    return {
      aggregations: nest(levels, metrics),
      includes: items.map(includeName),
      storedFields: items.filter(({ expression }) => metricCall(expression) === null).map(storedName),
      scriptFields,
      levels: levels.map(({ name, nestedPath }) => levelNames(name, nestedPath)),
      columns,
    };
  }

  #groupExpressions(): readonly ExpressionNode[] {
    const { groupBy, distinct, items } = this.#select;
    if (groupBy.length === 0) return distinct ? items.map(({ expression }) => expression) : [];
    return groupBy.map((expression) => targetOf(expression, items));
  }

  #scriptFields(): JsonObject {
    const fields: JsonObject = Object.create(null);
    for (const { expression, alias } of this.#select.items) {
      if (expression.kind === 'column' || metricCall(expression) !== null || isNested(expression)) continue;
      if (expression.kind === 'call' && isBucketFunction(expression))
        throw refuse('the agg function not to define !');
      if (constantOf(expression) !== null) continue;
      if (expression.kind === 'call') checkScalar(expression);
      const source = returningSource(expression, this.#writer);
      this.#scripts.set(expressionName(expression), source);
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
      const name = bucketAlias(expression) ?? aggregationName(expression);
      return { name, body: bucketAggregation(expression, this.#writer), nestedPath: null, expression };
    }
    if (expression.kind === 'call') checkScalar(expression);
    const text = expressionName(expression);
    const source = this.#scripts.get(text) ?? returningSource(expression, this.#writer);
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

  #metric(item: SelectItemNode, call: CallNode, metrics: JsonObject): BucketColumn {
    const column = aggregationName(call);
    const name = item.alias ?? column;
    const member = metricMember(call.name);
    const path = this.#addMetric(name, call, metrics);
    return { kind: 'metric', item, name: column, path: levelNames(name, path), member };
  }

  /** Its nested path. */
  #addMetric(name: string, call: CallNode, metrics: JsonObject): string | null {
    const path = metricPath(call, this.#writer);
    const aggregation = metricAggregation(call, this.#writer);
    if (path === null) metrics[name] = aggregation;
    else metrics[nestedName(name)] = { nested: { path }, aggregations: { [name]: aggregation } };
    this.#valuePaths.set(name, metricValuePath(name, call, path));
    return path;
  }

  #columnName(expression: ExpressionNode): string {
    return expression.kind === 'column'
      ? this.#writer.scope.column(expression).name
      : expressionName(expression);
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
    for (const { expression, direction } of this.#select.orderBy) {
      const target = targetOf(expression, this.#select.items);
      const level = levels.find(({ expression: key }) => expressionName(key) === expressionName(target));
      if (level !== undefined) setOrder(level, { _key: direction });
      else if (metricCall(target) !== null) {
        setOrder(last, [this.#metricOrder(target as CallNode, direction, metrics), { _key: 'asc' }]);
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

/** The names of an aggregation, and of what is around it, outermost first. */
function levelNames(name: string, nestedPath: string | null): readonly string[] {
  return nestedPath === null ? [name] : [nestedName(name), name];
}

function checkScalar(call: CallNode): void {
  const name = call.name.toLowerCase();
  if (painlessFunction(name) !== undefined || name === 'log' || name === 'if') return;
  throw refuse(`can define this method ${aggregationName(call).toLowerCase()}`);
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
