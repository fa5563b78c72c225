import type { ColumnNode, ExpressionNode, SelectNode } from '../../../ast/index.ts';
import { AnswerableRefusal, SqlError } from '../../../errors.ts';
import { functionByName } from '../../../functions/index.ts';
import { traps } from '../traps.ts';
import { continuesList, groupKeys } from './aggregations.ts';
import { isConstant } from './literals.ts';
import { expressionName } from './names.ts';
import { scriptOf } from './painless.ts';
import { distinguishesCase, expressionsOf, isStar, someNode } from './planned.ts';
import { refuse } from './refuse.ts';
import { isOfFields } from './relevance.ts';
import type { Scope } from './scope.ts';
import { ScriptWriter } from './script.ts';
import { targetOf } from './sort.ts';

/** The warnings about parts of a statement that the legacy engine interprets differently from V2. */
export function misreadings(select: SelectNode, scope: Scope): string[] {
  const rules: readonly (readonly [warning: string, bites: boolean])[] = [
    [traps.likeCase, distinguishesCase(select)],
    [traps.fieldNames, comparesNames(select)],
    [traps.allFields, inWhere(select, searchesAllFields)],
    [traps.computedIn, inWhere(select, isComputedIn)],
    [traps.halves, expressionsOf(select).some((node) => someNode(node, roundsHalves(scope)))],
    [traps.keyTexts, keysOf(select).some((key) => isComputedNumber(key, scope))],
    [traps.groupOrders, ordersOtherwise(select)],
    [traps.otherKeys, losesKeys(select)],
    [traps.distinctStar, select.distinct && select.items.every(({ expression }) => isStar(expression))],
    [traps.sumOfConstant, expressionsOf(select).some((node) => someNode(node, ofConstant('sum')))],
    [traps.countOfConstant, expressionsOf(select).some((node) => someNode(node, ofConstant('count')))],
  ];
  return rules.flatMap(([warning, bites]) => (bites ? [warning] : []));
}

/**
 * A field as a bound of BETWEEN, in a list of IN, or compared next to other conditions is read as a string:
 * its name.
 */
function comparesNames({ where }: SelectNode): boolean {
  if (where === null) return false;
  const lone = where.kind === 'not' ? where.operand : where;
  return someNode(where, (node) => node !== lone && isOrderOfColumns(node)) || someNode(where, isNameTest);
}

function inWhere({ where }: SelectNode, test: (node: ExpressionNode) => boolean): boolean {
  return where !== null && someNode(where, test);
}

/** A field stands in the search, or before it, and is not read. */
function searchesAllFields(node: ExpressionNode): boolean {
  const call = node.kind === 'comparison' ? node.right : node;
  if (call.kind !== 'call' || !isOfFields(call)) return false;
  return node !== call || (call.args.length > 1 && !isConstant(call.args[0]));
}

function isComputedIn(node: ExpressionNode): boolean {
  if (node.kind !== 'in' && node.kind !== 'between') return false;
  const { operand } = node;
  const isNested = operand.kind === 'call' && operand.name.toLowerCase() === 'nested';
  const values = node.kind === 'in' ? (node.list ?? []) : [node.low, node.high];
  const areComputed = values.some((value) => value.kind === 'call' && !isConstant(value));
  return areComputed || (!isNested && operand.kind !== 'column');
}

function isOrderOfColumns(node: ExpressionNode): boolean {
  if (node.kind !== 'comparison' || !/^[<>]=?$/.test(node.operator)) return false;
  return isColumn(node.left) && isColumn(node.right);
}

function isNameTest(node: ExpressionNode): boolean {
  if (node.kind !== 'between' && node.kind !== 'in') return false;
  const values = node.kind === 'between' ? [node.low, node.high] : (node.list ?? []);
  const areValues = values.every((value) => isColumn(value) || isConstant(value));
  return isColumn(node.operand) && areValues && values.some(isColumn);
}

function isColumn(node: ExpressionNode): node is ColumnNode {
  return node.kind === 'column';
}

/** Only negative halves are rounded differently: -0.5 becomes 0, in V2 -1. */
function roundsHalves(scope: Scope): (node: ExpressionNode) => boolean {
  return (node) => {
    if (node.kind !== 'call' || node.name.toLowerCase() !== 'round') return false;
    const [argument] = node.args;
    return argument !== undefined && mayBeHalf(argument, scope);
  };
}

