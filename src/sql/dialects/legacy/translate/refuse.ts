import { SqlError, type SqlErrorType } from '../../../errors.ts';

/** A statement that has no query DSL form, in the original's words (400). */
export function refuse(details: string, type: SqlErrorType = 'SqlParseException'): SqlError {
  return new SqlError(type, details);
}
