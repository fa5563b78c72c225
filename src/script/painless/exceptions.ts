import { errorTypes, OpenSearchError } from '../../common/index.ts';
import { PainlessFailure } from './errors.ts';
import type { MemberTable } from './memberTable.ts';
import { isSubclass, type Type, whitelist } from './types.ts';
import { classCast, type PainlessObject, typeName, type Value } from './values.ts';

type ErrorType = OpenSearchError['type'];

/** An exception as a value: created by `new`, or caught. */
export class ThrownException implements PainlessObject {
  /** The qualified class name. */
  readonly className: string;
  readonly message: string | null;

  constructor(className: string, message: string | null) {
    this.className = className;
    this.message = message;
  }

  toString(): string {
    return this.message === null ? this.className : `${this.className}: ${this.message}`;
  }
}

export const exceptionMembers: MemberTable<ThrownException> = {
  message: (self) => self.message,
  localizedMessage: (self) => self.message,
  toString: (self: ThrownException) => self.toString(),
};

/** `NumberFormatException` → `number_format_exception`, as named in errors. */
function errorTypeOf(className: string): ErrorType {
  const name = className.slice(className.lastIndexOf('.') + 1);
  const type = name.replace(/(?<=[a-z])([A-Z])/g, '_$1').toLowerCase();
  return Object.hasOwn(errorTypes, type) ? (type as ErrorType) : 'runtime_exception';
}

/** The failure raised by `throw`. */
export function failureOf(value: Value): PainlessFailure {
  if (value === null) {
    return new PainlessFailure('null_pointer_exception', 'Cannot throw exception because "null" is null');
  }
  if (!(value instanceof ThrownException)) throw classCast(typeName(value), 'java.lang.Exception');
  return new PainlessFailure(errorTypeOf(value.className), value.message);
}

/**
 * An error as seen by `catch`; `null` for errors that scripts cannot catch: exceeded limits and our own bugs.
 */
export function caught(error: unknown): ThrownException | null {
  const cause = causeOf(error);
  if (cause === null || cause.type.endsWith('_error')) return null;
  return new ThrownException(classOf(cause.type), cause.metadata.reason === null ? null : cause.reason);
}

function causeOf(error: unknown): OpenSearchError | null {
  if (error instanceof PainlessFailure) return error.failure;
  if (!(error instanceof OpenSearchError) || error.type !== 'script_exception') return null;
  return error.causedBy ?? null;
}

function classOf(type: string): string {
  const name = type
    .split('_')
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join('');
  return whitelist.resolve(name) ?? 'java.lang.RuntimeException';
}

/** Whether `catch (type e)` matches the exception. */
export function catches(type: Type, { className }: ThrownException): boolean {
  return isSubclass(className, type);
}
