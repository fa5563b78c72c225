import type { QueryNode, SetOperationNode } from '../../../ast/index.ts';
import { expressionName } from './names.ts';
import { LateRefusal } from './refuse.ts';

/** Throws SqlError when neither side of a set operation has all the columns of the other. */
export function checkSides({ left, right }: SetOperationNode): void {
  const [a, b] = [namesOf(left), namesOf(right)];
  const isPart = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
    [...some].every((name) => all.has(name));
  if (isPart(a, b) || isPart(b, a)) return;
  throw new LateRefusal('on multi query fields/aliases of one table should be subset of other');
}

function namesOf(query: QueryNode): ReadonlySet<string> {
  const items = query.kind === 'select' ? query.items : [];
  return new Set(
    items.flatMap(({ expression, alias }) =>
      expression.kind === 'star' ? [] : [alias ?? expressionName(expression)],
    ),
  );
}
