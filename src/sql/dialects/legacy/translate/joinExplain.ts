import type { JsonObject } from '../../../../common/index.ts';
import type { ExpressionNode } from '../../../ast/index.ts';
import { bool, term } from './bool.ts';
import { ConditionWriter } from './conditions.ts';
import type { JoinPlan, JoinSide } from './joinPlan.ts';
import { constantOf } from './literals.ts';
import { expressionName } from './names.ts';
import { ScriptWriter } from './script.ts';

const HASH_DESCRIPTION =
  'Hash Join algorithm builds hash table based on result of first query, ' +
  'and then probes hash table to find matched rows for each row returned by second query';
const LOOPS_DESCRIPTION =
  'Nested Loops run first query, and for each result run second query with additional conditions as following.';

const PAGE_SIZE = 10_000;

/** A join as the original explains it: a plan object whose leaves are search bodies. */
export function explainJoin(plan: JoinPlan): JsonObject {
  return plan.algorithm === 'hash' ? explainHashJoin(plan) : explainNestedLoops(plan);
}

/** The search body of one side: selected and compared fields, its part of WHERE. */
export function sideBody(plan: JoinPlan, name: 'left' | 'right', guarded = false): JsonObject {
  const side = plan[name];
  const query = sideQuery(side, guarded);
  const includes = sideFields(plan, name);
  return {
    from: 0,
    size: plan.limit,
    ...(query !== null && { query }),
    ...(includes.length > 0 && { _source: { includes, excludes: [] } }),
  };
}

function sideQuery({ where, scope }: JoinSide, guarded: boolean): JsonObject | null {
  return where === null
    ? null
    : bool({ filter: [new ConditionWriter(new ScriptWriter(scope, guarded)).where(where)] });
}

/** No selected column: the whole source. */
function sideFields(plan: JoinPlan, name: 'left' | 'right'): string[] {
  const selected = plan.columns.filter(({ side }) => side === name).map(({ field }) => field);
  if (selected.length === 0) return [];
  return [...new Set([...selected, ...plan.on.map((condition) => condition[name])])];
}

function explainHashJoin(plan: JoinPlan): JsonObject {
  const { left, right, on, limit } = plan;
  const equalities = on
    .map((condition) => `${left.alias}.${condition.left} = ${right.alias}.${condition.right}`)
    .join(' AND ');
  const type = plan.type === 'left' ? 'LEFT_OUTER_JOIN' : 'JOIN';
  const project = `Project [ columns=[${plan.columns.map((column) => `${plan[column.side].alias}.${column.field}`).join(', ')}] ]`;
  const top = `Top [ count=${limit} ]`;
  const hash = `BlockHashJoin[ conditions=( ${equalities} ), type=${type}, blockSize=[FixedBlockSize with size=${PAGE_SIZE}] ]`;
  const scrolls: JsonObject = { useTermsFilterOptimization: false };
  for (const name of ['left', 'right'] as const) {
    const { index, alias } = plan[name];
    scrolls[`Scroll [ ${index} as ${alias}, pageSize=${PAGE_SIZE} ]`] = { request: sideBody(plan, name) };
  }
  const join = `Join [ conditions=( ${equalities} ) type=${type} ]`;
  const group = { Group: [logicalSide(plan, 'left'), logicalSide(plan, 'right')] };
  return {
    'Physical Plan': { [project]: { [top]: { [hash]: scrolls } } },
    description: HASH_DESCRIPTION,
    'Logical Plan': { [project]: { [top]: { [join]: group } } },
  };
}

function logicalSide(plan: JoinPlan, name: 'left' | 'right'): JsonObject {
  const { alias, index, where } = plan[name];
  const fields = sideFields(plan, name);
  const columns = fields.length > 0 ? fields : plan.on.map((condition) => condition[name]);
  const scan: JsonObject = { TableScan: { tableAlias: alias, tableName: index } };
  const filtered: JsonObject =
    where === null ? scan : { [`Filter [ conditions=[${whereText(where, plan[name])} ] ]`]: scan };
  return { [`Project [ columns=[${columns.map((field) => `${alias}.${field}`).join(', ')}] ]`]: filtered };
}

const OPERATORS: Readonly<Record<string, string>> = {
  '=': 'EQ',
  '<>': 'N',
  '!=': 'N',
  '<': 'LT',
  '<=': 'LTE',
  '>': 'GT',
  '>=': 'GTE',
};

/** `AND ( AND id ISN null, AND budget GT 200000 )`. */
function whereText(where: ExpressionNode, side: JoinSide): string {
  const isGroup = where.kind === 'and' || where.kind === 'or';
  const operands = isGroup ? where.operands : [where];
  const connective = where.kind === 'or' ? 'OR' : 'AND';
  return `AND ( ${operands.map((operand) => `${connective} ${conditionText(operand, side)}`).join(', ')} )`;
}

function conditionText(node: ExpressionNode, side: JoinSide): string {
  const name = (operand: ExpressionNode): string =>
    operand.kind === 'column' ? side.scope.column(operand).name : expressionName(operand);
  switch (node.kind) {
    case 'comparison':
      return `${name(node.left)} ${OPERATORS[node.operator]} ${valueText(node.right)}`;
    case 'isNull':
      return `${name(node.operand)} ${node.negated ? 'ISN' : 'IS'} null`;
    case 'like':
      return `${name(node.operand)} ${node.negated ? 'NLIKE' : 'LIKE'} ${valueText(node.pattern)}`;
    case 'in':
      return `${name(node.operand)} ${node.negated ? 'NIN' : 'IN'} [${(node.list ?? []).map(valueText).join(', ')}]`;
    case 'between':
      return `${name(node.operand)} ${node.negated ? 'NBETWEEN' : 'BETWEEN'} [${valueText(node.low)}, ${valueText(node.high)}]`;
    default:
      return expressionName(node);
  }
}

function valueText(node: ExpressionNode): string {
  const literal = constantOf(node);
  return literal === null ? expressionName(node) : String(literal.value);
}

function explainNestedLoops(plan: JoinPlan): JsonObject {
  const { left, right } = plan;
  const conditions = plan.on.map((condition) => {
    const value = `${left.alias}.${condition.left}`;
    return condition.operator === '='
      ? term(`${right.alias}.${condition.right}`, value)
      : { script: { source: `${right.alias}.${condition.right} ${condition.operator} ${value}` } };
  });
  return {
    description: LOOPS_DESCRIPTION,
    conditions: conditions.length === 0 ? {} : bool({ filter: [bool({ must: conditions })] }),
    'first query': sideBody(plan, 'left'),
    'second query': sideBody(plan, 'right'),
  };
}
