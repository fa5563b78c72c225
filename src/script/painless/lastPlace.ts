import type { Expression } from './ast.ts';

/**
 * The position that the original has marked last before it applies an operator: failures of operators show
 * it. Operators mark their own position before their operands', and names and constants mark none.
 */
export function lastPlace(node: Expression): number | null {
  switch (node.kind) {
    case 'member':
    case 'index':
    case 'call':
      return node.offset;
    case 'binary':
      return lastPlace(node.right) ?? lastPlace(node.left) ?? node.offset;
    case 'unary':
      return lastPlace(node.operand) ?? node.offset;
    default:
      return null;
  }
}

/** Like `lastPlace`, for the value of `+=`: constants are converted, which marks them. */
export function lastPlaceOfChange(node: Expression & { readonly kind: 'assign' }): number {
  const { value, offset } = node;
  return lastPlace(value) ?? (value.kind === 'number' ? value.offset : offset);
}
