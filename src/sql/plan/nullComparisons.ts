import { type Bound, isNull } from '../binder/index.ts';
import { evaluationError, SqlError } from '../errors.ts';
import type { SqlType } from '../types.ts';

/** Operators that the original makes searches of, when a field stands on their left and a literal on their right. */
const SEARCHED: ReadonlySet<string> = new Set(['=', '<', '<=', '>', '>=', 'like']);

/** What the original says to a field compared with NULL, or joined to others bare; null where it searches all the same. */
export function nullRefusal(condition: Bound): SqlError | null {
  if (condition.kind !== 'call') return null;
  const name = condition.fn.names[0];
  if (name === 'and' || name === 'or' || name === 'not') {
    for (const arg of condition.args) {
      const refusal = isBare(arg) ? noClause() : nullRefusal(arg);
      if (refusal !== null) return refusal;
    }
    return null;
  }
  const [field, literal] = condition.args;
  const isSearched = SEARCHED.has(name) && field.kind === 'reference';
  if (!isSearched || literal.kind !== 'literal' || !isNull(literal)) return null;
  return name === 'like' ? noValue('string') : refusalOf(field.type, name);
}

/** Of a field or a literal the original makes no clause, and has none to join to others. */
function isBare({ kind }: Bound): boolean {
  return kind === 'reference' || kind === 'literal';
}

function noClause(): SqlError {
  return new SqlError('IllegalArgumentException', 'inner bool query clause cannot be null');
}

/** NULL is cast to the field's type; a text makes the text `null` of it. */
function refusalOf(type: SqlType, operator: string): SqlError | null {
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
      return operator === '=' ? new SqlError('IllegalArgumentException', 'value cannot be null') : null;
    default:
      return null;
  }
}

function noValue(what: string): SqlError {
  return evaluationError(`invalid to get ${what}Value from value of type UNDEFINED`);
}
