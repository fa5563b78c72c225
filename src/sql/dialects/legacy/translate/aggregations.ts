import type { JsonObject } from '../../../../common/index.ts';
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
import { bucketAggregation, bucketAlias, checkInnerCalls, isBucketFunction, termsBody } from './buckets.ts';
import { noField } from './conditionForms.ts';
import { DELIMITERS, GroupOrder, type Level, pathText } from './groupOrder.ts';
import { bucketSelector, havingFilter } from './having.ts';
import { shardSizeOf } from './hints.ts';
import { constantOf, textValue } from './literals.ts';
import {
  isAggregating,
  isMetric,
  type MetricPath,
  metricAggregation,
  metricNesting,
  metricValuePath,
  type Nesting,
  nestedName,
  type PrintedScript,
  printedScript,
} from './metrics.ts';
import { aggregationName, expressionName, methodName, plannedName } from './names.ts';
import { nestedCall } from './nestedConditions.ts';
import { nestedFilter } from './nestedFilter.ts';
import { assignSource, isLegacyScript, returningSource } from './painless.ts';
import { someNode } from './planned.ts';
import { LateRefusal } from './refuse.ts';
import type { FieldRef } from './scope.ts';
import type { ScriptWriter } from './script.ts';
import { ordinalTarget, targetOf } from './sort.ts';

/** Rows of a GROUP BY without LIMIT, at most. */
const DEFAULT_LIMIT = 200;
/** Buckets of every key but the first: the original leaves the engine's default. */
const INNER_BUCKETS = 10;

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
  /** The names of the outermost aggregations in the statement's order: an object lists names like `3` first. */
  readonly outermost: readonly string[];
  readonly includes: readonly string[];
  readonly storedFields: readonly string[];
  readonly scriptFields: JsonObject;
  readonly sort: readonly JsonObject[];
  readonly columns: readonly BucketColumn[];
  readonly keys: readonly BucketKey[];
  /** The selected metrics, by the names of their aggregations. */
  readonly metrics: readonly { readonly name: string; readonly call: CallNode }[];
}

export function isAggregated(select: SelectNode, prints: boolean): boolean {
  return (
    select.groupBy.length > 0 ||
    select.distinct ||
    select.items.some(({ expression }) => {
      const call = metricCall(expression, prints);
      return call !== null && isAggregating(call.name);
    })
  );
}

/** The original's explanation passes over OVER. */
function metricCall(expression: ExpressionNode, prints: boolean): CallNode | null {
  if (expression.kind !== 'call' || (expression.over !== null && !prints)) return null;
  return isMetric(expression.name) || expression.distinct ? expression : null;
}

/** `planned`: for the query planner, which loses the alias of a key whose functions are not written in small letters. */
export function aggregationsOf(select: SelectNode, writer: ScriptWriter, planned = false): Aggregated {
  return new AggregationWriter(select, writer, planned).write();
}

/** The keys of GROUP BY, and those of DISTINCT. */
export function groupKeys({ groupBy, distinct, items }: SelectNode): readonly ExpressionNode[] {
  return distinct ? [...groupBy, ...items.map(({ expression }) => expression)] : groupBy;
}

/** A key that is neither a column nor a call begins a new list of keys. */
export function continuesList({ kind }: ExpressionNode): boolean {
  return kind === 'column' || kind === 'call';
}

class AggregationWriter {
  readonly #select: SelectNode;
  readonly #writer: ScriptWriter;
  /** Sources of scripted group keys, shared by the SELECT list and the terms aggregation. */
  readonly #scripts = new Map<string, string>();
  /** The names of script fields, by their items. */
  readonly #scriptNames = new Map<SelectItemNode, string>();
  /** Where the values of metrics are, by the metrics' names. */
  readonly #valuePaths = new Map<string, MetricPath>();

  readonly #planned: boolean;

  constructor(select: SelectNode, writer: ScriptWriter, planned: boolean) {
    this.#planned = planned;
    // A star next to groups has no effect.
    const items = select.items.filter(({ expression }) => expression.kind !== 'star');
    this.#select = derive(select, { items });
    this.#writer = writer;
  }

