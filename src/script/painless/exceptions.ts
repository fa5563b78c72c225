import { OpenSearchError } from '../../common/index.ts';
import { PainlessFailure } from './errors.ts';
import type { MemberTable } from './memberTable.ts';
import type { PainlessObject, Value } from './values.ts';

type ErrorType = OpenSearchError['type'];

/** Exceptions that scripts may make, and the error types that they leave the script as. */
const TYPES: Readonly<Record<string, ErrorType>> = {
  Exception: 'exception',
  RuntimeException: 'runtime_exception',
  IllegalArgumentException: 'illegal_argument_exception',
  IllegalStateException: 'illegal_state_exception',
  ArithmeticException: 'arithmetic_exception',
  ClassCastException: 'class_cast_exception',
  IndexOutOfBoundsException: 'index_out_of_bounds_exception',
  NullPointerException: 'null_pointer_exception',
  NumberFormatException: 'number_format_exception',
  UnsupportedOperationException: 'unsupported_operation_exception',
};

/** An exception as a value: made by `new`, or caught. */
export class ThrownException implements PainlessObject {
  readonly name: string;
  readonly message: string | null;

  constructor(name: string, message: string | null) {
    this.name = name;
    this.message = message;
  }

  get className(): string {
    return `java.lang.${this.name}`;
  }

  toString(): string {
    return this.message === null ? this.className : `${this.className}: ${this.message}`;
  }
}

export const exceptionNames: readonly string[] = Object.keys(TYPES);

export const exceptionMembers: MemberTable<ThrownException> = {
  message: (self) => self.message,
  localizedMessage: (self) => self.message,
  toString: (self: ThrownException) => self.toString(),
};

/** What `throw` raises. */
export function failureOf(value: Value): PainlessFailure {
  if (!(value instanceof ThrownException)) {
    return new PainlessFailure('class_cast_exception', 'Cannot cast to java.lang.Exception');
  }
  return new PainlessFailure(TYPES[value.name] ?? 'runtime_exception', value.message ?? 'null');
}

/** What a `catch` sees of an error; null for those that no script may catch: its limits, our own faults. */
export function caught(error: unknown): ThrownException | null {
  const cause = causeOf(error);
  if (cause === null || cause.type.endsWith('_error') || cause.reason.startsWith('The maximum number of')) {
    return null;
  }
  const known = Object.entries(TYPES).find(([, type]) => type === cause.type);
  const name = known?.[0] ?? camelCase(cause.type);
  return new ThrownException(name, cause.reason);
}

function causeOf(error: unknown): OpenSearchError | null {
  if (error instanceof PainlessFailure) return error.failure;
  if (!(error instanceof OpenSearchError) || error.type !== 'script_exception') return null;
  return error.causedBy ?? null;
}

function camelCase(type: string): string {
  return type
    .split('_')
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join('');
}

const PARENTS: Readonly<Record<string, string>> = {
  NumberFormatException: 'IllegalArgumentException',
};

/** Whether `catch (type e)` takes the exception. */
export function catches(type: string, { name }: ThrownException): boolean {
  if (type === 'Exception' || type === name || PARENTS[name] === type) return true;
  return type === 'RuntimeException' && name !== 'Exception';
}
