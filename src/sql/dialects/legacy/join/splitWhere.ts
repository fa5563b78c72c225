import { derive, type ExpressionNode } from '../../../ast/index.ts';
import { SqlError } from '../../../errors.ts';
import { checkConditions } from '../translate/conditionForms.ts';
import { isLegacyScript } from '../translate/painless.ts';
import { refuse } from '../translate/refuse.ts';
import { type Condition, type Group, rootTree, type WhereTree } from '../translate/where.ts';
import { conditionText } from './conditionText.ts';
import { type JoinTables, resolveName } from './tables.ts';

/** The part of WHERE that each alias has; two tables of one alias share it. */
export type WhereByAlias = ReadonlyMap<string, WhereTree>;

/**
 * WHERE, split between the tables: whole when it speaks of one, else by the members of its highest group. The group's
 * own connective is lost by that: `s.a = 1 OR d.b = 2` holds where both do. Throws SqlError when a member speaks of both.
 */
export function splitWhere(where: ExpressionNode | null, tables: JoinTables): WhereByAlias {
  const byAlias = new Map<string, WhereTree>();
  if (where === null) return byAlias;
  const written = rootTree(where);
  checkConditions(written);
  const root = textsOf(written, tables);
  const only = aliasOf(root, tables);
  if (only !== null) return byAlias.set(only, root);
  for (const member of root.members) {
    const alias = aliasOf(member, tables);
    if (alias === null) throw refuse('Currently support only one hierarchy on different tables where');
    const before = byAlias.get(alias);
    byAlias.set(
      alias,
      before === undefined ? member : { kind: 'group', connective: 'and', members: [before, member] },
    );
  }
  return byAlias;
}

/** The one alias that a part of WHERE speaks of; null: more than one. */
function aliasOf(tree: WhereTree, tables: JoinTables): string | null {
  if (tree.kind === 'condition') return conditionAlias(tree, tables);
  const aliases = new Set(tree.members.map((member) => aliasOf(member, tables)));
  return aliases.size === 1 ? ([...aliases][0] ?? null) : null;
}

function conditionAlias(condition: Condition, tables: JoinTables): string {
  const written = comparedName(condition.expression);
  if (written === null) {
    throw noName();
  }
  checkValues(condition.expression);
  const name = resolveName(written, tables);
  const table = tables.find(({ alias }) => name.startsWith(`${alias}.`));
  if (table !== undefined) return table.alias;
  const text = conditionText(condition, () => name);
  throw refuse(`Field [${name}] with condition [${text}] does not contain an alias`);
}

function noName(): SqlError {
  const details = 'Cannot invoke "String.startsWith(String)" because "fieldName" is null';
  return refuse(details, 'NullPointerException');
}

/** The field that a condition is about; null: none, or more than a field. */
function comparedName(node: ExpressionNode): string | null {
  switch (node.kind) {
    case 'column':
      return node.parts.join('.');
    case 'comparison':
      return comparedName(node.left);
    case 'isNull':
    case 'like':
    case 'between':
    case 'in':
      return node.operand.kind === 'column' ? comparedName(node.operand) : null;
    case 'call':
      return node.args.length > 0 && node.args[0].kind === 'column' ? comparedName(node.args[0]) : null;
    default:
      return null;
  }
}

/** A field beside a field is a text to the original: its name. */
function textsOf(group: Group, tables: JoinTables): Group {
  const members = group.members.map((member) =>
    member.kind === 'group' ? textsOf(member, tables) : textOf(member, tables),
  );
  return { ...group, members };
}

function textOf(condition: Condition, tables: JoinTables): Condition {
  const { expression } = condition;
  if (expression.kind !== 'comparison' || !/^[<>]=?$/.test(expression.operator)) return condition;
  const { left, right } = expression;
  if (left.kind !== 'column' || right.kind !== 'column') return condition;
  const value = resolveName(right.parts.join('.'), tables);
  const text: ExpressionNode = { kind: 'literal', type: 'string', value, span: right.span };
  return { ...condition, expression: derive(expression, { right: text }) };
}

/** A field beside a field has no form in a query of one index. */
function checkValues(node: ExpressionNode): void {
  if (node.kind === 'comparison' && node.left.kind === 'column' && node.right.kind === 'column') {
    const details = `Cannot recoginze Sql identifer ${node.right.parts.join('.')}`;
    throw new SqlError('SqlParseException', details, { httpStatus: 200, bodyStatus: 500 });
  }
  if (node.kind !== 'comparison') return;
  if (node.left.kind === 'call') throw noName();
  if (node.right.kind === 'call' && isLegacyScript(node.right.name)) throw noName();
}
