import type { ComparisonNode, ExpressionNode } from '../../../ast/index.ts';
import { SqlError } from '../../../errors.ts';
import { checkConditions, druidClass } from '../translate/conditionForms.ts';
import { NEGATED } from '../translate/conditions.ts';
import { refuse } from '../translate/refuse.ts';
import { type Condition, rootTree, type WhereTree } from '../translate/where.ts';
import { conditionText } from './conditionText.ts';
import { type JoinTables, resolveName } from './tables.ts';

/** A comparison of ON, both sides by their full names: `s.dept_id = d.id`. */
export interface JoinCondition {
  readonly name: string;
  readonly operator: ComparisonNode['operator'];
  readonly value: string;
}

/** The conditions of ON, grouped as written. */
export interface JoinOn {
  readonly tree: WhereTree;
  readonly of: ReadonlyMap<Condition, JoinCondition>;
}

/** Throws SqlError for what is no comparison of two names. */
export function readOn(on: ExpressionNode | null, tables: JoinTables): JoinOn | null {
  if (on === null) return null;
  const tree = rootTree(on);
  checkConditions(tree);
  return { tree, of: new Map(leaves(tree).map((leaf) => [leaf, compared(leaf, tables)])) };
}

function leaves(tree: WhereTree): readonly Condition[] {
  return tree.kind === 'condition' ? [tree] : tree.members.flatMap(leaves);
}

function compared(leaf: Condition, tables: JoinTables): JoinCondition {
  const node = leaf.expression;
  const isNamed = node.kind === 'comparison' && node.left.kind === 'column' && node.right.kind === 'column';
  if (node.kind === 'column' || node.kind === 'literal') {
    throw refuse(`err find condition class ${druidClass(node)}`);
  }
  if (!isNamed) {
    const nameOf = (left: ExpressionNode): string => nameText(left, tables);
    const text = conditionText(leaf, nameOf);
    if (node.kind === 'like' && node.operand.kind === 'column' && node.pattern.kind === 'column') {
      throw unordered(text);
    }
    throw refuse(
      `conditions on join should be one side is secondTable OPEAR firstTable, condition was:${text}`,
    );
  }
  if (node.operator === '!=' || node.operator === '<=>')
    throw refuse(`Unsupported operation: ${node.operator}`);
  const operator = leaf.negated ? NEGATED[node.operator] : node.operator;
  return { name: nameText(node.left, tables), operator, value: nameText(node.right, tables) };
}

/** A condition by which nested loops cannot look for rows: the original finds out when its answer has begun. */
export function unordered(condition: string): SqlError {
  const details =
    'On NestedLoops currently only supported Ordered conditions (t2.field2 OPEAR t1.field1) , ' +
    `badCondition was:${condition}`;
  return new SqlError('RuntimeException', details, { httpStatus: 200, bodyStatus: 500 });
}

function nameText(node: ExpressionNode, tables: JoinTables): string {
  return node.kind === 'column' ? resolveName(node.parts.join('.'), tables) : node.kind;
}

/** The fields that ON compares of a table. Throws SqlError for a name without a table. */
export function comparedFields({ of }: JoinOn, alias: string): string[] {
  return [...of.values()].flatMap(({ name, value }) => {
    if (name.startsWith(`${alias}.`)) return [name.slice(alias.length + 1)];
    const dot = value.indexOf('.');
    if (dot < 0) throw refuse(`begin 0, end -1, length ${value.length}`, 'IllegalArgumentException');
    return value.slice(0, dot) === alias ? [value.slice(dot + 1)] : [];
  });
}

export interface KeyPair {
  readonly left: string;
  readonly right: string;
}

/**
 * The fields whose equality joins two rows: all pairs of one group. More than one group: OR. Throws SqlError for AND
 * within OR within AND.
 */
export function keyGroups({ tree, of }: JoinOn, [left, right]: JoinTables): readonly (readonly KeyPair[])[] {
  const members = tree.kind === 'group' ? tree.members : [tree];
  const groups = members.some(({ connective }) => connective === 'or')
    ? members.map((member) => (member.kind === 'group' ? member.members : [member]))
    : [members];
  return groups.map((group) =>
    group.map((leaf) => {
      const condition = leaf.kind === 'condition' ? of.get(leaf) : undefined;
      if (condition === undefined) {
        throw refuse('if connectedCondition is AND then all inner wheres should be Conditions');
      }
      const { name, value } = condition;
      const [first, second] = name.startsWith(left.alias) ? [name, value] : [value, name];
      return {
        left: first.replaceAll(`${left.alias}.`, ''),
        right: second.replaceAll(`${right.alias}.`, ''),
      };
    }),
  );
}
