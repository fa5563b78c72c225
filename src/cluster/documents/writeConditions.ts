import { illegalArgument } from '../../common/index.ts';

/** What stands for "not given", as the original encodes it. */
const NO_SEQ_NO = -2;
const NO_PRIMARY_TERM = 0;

/** `if_seq_no`; null: not given. Throws illegal_argument_exception for a negative one. */
export function conditionSeqNo(value: number | null): number | null {
  if (value === null || value === NO_SEQ_NO) return null;
  if (value < 0) throw illegalArgument(`sequence numbers must be non negative. got [${value}].`);
  return value;
}

/** `if_primary_term`; null: not given. Throws illegal_argument_exception for a negative one. */
export function conditionTerm(value: number | null): number | null {
  if (value === null || value === NO_PRIMARY_TERM) return null;
  if (value < 0) throw illegalArgument(`primary term must be non negative. got [${value}]`);
  return value;
}
