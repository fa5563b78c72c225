import type { StatementNode } from '../../ast/index.ts';
import { isBelow, isPart, type UnreadRule } from '../readGate.ts';
import { traps } from './traps.ts';

/** What the legacy engine leaves unread. */
export const unreadByLegacy: readonly UnreadRule[] = [
  {
    name: 'what stands around a sub-select',
    example: 'SELECT DISTINCT s.age FROM (SELECT age FROM staff) s WHERE s.age > 30',
    covers: ({ path }, statement) => fromOf(statement) === 'derived' && path[0] !== 'select.from',
    warning: traps.subSelect,
  },
  {
    name: 'columns of a sub-select that nobody asks for',
    example: 'SELECT s.age FROM (SELECT age, balance AS b FROM staff) s',
    covers: isBelow('derived.query', 'select.items'),
    warning: null,
  },
  {
    name: 'aggregates of a join',
    example: 'SELECT SUM(s.age + 1) AS n FROM staff s JOIN dept d ON s.dept_id = d.id',
    covers: ({ path }, statement) => fromOf(statement) === 'join' && path.at(-1) === 'call.args',
    warning: traps.joinGroups,
  },
  {
    name: 'HAVING of a join',
    example: 'SELECT s.staff_id FROM staff s JOIN dept d ON s.dept_id = d.id HAVING s.age > 50',
    covers: ({ path }, statement) => fromOf(statement) === 'join' && path[0] === 'select.having',
    warning: traps.joinGroups,
  },
  {
    name: 'a name after ON',
    example: 'SELECT s.staff_id FROM staff s JOIN dept d ON s.dept_id = d.id d.name WHERE s.staff_id < 4',
    covers: isPart('join.alias'),
    warning: traps.joinAlias,
  },
  {
    name: 'unknown options of a search',
    example: "SELECT staff_id FROM staff WHERE lastname = WILDCARD_QUERY('X*', foo=1)",
    covers: ({ path }) => path.includes('call.options'),
    warning: traps.options,
  },
  {
    name: 'aliases of a FROM with a comma',
    example: 'SELECT s.staff_id FROM staff s, dept d WHERE s.staff_id < 4',
    covers: isPart('table.alias'),
    warning: traps.commaFrom,
  },
  {
    name: 'the select list of EXISTS',
    example: 'SELECT order_id FROM orders o WHERE EXISTS (SELECT l.sku FROM o.lines l WHERE l.qty > 5)',
    covers: isBelow('exists.query', 'select.items'),
    warning: null,
  },
  {
    name: 'the alias of a list for IN',
    example: 'SELECT staff_id FROM staff WHERE dept_id IN (SELECT id number FROM dept)',
    covers: ({ path }) => path.includes('in.query') && path.at(-1) === 'alias',
    warning: null,
  },
  {
    name: 'the order of a list for IN',
    example: 'SELECT staff_id FROM staff WHERE dept_id IN (SELECT id FROM dept ORDER BY id)',
    covers: isBelow('in.query', 'select.orderBy'),
    warning: null,
  },
  {
    name: 'the direction of a single row',
    example: 'SELECT COUNT(*) AS c FROM staff ORDER BY c DESC',
    covers: ({ path }, statement) => path.at(-1) === 'direction' && !isGrouped(statement),
    warning: null,
  },
  {
    name: 'an order of groups by something else',
    example: 'SELECT gender, SUM(age) FROM staff GROUP BY gender ORDER BY staff_id',
    covers: ({ path }, statement) => path.at(-1) === 'direction' && isGrouped(statement),
    warning: traps.groupOrder,
  },
  {
    name: 'OFFSET of groups',
    example: 'SELECT gender, COUNT(*) FROM staff GROUP BY gender LIMIT 2 OFFSET 1',
    covers: isPart('select.offset'),
    warning: traps.groupOffset,
  },
  {
    name: 'LIMIT of a single row',
    example: 'SELECT COUNT(*) FROM staff LIMIT 0',
    covers: ({ path }, statement) => path.at(-1) === 'select.limit' && !isGrouped(statement),
    warning: traps.rowLimit,
  },
  {
    name: 'HAVING without groups',
    example: 'SELECT COUNT(*) FROM staff HAVING COUNT(*) > 60000',
    covers: ({ path }, statement) =>
      fromOf(statement) !== 'join' && path[0] === 'select.having' && !isGrouped(statement),
    warning: traps.having,
  },
  {
    name: 'further arguments of a selected function',
    example: 'SELECT SUM(age, 2) AS a FROM staff',
    covers: ({ path }, statement) =>
      fromOf(statement) !== 'join' && path[0] === 'select.items' && path.at(-1) === 'call.args',
    warning: traps.arguments,
  },
  {
    name: 'DISTINCT inside the aggregates of HAVING',
    example: 'SELECT gender FROM staff GROUP BY gender HAVING SUM(DISTINCT age) > 5',
    covers: isPart('call.distinct'),
    warning: traps.distinct,
  },
];

function fromOf(statement: StatementNode): string | null {
  return statement.kind === 'select' && statement.from !== null ? statement.from.kind : null;
}

function isGrouped(statement: StatementNode): boolean {
  return statement.kind === 'select' && statement.groupBy.length > 0;
}
