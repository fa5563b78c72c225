import {
  type CallNode,
  type ColumnNode,
  derive,
  type ExistsNode,
  type ExpressionNode,
  mapTree,
} from '../../../ast/index.ts';
import { expressionName } from './names.ts';
import { refuse } from './refuse.ts';
import { type FieldRef, flattenFrom, type Scope } from './scope.ts';

/** What a `nested(…)` call means: a field, or a condition on the nested documents of a path. */
export interface NestedCall {
  readonly path: string;
  readonly field: FieldRef | null;
  readonly condition: ExpressionNode | null;
}

/** `nested(lines.qty)`, `nested(lines.qty, lines)`, `nested('lines', lines.qty > 8)`; null for other calls. */
export function nestedCall(call: CallNode, scope: Scope): NestedCall | null {
  if (call.name.toLowerCase() !== 'nested') return null;
  if (call.args.length === 0 || call.args.length > 2) throw refuse(ONE_OR_TWO, 'IllegalArgumentException');
  const [first, second] = call.args;
  const name = nameOf(first, scope);
  if (second !== undefined && !isName(second)) return { path: name, field: null, condition: second };
  const path = second === undefined ? parentOf(name, scope) : nameOf(second, scope);
  return { path, field: { name, nestedPath: path }, condition: null };
}

const ONE_OR_TWO =
  'on nested object only allowed 2 parameters (field,path)/(path,conditions..) or 1 parameter (field) ';

function isName(node: ExpressionNode): boolean {
  return (
    node.kind === 'column' || node.kind === 'star' || (node.kind === 'literal' && node.type === 'string')
  );
}

function nameOf(node: ExpressionNode, scope: Scope): string {
  if (node.kind === 'column') return scope.column(node).name;
  if (node.kind === 'star') return `${scope.name(node.qualifier ?? '').name}.*`;
  if (node.kind === 'literal') return scope.name(String(node.value)).name;
  throw refuse(`Illegal nested field name: ${expressionName(node)}`, 'IllegalArgumentException');
}

/** The path by the mapping, else the name without its last part. */
function parentOf(name: string, scope: Scope): string {
  const dot = name.lastIndexOf('.');
  if (dot < 0) throw refuse(`Illegal nested field name: ${name}`, 'IllegalArgumentException');
  return scope.fields.get(name)?.nestedPath ?? name.slice(0, dot);
}

/** Neighbouring conditions on one nested table become one condition on its documents. */
export function mergeNested(expression: ExpressionNode, scope: Scope): ExpressionNode {
  if (scope.nestedTables.length === 0 || (expression.kind !== 'and' && expression.kind !== 'or'))
    return expression;
  const merged: ExpressionNode[] = [];
  let run: ExpressionNode[] = [];
  let runPath: string | null = null;
  const close = (): void => {
    if (runPath !== null && run.length > 1)
      merged.push(nestedGroup(runPath, derive(expression, { operands: run })));
    else merged.push(...run);
    run = [];
  };
  for (const operand of expression.operands.map((inner) => mergeNested(inner, scope))) {
    const path = tablePath(operand, scope);
    if (path === null || path !== runPath) close();
    runPath = path;
    run.push(operand);
  }
  close();
  return merged.length === 1 ? merged[0] : derive(expression, { operands: merged });
}

function nestedGroup(path: string, condition: ExpressionNode): CallNode {
  const { span } = condition;
  const name: ExpressionNode = { kind: 'literal', type: 'string', value: path, span };
  return {
    kind: 'call',
    name: 'nested',
    args: [name, condition],
    options: [],
    distinct: false,
    filter: null,
    over: null,
    span,
  };
}

/** The nested table that all columns of a condition belong to; null when there is none or more than one. */
function tablePath(node: ExpressionNode, scope: Scope): string | null {
  const paths = new Set(columnsOf(node).map((column) => scope.column(column).nestedPath));
  return paths.size === 1 ? [...paths][0] : null;
}

/** All columns of an expression. */
export function columnsOf(node: ExpressionNode): ColumnNode[] {
  switch (node.kind) {
    case 'column':
      return [node];
    case 'comparison':
    case 'binary':
      return [...columnsOf(node.left), ...columnsOf(node.right)];
    case 'and':
    case 'or':
      return node.operands.flatMap(columnsOf);
    case 'not':
    case 'isNull':
    case 'like':
    case 'between':
    case 'in':
    case 'negate':
    case 'cast':
      return columnsOf(node.operand);
    case 'call':
      return node.name.toLowerCase() === 'nested'
        ? node.args.slice(1).flatMap(columnsOf)
        : node.args.flatMap(columnsOf);
    default:
      return [];
  }
}

/**
 * `EXISTS (SELECT * FROM o.lines AS l WHERE c)`: the nested documents exist and fulfil `c`. The original reads the path
 * from the condition that they exist, as that of any field: `lines` for `o.lines.sku`.
 */
export function existsCondition(
  node: ExistsNode,
  outer: Scope,
): { path: string; scope: Scope; condition: ExpressionNode } {
  const { query } = node;
  const from = query.kind === 'select' && query.from !== null ? flattenFrom(query.from) : null;
  if (query.kind !== 'select' || from === null || from.more.length > 0 || from.nested.length > 0) {
    throw refuse('Unsupported subquery', 'IllegalStateException');
  }
  const { table } = from;
  const path = outer.name(table.name).name;
  if (path === table.name && outer.fields.get(path)?.type !== 'nested') {
    throw refuse('Unsupported subquery', 'IllegalStateException');
  }
  const nested = { path, alias: table.alias ?? table.name, leftJoin: false };
  const scope = outer.withNested(nested);
  const { span } = node;
  const itself: ExpressionNode = { kind: 'column', parts: [nested.alias], quoted: false, span };
  const present: ExpressionNode = { kind: 'isNull', operand: itself, negated: true, what: 'null', span };
  const where = query.where && inNested(query.where, nested.alias);
  const rest = where === null ? [] : where.kind === 'and' ? where.operands : [where];
  const condition: ExpressionNode =
    rest.length === 0 ? present : { kind: 'and', operands: [present, ...rest], span };
  return { path: path.replace(/\.[^.]*$/, ''), scope, condition };
}

/** To the original all names inside EXISTS are those of nested fields, whatever they are called there. */
function inNested(where: ExpressionNode, alias: string): ExpressionNode {
  return mapTree(where, (part) => {
    const node = part as ExpressionNode;
    if (node.kind !== 'column' || node.parts.join('.').startsWith(`${alias}.`)) return null;
    return derive(node, { parts: [alias, ...node.parts] });
  });
}
