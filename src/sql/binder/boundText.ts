import { writtenCall } from '../functions/index.ts';
import { isTemporal, type SqlValue } from '../values/index.ts';
import type { Bound, BoundAggregate, BoundCall } from './bound.ts';

/** Bound expressions as SQL text, for displayed plans. */
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
  const texts = args.map((arg, i) => {
    if (i === fn.word?.at && arg.kind === 'literal') return String(arg.value);
    return fn.isOperator ? operandText(arg) : boundText(arg);
  });
  return writtenCall(fn, texts);
}

function operandText(bound: Bound): string {
  const isInfix = bound.kind === 'call' && bound.fn.isOperator && bound.fn.form === undefined;
  return bound.kind === 'case' || isInfix ? `(${boundText(bound)})` : boundText(bound);
}

export function aggregateText({ fn, argument, parameters, distinct, filter }: BoundAggregate): string {
  const of = [argument === null ? '*' : boundText(argument), ...parameters.map(literalText)].join(', ');
  const where = filter === null ? '' : ` FILTER(WHERE ${boundText(filter)})`;
  return `${fn.names[0].toUpperCase()}(${distinct ? 'DISTINCT ' : ''}${of})${where}`;
}
