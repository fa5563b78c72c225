import type { CallNode, ExpressionNode } from '../../../ast/index.ts';
import { isV2Search, isV2SearchOfField } from '../vocabulary.ts';

/** Whether a full-text search has other arguments than its field and its query, which are names or constants. */
export function isOtherSearch(call: CallNode): boolean {
  const name = call.name.toLowerCase();
  return isV2Search(name) && !hasConstants(call, name === 'query' ? 1 : 2);
}

/** `field = MATCHQUERY('text')`. */
export function isSearchOfField(node: ExpressionNode): boolean {
  if (node.kind !== 'comparison' || node.operator !== '=' || node.right.kind !== 'call') return false;
  const isField = node.left.kind === 'column' || node.left.kind === 'literal';
  return isField && isV2SearchOfField(node.right.name.toLowerCase()) && hasConstants(node.right, 1);
}

const CONSTANTS: ReadonlySet<ExpressionNode['kind']> = new Set(['column', 'literal', 'fieldList']);
/** Options that stand for arguments. */
const NAMED = new Set(['field', 'fields', 'query']);

function hasConstants({ args, options }: CallNode, count: number): boolean {
  const named = options.filter(({ name }) => NAMED.has(name.toLowerCase()));
  return args.every(({ kind }) => CONSTANTS.has(kind)) && args.length + named.length === count;
}
