import { illegalArgument, type JsonObject } from '../../common/index.ts';
import { intAt, readMembers, textMember } from '../../query/index.ts';

/** One part of a search's matches. */
export interface SliceSpec {
  /** -1 if not given, so that no document belongs to it. */
  readonly id: number;
  /** -1 if not given. */
  readonly max: number;
  readonly field: string | null;
}

const INT = ['VALUE_NUMBER', 'VALUE_STRING'];

/**
 * The members of `slice`, validated against each other as they are read: of two that conflict, the later one
 * is reported.
 */
export function readSlice(json: JsonObject): SliceSpec {
  const spec = { id: -1, max: -1, field: null as string | null };
  readMembers('slice', json, {
    id: { tokens: INT, read: (body, key) => void (spec.id = checkedId(intAt(body, key), spec.max)) },
    max: { tokens: INT, read: (body, key) => void (spec.max = checkedMax(intAt(body, key), spec.id)) },
    field: textMember((body, key) => void (spec.field = named(String(body[key])))),
  });
  return spec;
}

function checkedId(id: number, max: number): number {
  if (id < 0) throw illegalArgument('id must be greater than or equal to 0');
  if (max !== -1 && id >= max) throw illegalArgument('max must be greater than id');
  return id;
}

function checkedMax(max: number, id: number): number {
  if (max <= 1) throw illegalArgument('max must be greater than 1');
  if (id !== -1 && id >= max) throw illegalArgument('max must be greater than id');
  return max;
}

function named(field: string): string {
  if (field === '') throw illegalArgument('field name is null or empty');
  return field;
}
