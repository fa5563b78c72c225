import type { CallNode, StatementNode } from '../../ast/index.ts';
import { astChildren } from '../../binder/index.ts';
import { SqlError } from '../../errors.ts';

/** The functions that the original's legacy parser reads OVER behind. */
const AGGREGATES: ReadonlySet<string> = new Set([
  'avg',
  'count',
  'group_concat',
  'max',
  'min',
  'stddev',
  'sum',
]);

/** Throws ParserException for OVER behind any other function. */
export function checkWindows(statement: StatementNode, sql: string): void {
  if (statement.kind !== 'select') return;
  for (const { expression } of statement.items) {
    const isUnread = ({ name, over }: CallNode): boolean =>
      over !== null && !AGGREGATES.has(name.toLowerCase());
    if (hasCall(expression, isUnread)) {
      throw new SqlError('ParserException', `Illegal SQL expression : ${sql}`);
    }
  }
}

function hasCall(node: Parameters<typeof astChildren>[0], test: (call: CallNode) => boolean): boolean {
  return (node.kind === 'call' && test(node)) || astChildren(node).some((child) => hasCall(child, test));
}
