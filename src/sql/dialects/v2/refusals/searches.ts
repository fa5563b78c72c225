import type { CallNode, ExpressionNode } from '../../../ast/index.ts';
import { isV2Search, isV2SearchOfField, isV2SearchOfFields } from '../vocabulary.ts';

/** Whether a full-text search has other arguments than its field and its query, which are names or constants. */
export function isOtherSearch(call: CallNode): boolean {
  const name = call.name.toLowerCase();
  if (!isV2Search(name)) return false;
  return isOtherField(call.args[0], name) || !hasConstants(call, name === 'query' ? 1 : 2);
}

/** Several fields stand in brackets, a single one does not. */
function isOtherField(field: ExpressionNode | undefined, name: string): boolean {
  return field !== undefined && (field.kind === 'fieldList') !== isV2SearchOfFields(name);
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
