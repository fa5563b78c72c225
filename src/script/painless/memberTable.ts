import type { PainlessObject, Value } from './values.ts';

/**
 * A member of a type: a method, or (called without arguments) a property. `getX()` and `x` are equivalent.
 */
export type Member<T> = (self: T, args: readonly Value[]) => Value;
export type MemberTable<T> = Readonly<Record<string, Member<T>>>;

/** An object that resolves its own members: `doc`, doc values. */
export interface MemberHolder extends PainlessObject {
  member(name: string, args: readonly Value[]): Value;
  /** `x[index]`. */
  at(index: Value): Value;
}

/** `doc`: can return `doc['field'].value` without creating the list of values. */
export interface FieldHolder extends MemberHolder {
  /** undefined if there is no shortcut or no value; reading through the list then decides. */
  firstOf(field: string): Value | undefined;
}

export function holdsFields(value: Value): value is FieldHolder {
  return typeof value === 'object' && value !== null && 'firstOf' in value;
}

export function holdsMembers(value: Value): value is MemberHolder {
  return typeof value === 'object' && value !== null && 'member' in value && 'at' in value;
}
