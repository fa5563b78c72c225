import { SqlError } from '../../errors.ts';

/** The original's error type for an invalid pipeline. */
export function syntaxError(details: string): SqlError {
  return new SqlError('SyntaxCheckException', details);
}
