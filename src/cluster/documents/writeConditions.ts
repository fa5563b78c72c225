import { illegalArgument } from '../../common/index.ts';

/** The original's value for an absent condition. */
const NO_SEQ_NO = -2;
const NO_PRIMARY_TERM = 0;

/** `if_seq_no`; `null` if absent. Throws illegal_argument_exception if negative. */
export function conditionSeqNo(value: number | null): number | null {
  if (value === null || value === NO_SEQ_NO) return null;
  if (value < 0) throw illegalArgument(`sequence numbers must be non negative. got [${value}].`);
  return value;
}

/** `if_primary_term`; `null` if absent. Throws illegal_argument_exception if negative. */
export function conditionTerm(value: number | null): number | null {
  if (value === null || value === NO_PRIMARY_TERM) return null;
  if (value < 0) throw illegalArgument(`primary term must be non negative. got [${value}]`);
  return value;
}
