import { SqlError, type SqlErrorType } from '../../../errors.ts';

/** A statement that has no query DSL form, in the original's words (400). */
export function refuse(details: string, type: SqlErrorType = 'SqlParseException'): SqlError {
  return new SqlError(type, details);
}

/** A refusal of an aggregation: the original writes them when its answer has begun, its explanation at once. */
export class LateRefusal extends SqlError {
  constructor(details: string, type: SqlErrorType = 'SqlParseException') {
    super(type, details);
    this.name = 'LateRefusal';
  }
}
