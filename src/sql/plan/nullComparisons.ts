import { type Bound, type BoundCall, isNull } from '../binder/index.ts';
import { evaluationError, SqlError } from '../errors.ts';
import type { ComparisonForm } from '../functions/index.ts';
import type { SqlType } from '../types.ts';

/**
 * The original's error for a field that is compared with NULL or used as a bare condition next to others;
 * null when its search runs anyway.
 */
export function nullRefusal(condition: Bound): SqlError | null {
  if (condition.kind !== 'call') return null;
  const { search } = condition.fn;
  switch (search?.kind) {
    case 'and':
    case 'or':
    case 'not':
      for (const arg of condition.args) {
        const refusal = isBare(arg) ? noClause() : nullRefusal(arg);
        if (refusal !== null) return refusal;
      }
      return null;
    case 'like':
      return isFieldAndNull(condition) ? noValue('string') : null;
    case 'comparison':
      return isFieldAndNull(condition) ? refusalOf(condition.args[0].type, search) : null;
    default:
      return null;
  }
}

/** The original turns a field on the left and a literal on the right into a search clause. */
function isFieldAndNull({ args: [field, literal] }: BoundCall): boolean {
  return field.kind === 'reference' && literal.kind === 'literal' && isNull(literal);
}

/** The original builds no clause for a bare field or literal, and so fails to combine it with others. */
function isBare({ kind }: Bound): boolean {
  return kind === 'reference' || kind === 'literal';
}

function noClause(): SqlError {
  return new SqlError('IllegalArgumentException', 'inner bool query clause cannot be null');
}

/** NULL is cast to the field's type; for text that gives the string `null`. `!=` is never pushed down. */
function refusalOf(type: SqlType, { symbol }: ComparisonForm): SqlError | null {
  if (symbol === '!=') return null;
  switch (type) {
    case 'byte':
    case 'short':
    case 'integer':
    case 'long':
    case 'float':
    case 'double':
      return noValue('string');
    case 'date':
    case 'time':
    case 'datetime':
    case 'timestamp':
      return noValue(type);
    case 'boolean':
      return symbol === '=' ? new SqlError('IllegalArgumentException', 'value cannot be null') : null;
    default:
      return null;
  }
}

function noValue(what: string): SqlError {
  return evaluationError(`invalid to get ${what}Value from value of type UNDEFINED`);
}
