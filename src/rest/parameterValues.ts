import { illegalArgument, numberFormat, OpenSearchError, parseBoolean } from '../common/index.ts';

const WHOLE = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** Throws illegal_argument_exception unless the value is an int. */
export function readInt(name: string, value: string): number {
  if (!WHOLE.test(value)) throw unreadable('int', name, value, wholeNumberFormat(value));
  return Number(value);
}

/** Like `readInt`, for longs. */
export function readLong(name: string, value: string): number {
  if (!WHOLE.test(value)) throw unreadable('long', name, value, wholeNumberFormat(value));
  return Number(value);
}

/** Like `readInt`, for floats. */
export function readFloat(name: string, value: string): number {
  if (!DECIMAL.test(value)) throw unreadable('float', name, value, numberFormat(value));
  return Number(value);
}

/** A flag among indices options; an empty value means true. */
export function convertBoolean(name: string, value: string): boolean {
  try {
    return value === '' || parseBoolean(value);
  } catch (error) {
    throw illegalArgument(`Could not convert [${name}] to boolean`, error as OpenSearchError);
  }
}

function unreadable(type: string, name: string, value: string, cause: OpenSearchError): OpenSearchError {
  return illegalArgument(`Failed to parse ${type} parameter [${name}] with value [${value}]`, cause);
}

/** Java's message for text that is not an integer, or empty. */
function wholeNumberFormat(input: string): OpenSearchError {
  return new OpenSearchError('number_format_exception', `For input string: "${input}"`);
}
