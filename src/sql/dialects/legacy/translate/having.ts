import type { JsonObject } from '../../../../common/index.ts';
import type { CallNode, ExpressionNode } from '../../../ast/index.ts';
import { NEGATED } from './conditions.ts';
import { constantOf, isConstant } from './literals.ts';
import { isMetric } from './metrics.ts';
import { argumentName } from './names.ts';
import { checkOperator, JAVA_COMPARISONS } from './painless.ts';
import { LateRefusal, refuse } from './refuse.ts';
import type { Scope } from './scope.ts';
import { type Condition, rootTree, type WhereTree } from './where.ts';

/** HAVING as a bucket selector: its script, and the aggregates that it needs beside the selected ones. */
export interface HavingFilter {
  readonly source: string;
  /** Metric name → call, as `count_0`, `avg_1`. */
  readonly metrics: ReadonlyMap<string, CallNode>;
}

/** The original prints texts as they are: a script of them does not run. */
export function havingFilter(expression: ExpressionNode, scope: Scope): HavingFilter {
  const metrics = new Map<string, CallNode>();
  const operand = (node: ExpressionNode, isExact = false): string => {
    if (isConstant(node)) return argumentName(constantOf(node) ?? node);
    if (node.kind === 'column') {
      const { name } = scope.column(node);
      return `params.${isExact ? scope.exact(name) : name}`;
    }
    if (node.kind === 'binary') {
      checkOperator(node.operator);
      return `(${operand(node.left)} ${node.operator} ${operand(node.right)})`;
    }
    if (node.kind !== 'call') throw refuse('err find condition of HAVING');
    if (!isMetric(node.name)) throw new LateRefusal('Unsupported operation in HAVING clause: SCRIPT');
    const name = `${node.name.toLowerCase()}_${metrics.size}`;
    metrics.set(name, node);
    return `params.${name}`;
  };
  return { source: joined(rootTree(expression).members, operand), metrics };
}

type Operand = (node: ExpressionNode, isExact?: boolean) => string;

function joined(members: readonly WhereTree[], operand: Operand): string {
  return members
    .map((member, i) => {
      const test =
        member.kind === 'condition' ? testOf(member, operand) : `(${joined(member.members, operand)})`;
      return (i === 0 ? '' : member.connective === 'and' ? ' && ' : ' || ') + test;
    })
    .join('');
}

function testOf({ expression: node, negated }: Condition, operand: Operand): string {
  switch (node.kind) {
    case 'comparison': {
      const operator = negated ? NEGATED[node.operator] : node.operator;
      return `${operand(node.left, node.operator === '=')} ${JAVA_COMPARISONS[operator]} ${operand(node.right)}`;
    }
    case 'between': {
      const x = operand(node.operand);
      const [low, high] = [operand(node.low), operand(node.high)];
      return node.negated === negated
        ? `${x} >= ${low} && ${x} <= ${high}`
        : `${x} < ${low} || ${x} > ${high}`;
    }
    case 'in': {
      if (node.list === null) throw new LateRefusal('Unsupported operation in HAVING clause: IN');
      const x = operand(node.operand, true);
      const isIn = node.negated === negated;
      const tests = node.list.map((item) => `${x} ${isIn ? '==' : '!='} ${operand(item)}`);
      return tests.join(isIn ? ' || ' : ' && ');
    }
    case 'isNull': {
      const isNull = node.negated === negated;
      return `${operand(node.operand, true)} ${isNull ? '==' : '!='} null`;
    }
    default:
      throw new LateRefusal(`Unsupported operation in HAVING clause: ${node.kind.toUpperCase()}`);
  }
}

/** `paths`: what each name of the script stands for. */
export function bucketSelector(source: string, paths: ReadonlyMap<string, string>): JsonObject {
  const bucketsPath: JsonObject = Object.fromEntries(paths);
  const script = { source, lang: 'painless' };
  return { bucket_selector: { buckets_path: bucketsPath, script, gap_policy: 'skip' } };
}
