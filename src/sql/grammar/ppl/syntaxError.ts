import { SqlError } from '../../errors.ts';

/** A pipeline that is none, in the type of the original. */
export function syntaxError(details: string): SqlError {
  return new SqlError('SyntaxCheckException', details);
}