function mayBeHalf(node: ExpressionNode, scope: Scope): boolean {
  const isHalf = (part: ExpressionNode): boolean => mayBeHalf(part, scope);
  switch (node.kind) {
    case 'literal':
      return typeof node.value === 'number' && !Number.isInteger(node.value);
    case 'column':
      return !WHOLE_TYPES.has(scope.fields.typeOf(scope.exact(scope.column(node).name)));
    case 'negate':
      return isHalf(node.operand);
    case 'binary':
      return isHalf(node.left) || isHalf(node.right);
    case 'cast':
      return !WHOLE_CASTS.has(node.type.toUpperCase()) && isHalf(node.operand);
    case 'call':
      return !WHOLE_FUNCTIONS.has(node.name.toLowerCase());
    default:
      return true;
  }
}

const WHOLE_TYPES: ReadonlySet<string> = new Set(['byte', 'short', 'integer', 'long', 'boolean']);
const WHOLE_CASTS: ReadonlySet<string> = new Set(['BYTE', 'SHORT', 'INT', 'INTEGER', 'LONG']);
/** Functions whose results are integers or not negative: rounding them is the same in both engines. */
const WHOLE_FUNCTIONS: ReadonlySet<string> = new Set([
  ...['abs', 'ceil', 'ceiling', 'exp', 'floor', 'length', 'rint', 'round', 'sign', 'signum', 'sqrt'],
]);

function keysOf(select: SelectNode): readonly ExpressionNode[] {
  return groupKeys(select).map((key) => meant(key, select.items));
}

/** Resolves ordinals and aliases to their select items; ordinals out of range are refused elsewhere. */
function meant(node: ExpressionNode, items: SelectNode['items']): ExpressionNode {
  if (node.kind !== 'literal') return targetOf(node, items);
  return items[Number(node.value) - 1]?.expression ?? node;
}

/**
 * Only ORDER BY of the keys in their order, with a metric possibly instead of the last one, works as in V2.
 */
function ordersOtherwise(select: SelectNode): boolean {
  const keys = keysOf(select).map(expressionName);
  const orders = select.orderBy
    .filter(({ expression }) => expression.kind !== 'isNull')
    .map(({ expression }) => expressionName(meant(expression, select.items)));
  const last = keys.length - 1;
  const isRight = (order: string, i: number): boolean =>
    order === keys[i] || (i === last && i === orders.length - 1 && !keys.includes(order));
  return keys.length > 0 && !orders.every(isRight);
}

function isComputedNumber(key: ExpressionNode, scope: Scope): boolean {
  switch (key.kind) {
    case 'negate':
    case 'binary':
    case 'cast':
      return typeOf(key, scope) === 'number';
    case 'call':
      return functionByName(key.name)?.painless !== undefined && typeOf(key, scope) === 'number';
    default:
      return false;
  }
}

/** Of DISTINCT alone, only the first list of keys is read. */
function losesKeys(select: SelectNode): boolean {
  const [, ...others] = groupKeys(select);
  return select.distinct && select.groupBy.length === 0 && !others.every(continuesList);
}

/** The original reads a constant argument as the name of a field, which no document has. */
function isOfConstant(node: ExpressionNode, names: readonly string[]): boolean {
  if (node.kind !== 'call' || !names.includes(node.name.toLowerCase())) return false;
  return node.args.length > 0 && isConstant(node.args[0]);
}

function ofConstant(name: string): (node: ExpressionNode) => boolean {
  return (node) => isOfConstant(node, [name]);
}

/**
 * Throws AnswerableRefusal for groups on which the original fails. Of no values it only has sums and counts:
 * minima, maxima and averages are infinite or NaN, which its query planner cannot print.
 */
export function checkGroups(select: SelectNode, scope: Scope, isPlanned: boolean): void {
  if (keysOf(select).some(({ kind }) => kind === 'case')) {
    const details = 'Cannot invoke "Object.toString()" because "this.value" is null';
    throw new AnswerableRefusal(refuse(details, 'NullPointerException'));
  }
  if (!isPlanned) return;
  const isFailing = (node: ExpressionNode): boolean =>
    isOfConstant(node, ['min', 'max', 'avg']) || isOfText(node, scope);
  if (expressionsOf(select).some((node) => someNode(node, isFailing))) {
    throw new AnswerableRefusal(refuse('JSON does not allow non-finite numbers.', 'JSONException'));
  }
}

/** MIN or MAX of a computed text. */
function isOfText(node: ExpressionNode, scope: Scope): boolean {
  if (node.kind !== 'call' || !['min', 'max'].includes(node.name.toLowerCase())) return false;
  const [argument] = node.args;
  if (argument === undefined || !['call', 'case', 'cast'].includes(argument.kind)) return false;
  return typeOf(argument, scope) === 'string';
}

/** The type of the expression's script; null if it has none. */
function typeOf(node: ExpressionNode, scope: Scope): 'number' | 'string' | null {
  try {
    return scriptOf(node, new ScriptWriter(scope, true)).type;
  } catch (error) {
    if (error instanceof SqlError) return null;
    throw error;
  }
}
