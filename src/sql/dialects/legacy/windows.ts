import type { CallNode, StatementNode } from '../../ast/index.ts';
import { astChildren } from '../../binder/index.ts';
import { SqlError } from '../../errors.ts';
import { legacyAggregates } from '../../grammar/index.ts';

/** Throws ParserException for OVER behind any function that the original's legacy parser does not read it behind. */
export function checkWindows(statement: StatementNode, sql: string): void {
  if (statement.kind !== 'select') return;
  for (const { expression } of statement.items) {
    const isUnread = ({ name, over }: CallNode): boolean =>
      over !== null && !legacyAggregates.has(name.toUpperCase());
    if (hasCall(expression, isUnread)) {
      throw new SqlError('ParserException', `Illegal SQL expression : ${sql}`);
    }
  }
}

function hasCall(node: Parameters<typeof astChildren>[0], test: (call: CallNode) => boolean): boolean {
  return (node.kind === 'call' && test(node)) || astChildren(node).some((child) => hasCall(child, test));
}
