import type { JsonValue } from '../../../../common/index.ts';
import {
  derive,
  type ExpressionNode,
  type SelectItemNode,
  type SelectNode,
  treeKey,
} from '../../../ast/index.ts';
import { functionByName } from '../../../functions/index.ts';
import { isMetric } from './metrics.ts';
import { isAggregateWord, plannedName } from './names.ts';
import { someNode } from './planned.ts';

type Cells = readonly JsonValue[];
type Read = (cells: Cells) => JsonValue;

/** A column that the query planner makes of those that a search answers. */
export interface PlannedColumn {
  readonly name: string;
  readonly alias: string | null;
  readonly read: Read;
}

/** A statement whose items are what its search is asked for, and what becomes of them. */
export interface PlannedItems {
  readonly select: SelectNode;
  readonly columns: readonly PlannedColumn[];
}

/** Literals beside groups, and what is computed of aggregates; null: there is nothing of the kind, or more than the planner computes. */
export function plannedItems(select: SelectNode): PlannedItems | null {
  const asked = select.items.filter(({ expression }) => !isComputed(expression));
  if (asked.length === select.items.length) return null;
  const reader = new ItemReader(select, asked);
  const columns: PlannedColumn[] = [];
  for (const item of select.items) {
    const at = asked.indexOf(item);
    const read = at < 0 ? reader.read(item.expression) : (cells: Cells) => cells[at];
    if (read === null) return null;
    columns.push({ name: plannedName(item), alias: item.alias, read });
  }
  return { select: derive(select, { items: reader.items }), columns };
}

function isComputed(expression: ExpressionNode): boolean {
  if (expression.kind === 'literal') return true;
  return !isAggregate(expression) && someNode(expression, isAggregate);
}

function isAggregate(node: ExpressionNode): boolean {
  if (node.kind !== 'call' || node.over !== null || node.filter !== null) return false;
  return isAggregateWord(node.name) && isMetric(node.name);
}

class ItemReader {
  readonly items: SelectItemNode[];
  readonly #keys: ReadonlySet<string>;

  constructor({ groupBy }: SelectNode, asked: readonly SelectItemNode[]) {
    this.items = [...asked];
    this.#keys = new Set(groupBy.map(treeKey));
  }

  /** Null: not of the planner's language. */
  read(node: ExpressionNode): Read | null {
    if (isAggregate(node) || this.#keys.has(treeKey(node))) return this.#asked(node);
    switch (node.kind) {
      case 'literal': {
        const value = node.value as JsonValue;
        return () => value;
      }
      case 'binary': {
        const operator = OPERATORS[node.operator];
        return operator === undefined ? null : this.#computed(operator, [node.left, node.right]);
      }
      case 'call': {
        const compute = functionByName(node.name)?.ofAggregates;
        if (compute === undefined || compute.length !== node.args.length) return null;
        return this.#computed(compute, node.args);
      }
      default:
        return null;
    }
  }

  #asked(node: ExpressionNode): Read {
    const key = treeKey(node);
    const known = this.items.findIndex(({ expression }) => treeKey(expression) === key);
    const at = known < 0 ? this.items.length : known;
    const alias = node.kind === 'call' && isAggregate(node) ? `${node.name}_${at}` : null;
    if (known < 0) this.items.push({ expression: node, alias, text: '' });
    return (cells) => cells[at];
  }

  #computed(compute: Compute, operands: readonly ExpressionNode[]): Read | null {
    const reads = operands.map((operand) => this.read(operand)).filter((read) => read !== null);
    if (reads.length < operands.length) return null;
    return (cells) => {
      const values = reads.map((read) => read(cells));
      return values.includes(null) ? null : compute(...values.map(Number));
    };
  }
}

type Compute = (...operands: number[]) => number;

const OPERATORS: Readonly<Record<string, Compute | undefined>> = Object.assign(Object.create(null), {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
  '%': (a: number, b: number) => a % b,
});
