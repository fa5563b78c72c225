import { float32ToNumber, JsonDouble, javaDouble, javaFloat } from '../../common/index.ts';

/** A number in a double or float column: Gson prints `34.0`, org.json prints `34`. */
export class DoubleValue extends JsonDouble {
  readonly single: boolean;

  constructor(value: number, single = false) {
    super(single ? float32ToNumber(value) : value);
    this.single = single;
  }

  override toString(): string {
    return this.single ? javaFloat(this.value) : javaDouble(this.value);
  }
}

/** Part of a JSON response that is already serialized. */
export class PrintedText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

const DOUBLE_TYPES: ReadonlySet<string> = new Set(['double', 'scaled_float']);
const FLOAT_TYPES: ReadonlySet<string> = new Set(['float', 'half_float']);

/**
 * Applies the column's type to a cell: numbers of floating-point types become DoubleValue, everything else is
 * unchanged.
 */
export function typedCell(cell: unknown, type: string): unknown {
  if (typeof cell !== 'number') return cell;
  if (DOUBLE_TYPES.has(type)) return new DoubleValue(cell);
  if (FLOAT_TYPES.has(type)) return new DoubleValue(cell, true);
  return cell;
}
