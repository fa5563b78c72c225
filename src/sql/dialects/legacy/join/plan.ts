import type { JsonObject } from '../../../../common/index.ts';
import { DEFAULT_LIMIT } from '../translate/select.ts';
import { type KeyPair, keyGroups } from './conditions.ts';
import { ALL_FIELDS, type FieldsByAlias, multimapOrder, plainField, projectText } from './fields.ts';
import { hashJoin } from './hashJoin.ts';
import { nestedLoops } from './nestedLoops.ts';
import type { JoinRow, Operator } from './operator.ts';
import { scan } from './scan.ts';
import { sortOf } from './sort.ts';
import type { JoinSides, JoinStatement } from './statement.ts';
import { top } from './top.ts';

export interface JoinPlan {
  readonly algorithm: 'hash' | 'loops';
  readonly root: Operator<JoinRow>;
}

/** The operators of a join. Throws SqlError for conditions that no algorithm takes. */
export function planJoin(statement: JoinStatement): JoinPlan {
  const { on, hints, limit } = statement;
  const count = limit ?? DEFAULT_LIMIT;
  const allEqual = on === null || [...on.of.values()].every(({ operator }) => operator === '=');
  if (!allEqual || hints.usesLoops) return { algorithm: 'loops', root: top(nestedLoops(statement), count) };
  const joined = hashed(statement);
  // LIMIT 0 is no limit to the original.
  const taken = count > 0 ? count : Number.POSITIVE_INFINITY;
  const sorted = sortOf(joined, statement.sides, taken) ?? joined;
  const first = count > 0 ? top(sorted, count) : sorted;
  return { algorithm: 'hash', root: project(first, statement.sides) };
}

function hashed({ sides, type, on, hints }: JoinStatement): Operator<JoinRow> {
  const [left, right] = sides;
  const groups = on === null ? [] : keyGroups(on, [left.table, right.table]);
  const pushed = pushedFields(sides, groups);
  const isSorted = sides.some(({ orderBy }) => orderBy.length > 0);
  const [first, second] = sides.map((side, i) => {
    const columns = pushed.filter(([alias]) => alias === side.table.alias);
    const limit = hints.tableLimits[i];
    const isSortedAbove = isSorted && limit === null;
    const looksFirst = i === 1 && !isSorted;
    const table = scan(side, { pageSize: hints.pageSizes[i], columns, isSortedAbove, looksFirst });
    return limit !== null && limit > 0 ? top(table, limit) : table;
  });
  const { blockSize, filtersTerms } = hints;
  const inOneBlock = blockSize <= 0 || isSorted;
  return hashJoin(first, second, { sides, type, groups, blockSize, inOneBlock, filtersTerms });
}

/** What the columns of the answer are read from, by alias. */
export function projectedFields(sides: JoinSides): FieldsByAlias {
  return multimapOrder(selectedByAlias(sides));
}

function selectedByAlias(sides: JoinSides): FieldsByAlias {
  return sides.map(({ table, selected, selectsAll }) => [table.alias, selectsAll ? [ALL_FIELDS] : selected]);
}

/** What the plan asks each table for: the columns of the answer in their order, then the compared fields. */
function pushedFields(sides: JoinSides, groups: readonly (readonly KeyPair[])[]): FieldsByAlias {
  const [left, right] = sides;
  const compared = groups.flatMap(
    (pairs): FieldsByAlias => [
      [left.table.alias, pairs.map((pair) => plainField(pair.left))],
      [right.table.alias, pairs.map((pair) => plainField(pair.right))],
    ],
  );
  return [...projectedFields(sides), ...compared];
}

/** The last step only names what the answer is read from. */
function project(input: Operator<JoinRow>, sides: JoinSides): Operator<JoinRow> {
  const name = projectText(selectedByAlias(sides));
  return {
    explain: (plan): JsonObject => ({ [name]: input.explain(plan) }),
    run: (run) => input.run(run),
  };
}
