import type { JsonObject } from '../../../../common/index.ts';
import type { BetweenNode, ComparisonNode, ExpressionNode, InNode } from '../../../ast/index.ts';
import { bool } from './bool.ts';

/** How a condition stands in its group: `AND` → must, `OR` → should. */
type Connective = 'and' | 'or';

/** A condition that can be written, and written negated. */
export interface Condition {
  readonly kind: 'condition';
  readonly connective: Connective;
  readonly negated: boolean;
  readonly expression: ExpressionNode;
}

export interface Group {
  readonly kind: 'group';
  readonly connective: Connective;
  readonly members: readonly WhereTree[];
}

export type WhereTree = Condition | Group;

const opposite = (connective: Connective): Connective => (connective === 'and' ? 'or' : 'and');

/** WHERE as the original groups it: NOT is pushed into the conditions and turns the connectives around. */
export function rootTree(expression: ExpressionNode): Group {
  return { kind: 'group', connective: 'and', members: membersOf(expression) };
}

/** A tree without the groups of one member around it. */
export function bareTree(root: WhereTree): WhereTree {
  let tree = root;
  while (tree.kind === 'group' && tree.members.length === 1) tree = tree.members[0];
  return tree;
}

function membersOf(expression: ExpressionNode): readonly WhereTree[] {
  if (expression.kind === 'and' || expression.kind === 'or') {
    const connective = expression.kind;
    return expression.operands.flatMap((operand) => member(operand, connective));
  }
  if (expression.kind === 'not') return membersOf(expression.operand).map(negate);
  return [{ kind: 'condition', connective: 'and', negated: false, expression }];
}

function member(operand: ExpressionNode, connective: Connective): readonly WhereTree[] {
  if (operand.kind === connective) return operand.operands.flatMap((inner) => member(inner, connective));
  if (operand.kind === 'and' || operand.kind === 'or' || operand.kind === 'not') {
    return [{ kind: 'group', connective, members: membersOf(operand) }];
  }
  return [{ kind: 'condition', connective, negated: false, expression: operand }];
}

function negate(tree: WhereTree): WhereTree {
  const connective = opposite(tree.connective);
  if (tree.kind === 'condition') return { ...tree, connective, negated: !tree.negated };
  return { ...tree, connective, members: tree.members.map(negate) };
}

/** BETWEEN and IN as the comparisons that they stand for. */
export function comparisonsOf(node: BetweenNode | InNode, negated: boolean): WhereTree {
  const { operand: left, span } = node;
  const compared = (operator: ComparisonNode['operator'], right: ExpressionNode): ExpressionNode => ({
    ...{ kind: 'comparison', operator, left, right, span },
  });
  const isNot = node.negated !== negated;
  const [parts, whole]: [ExpressionNode[], Connective] =
    node.kind === 'between'
      ? [[compared('>=', node.low), compared('<=', node.high)], 'and']
      : [(node.list ?? []).map((item) => compared('=', item)), 'or'];
  const connective = isNot ? opposite(whole) : whole;
  const members = parts.map(
    (expression): Condition => ({
      ...{ kind: 'condition', connective, negated: isNot, expression },
    }),
  );
  return { kind: 'group', connective: 'and', members };
}

/** The `bool` that holds a WHERE: its one clause is must or should, as the tree's root stands. */
export function whereBool(tree: WhereTree, write: (condition: Condition) => JsonObject): JsonObject {
  return bool(clausesOf([tree], write));
}

function clausesOf(
  members: readonly WhereTree[],
  write: (condition: Condition) => JsonObject,
): Partial<Record<'must' | 'should', readonly JsonObject[]>> {
  const must: JsonObject[] = [];
  const should: JsonObject[] = [];
  for (const tree of members) {
    const query = tree.kind === 'condition' ? write(tree) : bool(clausesOf(tree.members, write));
    (tree.connective === 'and' ? must : should).push(query);
  }
  return { ...(must.length > 0 && { must }), ...(should.length > 0 && { should }) };
}
