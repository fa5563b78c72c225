import { isTemporal, type SqlValue } from '../values/index.ts';
import type { Bound, BoundAggregate, BoundCall } from './bound.ts';

/** Bound expressions as SQL, for readers of plans. */
export function boundText(bound: Bound): string {
  switch (bound.kind) {
    case 'literal':
      return literalText(bound.value);
    case 'reference':
      return bound.column.name;
    case 'call':
      return callText(bound);
    case 'case': {
      const branches = bound.branches.map(
        ({ when, then }) => `WHEN ${boundText(when)} THEN ${boundText(then)}`,
      );
      const otherwise = bound.otherwise === null ? [] : [`ELSE ${boundText(bound.otherwise)}`];
      return ['CASE', ...branches, ...otherwise, 'END'].join(' ');
    }
    case 'relevance':
      return `search ${JSON.stringify(bound.query)}`;
  }
}

function literalText(value: SqlValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string' || isTemporal(value)) return `'${String(value).replaceAll("'", "''")}'`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value).toUpperCase();
}

function callText({ fn, args }: BoundCall): string {
  const [name] = fn.names;
  const shown = name.toUpperCase();
  if (name === 'not') return `NOT ${operandText(args[0])}`;
  if (name === 'negate') return `-${operandText(args[0])}`;
  if (name.startsWith('is ')) return `${operandText(args[0])} ${shown}`;
  if (name.startsWith('cast_to_')) return `CAST(${boundText(args[0])} AS ${shown.slice('cast_to_'.length)})`;
  if (isInfix(name)) return args.map(operandText).join(` ${shown} `);
  return `${shown}(${args.map(boundText).join(', ')})`;
}

function isInfix(name: string): boolean {
  return ['and', 'or', 'like', 'regexp'].includes(name) || !/^\w/.test(name);
}

function operandText(bound: Bound): string {
  const isInner = bound.kind === 'case' || (bound.kind === 'call' && isInfix(bound.fn.names[0]));
  return isInner ? `(${boundText(bound)})` : boundText(bound);
}

export function aggregateText({ fn, argument, parameters, distinct, filter }: BoundAggregate): string {
  const of = [argument === null ? '*' : boundText(argument), ...parameters.map(literalText)].join(', ');
  const where = filter === null ? '' : ` FILTER(WHERE ${boundText(filter)})`;
  return `${fn.names[0].toUpperCase()}(${distinct ? 'DISTINCT ' : ''}${of})${where}`;
}
