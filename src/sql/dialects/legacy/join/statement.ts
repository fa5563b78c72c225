import type { SearchClient } from '../../../../client/index.ts';
import type { JsonObject } from '../../../../common/index.ts';
import {
  derive,
  type ExpressionNode,
  type JoinNode,
  type OrderNode,
  type SelectNode,
} from '../../../ast/index.ts';
import { verificationError } from '../../../errors.ts';
import { druidClass } from '../translate/conditionForms.ts';
import { expressionName, isAggregateWord, methodName, writtenName } from '../translate/names.ts';
import { refuse } from '../translate/refuse.ts';
import { Scope } from '../translate/scope.ts';
import { ScriptWriter } from '../translate/script.ts';
import { targetOf } from '../translate/sort.ts';
import type { WhereTree } from '../translate/where.ts';
import { comparedFields, type JoinOn, readOn } from './conditions.ts';
import { type JoinField, plainField } from './fields.ts';
import { type JoinHints, joinHints } from './hints.ts';
import { scriptFields, selectedFields, selectsAll } from './selected.ts';
import { splitWhere } from './splitWhere.ts';
import { type JoinTable, type JoinTables, openTables, resolveName } from './tables.ts';

/** What a join wants of one of its tables. */
export interface JoinSide {
  readonly table: JoinTable;
  readonly scope: Scope;
  readonly selected: readonly JoinField[];
  /** `SELECT *`, without the name of a table. */
  readonly selectsAll: boolean;
  /** The selected fields and those that ON compares; none: the whole source. */
  readonly fetched: readonly JoinField[];
  /** The computed columns, as this table is asked for them. */
  readonly scripts: JsonObject;
  readonly where: WhereTree | null;
  readonly orderBy: readonly OrderNode[];
}

export type JoinSides = readonly [left: JoinSide, right: JoinSide];

export interface JoinStatement {
  readonly sides: JoinSides;
  /** As the original's plans name it. */
  readonly type: string;
  readonly on: JoinOn | null;
  /** Null: the original's default. */
  readonly limit: number | null;
  readonly hints: JoinHints;
  readonly select: SelectNode;
}

/** Reads a statement as the original's legacy engine does. Throws SqlError for what it refuses. */
export async function readJoin(
  select: SelectNode,
  join: JoinNode,
  client: SearchClient,
): Promise<JoinStatement> {
  const tables = await openTables(join, client);
  checkNames(select, tables);
  const where = splitWhere(select.where, tables);
  if (select.distinct) {
    const details =
      'Cannot invoke "org.opensearch.sql.legacy.domain.Field.setAggregationOption(' +
      'com.alibaba.druid.sql.ast.expr.SQLAggregateOption)" because "field" is null';
    throw refuse(details, 'NullPointerException');
  }
  const order = select.orderBy.map((item) => orderOf(item, select, tables));
  const on = readOn(join.on, tables);
  const ids = new Map<string, number>();
  const sideOf = (table: JoinTable): JoinSide => {
    const { alias, index, fields } = table;
    const scope = new Scope(index, [alias, index], [], fields);
    const writer = new ScriptWriter(scope, false, true, ids);
    const selected = selectedFields(select.items, table, tables, writer);
    return {
      table,
      scope,
      selected,
      scripts: scriptFields(selected),
      selectsAll: selectsAll(select.items),
      fetched: fetchedFields(selected, on === null ? [] : comparedFields(on, alias)),
      where: where.get(alias) ?? null,
      orderBy: order.filter((item) => item.alias === alias).map(({ node }) => node),
    };
  };
  const sides = [sideOf(tables[0]), sideOf(tables[1])] as const;
  const { limit, hints } = select;
  return { sides, type: typeText(join), on, limit, hints: joinHints(hints), select };
}

/** Names whose keyword the original looks for, in the table that their first part names. */
function checkNames({ where, groupBy, orderBy }: SelectNode, tables: JoinTables): void {
  const check = (node: ExpressionNode): void => {
    if (node.kind === 'column') checkedName(node.parts.join('.'), tables);
  };
  if (where !== null) for (const node of exactOperands(where)) check(node);
  groupBy.forEach(check);
  for (const { expression } of orderBy) check(expression);
}

/** The operands of `=`, IS and IN in a condition. */
function exactOperands(where: ExpressionNode): readonly ExpressionNode[] {
  switch (where.kind) {
    case 'and':
    case 'or':
      return where.operands.flatMap(exactOperands);
    case 'not':
      return exactOperands(where.operand);
    case 'comparison':
      return where.operator === '=' ? [where.left, where.right] : [];
    case 'isNull':
      return [where.operand];
    case 'in':
      return [where.operand, ...(where.list ?? [])];
    default:
      return [];
  }
}

function checkedName(written: string, tables: JoinTables): string {
  const name = resolveName(written, tables);
  if (!name.includes('.') && !name.startsWith('_'))
    throw verificationError('table alias or field name missing');
  const isKnown = name.startsWith('_') || tables.some(({ alias }) => name.startsWith(`${alias}.`));
  if (!isKnown) throw refuse(NO_MAPPINGS, 'NullPointerException');
  return name;
}

function orderOf(
  item: OrderNode,
  { items }: SelectNode,
  tables: JoinTables,
): { readonly alias: string; readonly node: OrderNode } {
  if (item.nulls !== null) throw refuse('Illegal SQL expression : NULLS', 'ParserException');
  const isOrdinal = item.expression.kind === 'literal';
  const expression = isOrdinal ? targetOf(item.expression, items) : item.expression;
  const named = expression.kind === 'isNull' ? expression.operand : expression;
  const name = named.kind === 'column' ? checkedName(named.parts.join('.'), tables) : orderText(named);
  const table = tables.find(({ alias }) => name.startsWith(`${alias}.`));
  if (table === undefined) {
    throw refuse(`order by field on join request should have alias before, got ${name}`);
  }
  return { alias: table.alias, node: derive(item, { expression }) };
}

/** What the original takes for the name of a field to sort by. */
function orderText(node: ExpressionNode): string {
  if (node.kind === 'comparison') throw refuse(`Unsupported operator: ${node.operator}`);
  if (node.kind === 'binary') return writtenName(node);
  return node.kind === 'call' && !isAggregateWord(methodName(node)) ? expressionName(node) : druidClass(node);
}

/** A field under an alias is no such field to the original, which then asks for it twice. */
function fetchedFields(selected: readonly JoinField[], compared: readonly string[]): readonly JoinField[] {
  if (selected.length === 0) return [];
  const fetched = [...selected];
  for (const name of compared) {
    const isThere = fetched.some((field) => field.name === name && field.alias === null);
    if (!isThere) fetched.push(plainField(name));
  }
  return fetched;
}

const NO_MAPPINGS =
  'Cannot invoke "org.opensearch.sql.legacy.esdomain.mapping.FieldMappings.has(String)" because "fieldMappings" is null';

const TYPES: Readonly<Record<JoinNode['type'], string>> = {
  inner: 'JOIN',
  left: 'LEFT_OUTER_JOIN',
  right: 'RIGHT_OUTER_JOIN',
  full: 'FULL_OUTER_JOIN',
  cross: 'CROSS_JOIN',
  comma: 'COMMA',
};

function typeText({ type, saysInner, using }: JoinNode): string {
  if (using === 'natural') return 'NATURAL_JOIN';
  return type === 'inner' && saysInner ? 'INNER_JOIN' : TYPES[type];
}
