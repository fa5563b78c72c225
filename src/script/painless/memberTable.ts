import type { PainlessObject, Value } from './values.ts';

/** A member of a type: a method, or (called without arguments) a property. `getX()` and `x` are the same. */
export type Member<T> = (self: T, args: readonly Value[]) => Value;
export type MemberTable<T> = Readonly<Record<string, Member<T>>>;

/** An object that finds its members itself: `doc`, doc values. */
export interface MemberHolder extends PainlessObject {
  member(name: string, args: readonly Value[]): Value;
  /** `x[index]`. */
  at(index: Value): Value;
}

/** `doc`: it gives `doc['field'].value` without the list of all values around it. */
export interface FieldHolder extends MemberHolder {
  /** undefined: there is no such short way, or no value; reading it the long way tells. */
  firstOf(field: string): Value | undefined;
}

export function holdsFields(value: Value): value is FieldHolder {
  return typeof value === 'object' && value !== null && 'firstOf' in value;
}

export function holdsMembers(value: Value): value is MemberHolder {
  return typeof value === 'object' && value !== null && 'member' in value && 'at' in value;
}