  write(): Aggregated {
    const { items } = this.#select;
    const scriptFields = this.#scriptFields();
    // The original writes the scripts of ORDER BY here and drops them, but that advances the numbers of
    // variables.
    for (const { expression } of this.#select.orderBy) this.#numberScript(ordinalTarget(expression, items));
    const lists = this.#groupLists().map((list) => list.map((expression, i) => this.#level(expression, i)));
    const levels = lists.flat();
    const written: JsonObject = Object.create(null);
    const metrics = items.flatMap(({ expression, alias }) => {
      const call = metricCall(expression, this.#writer.prints);
      if (call === null || levels.some((level) => level.expression === expression)) return [];
      const printed = printedScript(call, this.#writer);
      const name = alias ?? metricName(call, printed);
      this.#addMetric(name, call, written, printed);
      return [{ name, call }];
    });
    const addMetric = (name: string, call: CallNode): void => this.#addMetric(name, call, written);
    const order = new GroupOrder(levels, metrics, this.#writer, this.#valuePaths, addMetric);
    const sort = this.#select.orderBy.flatMap((item) => order.take(item, items));
    this.#having(levels, written);
    const storedFields = items
      .filter(({ expression }) => metricCall(expression, this.#writer.prints) === null)
      .map((item) => this.#storedName(item));
    const requests = lists.length === 0 ? [written] : lists.map((list) => nest(list, written));
    return {
      aggregations: Object.assign({}, ...requests),
      outermost: [...new Set(requests.flatMap((request) => Object.keys(request)))],
      includes: items.map((item) => this.#includeName(item)),
      // The original asks for them once more with every list of keys.
      storedFields: lists.length > 1 ? lists.flatMap(() => storedFields) : storedFields,
      scriptFields,
      sort,
      columns: items.flatMap((item) => this.#column(item, levels)),
      keys: (lists[0] ?? []).map((level) => this.#key(level)),
      metrics,
    };
  }

  #numberScript(target: ExpressionNode): void {
    const isScript = target.kind === 'binary' || (target.kind === 'call' && isLegacyScript(target.name));
    if (isScript && this.#writer.prints) returningSource(target, this.#writer);
  }

  /** Lists in parentheses are groups of their own. */
  #groupLists(): readonly (readonly ExpressionNode[])[] {
    const { items } = this.#select;
    const lists: ExpressionNode[][] = [];
    let isOpen = false;
    for (const expression of groupKeys(this.#select)) {
      const isList = expression.kind === 'row';
      const members = (isList ? expression.items : [expression]).map((member) => {
        const target = targetOf(member, items);
        return member.kind === 'column' && this.#isUnnamed(target) ? member : target;
      });
      if (isOpen && continuesList(expression)) lists[lists.length - 1].push(...members);
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
    const metric = metricCall(expression, this.#writer.prints);
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
    for (const item of this.#select.items) {
      const { expression, alias } = item;
      if (
        this.#fieldOf(expression) !== null ||
        metricCall(expression, this.#writer.prints) !== null ||
        isNested(expression)
      )
        continue;
      if (expression.kind === 'call' && isBucketFunction(expression))
        throw new LateRefusal('the agg function not to define !');
      if (expression.kind === 'negate') throw noField(expression);
      const constant = constantOf(expression);
      if (constant !== null && typeof constant.value !== 'number') continue;
      if (expression.kind === 'call') checkScalar(expression);
      const name = alias ?? (constant === null ? expressionName(expression) : this.#writer.nextId('assign'));
      const source =
        constant === null
          ? returningSource(expression, this.#writer)
          : assignSource(expression, this.#writer);
      this.#scripts.set(treeKey(expression), source);
      this.#scriptNames.set(item, name);
      fields[name] = { script: script(source), ignore_failure: false };
    }
    return fields;
  }

  #level(expression: ExpressionNode, index: number): Level {
    const selected = this.#select.items.find((item) => this.#sameKey(expression, item));
    const limit = this.#select.limit ?? DEFAULT_LIMIT;
    const size = index === 0 ? limit : INNER_BUCKETS;
    const shardSize = index === 0 && limit < DEFAULT_LIMIT ? shardSizeOf(this.#select.hints) : null;
    const terms = (source: JsonObject): JsonObject => ({ terms: termsBody(source, size, shardSize) });
    const ref = this.#fieldOf(expression);
    if (ref !== null) {
      // A key that the SELECT list has is used as written there; any other key is exact.
      const isSelected = this.#select.items.some((item) => item.expression === expression);
      const field = isSelected ? ref.name : this.#writer.scope.exact(ref.name);
      const alias = isSelected || field === ref.name ? selected?.alias : null;
      const nested = ref.nestedPath === null ? null : { path: ref.nestedPath, name: nestedName(ref.name) };
      return { name: alias ?? field, body: terms({ field }), nested, expression, field, isNamed: true };
    }
    if (expression.kind === 'call' && isBucketFunction(expression)) {
      const name = bucketAlias(expression) ?? pathName(expression);
      const body = bucketAggregation(expression, this.#writer);
      return { name, body, nested: null, expression, field: null, isNamed: false };
    }
    if (expression.kind === 'negate') throw noField(expression);
    const written = scriptCall(expression);
    if (written === null && expression.kind === 'call') checkScalar(expression);
    const text = expressionName(expression);
    const source =
      written ?? this.#scripts.get(treeKey(expression)) ?? returningSource(expression, this.#writer);
    const alias = this.#isUnnamed(expression) ? null : selected?.alias;
    const name = written === null ? (alias ?? text) : pathName(expression as CallNode);
    const body = terms({ script: script(source) });
    return { name, body, nested: null, expression, field: null, isNamed: true };
  }

  #isUnnamed(key: ExpressionNode): boolean {
    const isLost = (node: ExpressionNode): boolean =>
      node.kind === 'call' && node.name !== node.name.toLowerCase() && !isBucketFunction(node);
    return this.#planned && someNode(key, isLost);
  }

  #fieldOf(expression: ExpressionNode): FieldRef | null {
    const { scope } = this.#writer;
    if (expression.kind === 'column') return scope.column(expression);
    return expression.kind === 'call' ? (nestedCall(expression, scope)?.field ?? null) : null;
  }

  #sameKey(expression: ExpressionNode, { expression: selected }: SelectItemNode): boolean {
    if (expression === selected) return true;
    if (expression.kind !== selected.kind) return false;
    if (expression.kind === 'column' && selected.kind === 'column') {
      return this.#writer.scope.column(expression).name === this.#writer.scope.column(selected).name;
    }
    return expressionName(expression) === expressionName(selected);
  }

  #addMetric(
    name: string,
    call: CallNode,
    metrics: JsonObject,
    printed = printedScript(call, this.#writer),
  ): void {
    const nesting = metricNesting(call, this.#writer);
    const aggregation = metricAggregation(call, this.#writer, printed);
    if (nesting === null) metrics[name] = aggregation;
    const wrapper = nesting === null ? null : this.#wrap(name, aggregation, nesting, metrics);
    this.#valuePaths.set(name, metricValuePath(name, call, wrapper));
  }

  #wrap(name: string, aggregation: JsonObject, { path, field }: Nesting, metrics: JsonObject): string {
    const own = nestedName(field);
    // The original has no name for a second metric of one nested field.
    const wrapper = own in metrics ? nestedName(name) : own;
    const filter = nestedFilter(this.#select.where, path, this.#writer);
    const filterName = `${field}@FILTER`;
    const measured: JsonObject = { [name]: aggregation };
    const aggregations: JsonObject =
      filter === null ? measured : { [filterName]: { filter, aggregations: measured } };
    metrics[wrapper] = { nested: { path }, aggregations };
    return filter === null ? wrapper : `${wrapper}>${filterName}`;
  }

  #having(levels: readonly Level[], metrics: JsonObject): void {
    const { having } = this.#select;
    if (having === null || levels.length === 0) return;
    const filter = havingFilter(having, this.#writer.scope);
    for (const [name, call] of filter.metrics) this.#addMetric(name, call, metrics);
    const paths = [...this.#valuePaths].filter(([name]) => !DELIMITERS.test(name));
    const texts = paths.map(([name, path]) => [name, pathText(path, '.')] as const);
    metrics.bucket_filter = bucketSelector(filter.source, new Map(texts));
  }

  #includeName({ expression }: SelectItemNode): string {
    const field = this.#fieldOf(expression);
    if (field !== null) return field.name;
    return expression.kind === 'call' && isMetric(expression.name) ? methodName(expression) : 'script';
  }

  #storedName(item: SelectItemNode): string {
    const { expression, alias } = item;
    const field = this.#fieldOf(expression);
    return field?.name ?? this.#scriptNames.get(item) ?? alias ?? expressionName(expression);
  }
}

/** The name contains the script of a computed argument, with round instead of square brackets. */
function metricName(call: CallNode, printed: PrintedScript | null): string {
  if (printed === null) return aggregationName(call);
  const text = `${printed.key}=${printed.source}`.replaceAll('[', '(').replaceAll(']', ')');
  return `${methodName(call)}(${call.distinct ? 'DISTINCT ' : ''}${text})`;
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
  checkInnerCalls(call);
  throw new LateRefusal(`can define this method ${aggregationName(call).toLowerCase()}`);
}

function nest(levels: readonly Level[], metrics: JsonObject): JsonObject {
  let inner = metrics;
  for (const { name, body, nested } of [...levels].reverse()) {
    const own = Object.keys(inner).length === 0 ? body : { ...body, aggregations: inner };
    inner = { [name]: own };
    if (nested !== null) inner = { [nested.name]: { nested: { path: nested.path }, aggregations: inner } };
  }
  return inner;
}

function isNested(expression: ExpressionNode): boolean {
  return expression.kind === 'call' && expression.name.toLowerCase() === 'nested';
}
