import { SqlError } from '../errors.ts';

/**
 * Syntax errors have the messages of the original's legacy engine, which is the last to try to parse a
 * statement.
 */
export function parserError(details: string): SqlError {
  return new SqlError('ParserException', details);
}
