import { unreachable } from '../../common/index.ts';
import type { Expression } from './ast.ts';
import { binaryNames } from './operatorNames.ts';

/** The error for an expression used as a statement. */
export interface UnusedResult {
  readonly words: string;
  readonly offset: number;
}

const UNARY = { '+': 'addition', '-': 'subtraction', '!': 'boolean not', '~': 'bitwise not' } as const;

const operation = (name: string, sign: string): string => `result not used from ${name} operation [${sign}]`;

/** Why the result of an expression must be used; `null` if the expression has an effect. */
export function unusedResult(node: Expression): UnusedResult | null {
  const words = unusedWords(node);
  return words === null ? null : { words, offset: startOf(node) };
}

function unusedWords(node: Expression): string | null {
  switch (node.kind) {
    case 'number':
      return numberWords(node);
    case 'string':
      return `string constant [${node.value}] not used`;
    case 'boolean':
      return `boolean constant [${node.value}] not used`;
    case 'null':
      return 'null constant not used';
    case 'regex':
      return `regex constant [${node.pattern}] with flags [${node.flags}] not used`;
    case 'name':
      return `variable [${node.name}] not used`;
    case 'member':
      return 'result of dot operator [.] not used';
    case 'index':
      return 'result of brace operator not used';
    case 'list':
    case 'map':
      return `result not used from ${node.kind} initializer`;
    case 'newArray':
      return 'result not used from new array';
    case 'cast':
      return `result not used from explicit cast with target type [${node.type}]`;
    case 'instanceof':
      return `result not used from instanceof with target type [${node.type}]`;
    case 'binary':
      return operation(binaryNames[node.operator], node.operator);
    case 'and':
      return operation('boolean and', '&&');
    case 'or':
      return operation('boolean or', '||');
    case 'unary':
      return operation(UNARY[node.operator], node.operator);
    case 'conditional':
      return operation('conditional', '?:');
    case 'elvis':
      return operation('elvis', '?:');
    case 'reference':
    case 'lambda':
      return `result not used from ${node.kind}`;
    case 'call':
    case 'assign':
    case 'step':
    case 'new':
      return null;
    default:
      throw unreachable(node);
  }
}

function numberWords({ text, type }: Expression & { readonly kind: 'number' }): string {
  if (type === 'double' || type === 'float') return `decimal constant [${text}] not used`;
  return `numeric constant [${text}${type === 'long' ? 'L' : ''}] not used`;
}

/** Operations start at their left operand, other expressions at their own offset. */
function startOf(node: Expression): number {
  switch (node.kind) {
    case 'binary':
    case 'and':
    case 'or':
    case 'elvis':
      return firstOf(node.left);
    case 'conditional':
      return firstOf(node.condition);
    case 'instanceof':
      return firstOf(node.operand);
    default:
      return node.offset;
  }
}

/** The start of an operand. */
function firstOf(node: Expression): number {
  switch (node.kind) {
    case 'member':
    case 'index':
      return firstOf(node.target);
    case 'call':
      return node.target === null ? node.offset : firstOf(node.target);
    default:
      return startOf(node);
  }
}
