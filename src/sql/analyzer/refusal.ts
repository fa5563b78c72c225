import type { StatementNode } from '../ast/index.ts';
export function v2Refusal(_statement: StatementNode, _sql: string): string | null {
  return null;
}
