import type { JsonObject } from '../../../../common/index.ts';
import type { CallNode, ComparisonNode, ExpressionNode } from '../../../ast/index.ts';
import { constantValue, isConstant } from './literals.ts';
import { checkOperator, JAVA_COMPARISONS } from './painless.ts';
import { refuse } from './refuse.ts';
import { painlessString } from './script.ts';

/** HAVING as a bucket selector: its script, and the aggregates that it needs beside the selected ones. */
export interface HavingFilter {
  readonly source: string;
  /** Metric name → call, as `count_0`, `avg_1`. */
  readonly metrics: ReadonlyMap<string, CallNode>;
}

const NEGATED: Readonly<Record<string, ComparisonNode['operator']>> = {
  '=': '<>',
  '<>': '=',
  '!=': '=',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};

/** `knownNames` are the names of selected metrics that HAVING may use. */
export function havingFilter(expression: ExpressionNode, knownNames: ReadonlySet<string>): HavingFilter {
  const metrics = new Map<string, CallNode>();
  const operand = (node: ExpressionNode): string => {
    if (isConstant(node)) {
      const value = constantValue(node);
      return typeof value === 'string' ? painlessString(value) : String(value);
    }
    if (node.kind === 'column') return `params.${metricName(node.parts.join('.'), knownNames)}`;
    if (node.kind === 'binary') {
      checkOperator(node.operator);
      return `(${operand(node.left)} ${node.operator} ${operand(node.right)})`;
    }
    if (node.kind !== 'call') throw refuse('err find condition of HAVING');
    const name = `${node.name.toLowerCase()}_${metrics.size}`;
    metrics.set(name, node);
    return `params.${name}`;
  };
  return { source: testOf(expression, false, operand), metrics };
}

function metricName(name: string, known: ReadonlySet<string>): string {
  if (!known.has(name))
    throw refuse(`Field [${name}] cannot be found or used here.`, 'SemanticAnalysisException');
  return name;
}

type Operand = (node: ExpressionNode) => string;

function testOf(node: ExpressionNode, negated: boolean, operand: Operand): string {
  switch (node.kind) {
    case 'and':
    case 'or': {
      const joined = (node.kind === 'and') === negated ? ' || ' : ' && ';
      const grouped = (inner: ExpressionNode): string => {
        const test = testOf(inner, negated, operand);
        return inner.kind === 'and' || inner.kind === 'or' || inner.kind === 'not' ? `(${test})` : test;
      };
      return node.operands.map(grouped).join(joined);
    }
    case 'not':
      return testOf(node.operand, !negated, operand);
    case 'comparison': {
      const operator = negated ? NEGATED[node.operator] : node.operator;
      return `${operand(node.left)} ${JAVA_COMPARISONS[operator]} ${operand(node.right)}`;
    }
    case 'between': {
      const x = operand(node.operand);
      const [low, high] = [operand(node.low), operand(node.high)];
      return node.negated === negated
        ? `${x} >= ${low} && ${x} <= ${high}`
        : `${x} < ${low} || ${x} > ${high}`;
    }
    case 'in': {
      if (node.list === null) throw refuse('Unsupported operation in HAVING clause: IN');
      const x = operand(node.operand);
      const isIn = node.negated === negated;
      const tests = node.list.map((item) => `${x} ${isIn ? '==' : '!='} ${operand(item)}`);
      return isIn ? `(${tests.join(' || ')})` : tests.join(' && ');
    }
    case 'isNull': {
      const isNull = node.negated === negated;
      return `${operand(node.operand)} ${isNull ? '==' : '!='} null`;
    }
    default:
      throw refuse(`Unsupported operation in HAVING clause: ${node.kind}`);
  }
}

/** `paths`: what each name of the script stands for. */
export function bucketSelector(source: string, paths: ReadonlyMap<string, string>): JsonObject {
  const bucketsPath: JsonObject = Object.fromEntries(paths);
  const script = { source, lang: 'painless' };
  return { bucket_selector: { buckets_path: bucketsPath, script, gap_policy: 'skip' } };
}
