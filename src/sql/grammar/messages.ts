import { SqlError } from '../errors.ts';

/** Syntax errors are told in the words of the original's legacy engine, which has the last say on what is no SQL. */
export function parserError(details: string): SqlError {
  return new SqlError('ParserException', details);
}
