import type { CallNode, ComparisonNode, ExpressionNode, LiteralNode } from '../../../ast/index.ts';
import { located, SqlError } from '../../../errors.ts';
import { isGeo } from './geo.ts';
import { constantOf, isConstant } from './literals.ts';
import { isAggregateWord, methodName } from './names.ts';
import { isLegacyScript } from './painless.ts';
import { refuse } from './refuse.ts';
import { isSearchCondition, isSearchOfField } from './relevance.ts';
import type { WhereTree } from './where.ts';

/** Throws the original's refusal of the first condition that its WHERE does not take. */
export function checkConditions(tree: WhereTree): void {
  if (tree.kind === 'group') for (const member of tree.members) checkConditions(member);
  else located(tree.expression, () => checkCondition(tree.expression));
}

function checkCondition(node: ExpressionNode): void {
  switch (node.kind) {
    case 'comparison':
      checkComparison(node);
      break;
    case 'isNull':
      checkLeft(node.operand, 'IS');
      break;
    case 'like':
      if (node.regexp) throw unsupported(node.negated ? 'NOT REGEXP' : 'REGEXP');
      checkLeft(node.operand, 'LIKE');
      break;
    case 'between':
      [node.low, node.high].forEach(checkValue);
      break;
    case 'in':
      node.list?.forEach(checkValue);
      break;
    case 'exists':
      break;
    case 'call':
      // The original reads these two, and then has no search for them.
      if (/^geo_(?:cell|distance_range)$/i.test(node.name)) throw unsupported(node.name.toUpperCase());
      if (isAggregate(node)) throw noCondition(node);
      if (!isConditionCall(node)) throw noMethod(node);
      break;
    case 'binary':
      checkLeft(node.left, node.operator);
      throw unsupported(node.operator);
    default:
      throw noCondition(node);
  }
}

function checkComparison({ left, right, operator }: ComparisonNode): void {
  const areLiterals = left.kind === 'literal' && right.kind === 'literal' && left.type !== 'null';
  if (areLiterals && right.type !== 'null') return;
  checkLeft(left, operator);
  if (operator === '<=>') throw unsupported(operator);
  if (left.kind === 'call') {
    if (!isScripted(left) || isValue(right)) return;
    const details = 'Cannot invoke "Object.toString()" because "java.util.List.get(int).value" is null';
    throw refuse(details, 'NullPointerException');
  }
  if (
    right.kind === 'call' &&
    !isAggregate(right) &&
    !isConstant(right) &&
    !isScripted(right) &&
    !isOfField(right)
  ) {
    const options = { httpStatus: 200, bodyStatus: 500 };
    throw new SqlError(
      'SqlParseException',
      `The following query method is not supported: ${right.name}`,
      options,
    );
  }
  checkValue(right);
}

/** Checks a left operand: after anything but a field or a function, the original takes the operator for a connective. */
function checkLeft(node: ExpressionNode, operator: string): void {
  switch (node.kind) {
    case 'column':
    case 'cast':
      return;
    case 'call':
      if (isAggregate(node)) throw noCondition(node);
      if (isScripted(node) || /^(?:nested|extract)$/i.test(node.name)) return;
      throw noMethod(node);
    case 'comparison':
    case 'binary':
    case 'isNull':
    case 'like':
      throw refuse(
        `No enum constant org.opensearch.sql.legacy.domain.Where.CONN.${operator}`,
        'IllegalArgumentException',
      );
    default:
      throw noCondition(node);
  }
}

/** Checks a right operand: it must be a name, a literal or a call. */
function checkValue(node: ExpressionNode): void {
  if (isValue(node)) return;
  const name = druidClass(node);
  const text = node.kind === 'binary' ? binaryText(node) : name;
  throw refuse(`Failed to parse SqlExpression of type class ${name}. expression value: ${text}`);
}

function isValue(node: ExpressionNode): boolean {
  return isConstant(node) || node.kind === 'column' || (node.kind === 'call' && !isAggregate(node));
}

function binaryText(node: ExpressionNode): string {
  switch (node.kind) {
    case 'binary':
      return `${binaryText(node.left)} ${node.operator} ${binaryText(node.right)}`;
    case 'column':
      return node.parts.join('.');
    case 'literal':
      return String(node.value);
    default:
      return druidClass(node);
  }
}

function isConditionCall(node: CallNode): boolean {
  return node.name.toLowerCase() === 'nested' || isSearchCondition(node.name) || isGeo(node.name);
}

function isOfField({ name }: CallNode): boolean {
  return isSearchOfField(name) || VALUE_QUERIES.has(name.toLowerCase());
}

/** `f = TERMS('a', 'b')` and its kin. */
const VALUE_QUERIES: ReadonlySet<string> = new Set(['term', 'terms', 'in_terms', 'ids_query']);

function isAggregate(node: ExpressionNode): boolean {
  return node.kind === 'call' && isAggregateWord(methodName(node));
}

function isScripted({ name }: CallNode): boolean {
  return name.toLowerCase() === 'if' || isLegacyScript(name);
}

function noMethod({ name }: CallNode): SqlError {
  return refuse(`unsupported method: ${name}`);
}

function unsupported(operator: string): SqlError {
  return refuse(`Unsupported operation: ${operator}`);
}

function noCondition(node: ExpressionNode): SqlError {
  return refuse(`err find condition class ${druidClass(node)}`);
}

/** A sign in front of anything but a number is no column of a SELECT or GROUP BY. */
export function noField(node: ExpressionNode): SqlError {
  return refuse(`unknown field name : ${druidClass(node)}`);
}

/** The class of an expression in the original's parser. */
export function druidClass(node: ExpressionNode): string {
  if (isAggregate(node)) {
    return 'com.alibaba.druid.sql.ast.expr.SQLAggregateExpr';
  }
  const literal = node.kind === 'literal' ? constantOf(node) : null;
  const name = literal === null ? CLASSES[node.kind] : LITERALS[literal.type];
  return `com.alibaba.druid.sql.ast.expr.SQL${name ?? 'Object'}Expr`;
}

const LITERALS: Readonly<Partial<Record<LiteralNode['type'], string>>> = {
  string: 'Char',
  integer: 'Integer',
  long: 'Integer',
  double: 'Number',
  boolean: 'Boolean',
  null: 'Null',
};

const CLASSES: Readonly<Partial<Record<ExpressionNode['kind'], string>>> = {
  column: 'Identifier',
  star: 'Identifier',
  negate: 'Unary',
  binary: 'BinaryOp',
  comparison: 'BinaryOp',
  isNull: 'BinaryOp',
  in: 'InList',
  like: 'BinaryOp',
  and: 'BinaryOp',
  or: 'BinaryOp',
  not: 'Not',
  row: 'List',
  subquery: 'Query',
  case: 'Case',
  cast: 'Cast',
  call: 'MethodInvoke',
};
