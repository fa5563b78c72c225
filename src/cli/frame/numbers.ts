import { InvalidArgumentError } from 'commander';

/** Reads the integer of an argument or option. The result throws InvalidArgumentError for anything else. */
export function integer(min: number, max = Number.POSITIVE_INFINITY): (text: string) => number {
  const range = max === Number.POSITIVE_INFINITY ? `of ${min} or more` : `from ${min} to ${max}`;
  return (text) => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`expected an integer ${range}`);
  };
}
