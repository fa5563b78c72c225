import { float32ToNumber, JsonDouble, javaDouble, javaFloat } from '../../common/index.ts';

/** A number of a double or float column: Gson prints `34.0`, org.json prints `34`. */
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

/** A part of a JSON answer that is printed already. */
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

/** A cell with the column's type: numbers of floating types become DoubleValue, all else stays. */
export function typedCell(cell: unknown, type: string): unknown {
  if (typeof cell !== 'number') return cell;
  if (DOUBLE_TYPES.has(type)) return new DoubleValue(cell);
  if (FLOAT_TYPES.has(type)) return new DoubleValue(cell, true);
  return cell;
}
