import { illegalArgument, type JsonObject } from '../../common/index.ts';
import type { NumericColumn } from '../../segment/index.ts';
import { numericColumn } from '../fieldQueries.ts';
import { readNumber } from '../reader.ts';
import type { QueryShardContext } from '../types.ts';

const f32 = Math.fround;

/** A feature's value → its part of the score, boost aside. */
type FeatureFunction = (value: number) => number;

const bits = new Int32Array(1);
const floats = new Float32Array(bits.buffer);

/** As the original keeps it: nine significant bits; the inverse where less is better. */
export function storedFeature(column: NumericColumn, doc: number, positive: boolean): number {
  const at = column.offsets === null ? doc : column.offsets[doc];
  const value = Number(column.values[at]);
  floats[0] = positive ? value : 1 / value;
  bits[0] = (bits[0] >> 15) << 15;
  return floats[0];
}

export function featureFunction(
  context: QueryShardContext,
  column: string,
  kind: string,
  options: JsonObject,
  positive: boolean,
): FeatureFunction {
  const number = (key: string): number => {
    if (options[key] === undefined) throw illegalArgument(`Required [${key}]`);
    return f32(readNumber(options[key]));
  };
  switch (kind) {
    case 'linear':
      return (value) => value;
    case 'log': {
      const factor = number('scaling_factor');
      if (!(factor >= 1)) throw illegalArgument(`scalingFactor must be >= 1, got: ${factor}`);
      return (value) => Math.log(factor + value);
    }
    case 'sigmoid': {
      const pivot = number('pivot');
      const exponent = number('exponent');
      const pivotPower = pivot ** exponent;
      return (value) => 1 - pivotPower / (value ** exponent + pivotPower);
    }
    default: {
      const given = options.pivot === undefined ? meanOf(context, column, positive) : number('pivot');
      const pivot = options.pivot === undefined || positive ? given : 1 / given;
      return (value) => 1 - pivot / (value + pivot);
    }
  }
}

/** Lucene's default pivot: roughly the geometric mean, by the mean of the stored bits. */
function meanOf(context: QueryShardContext, column: string, positive: boolean): number {
  let sum = 0;
  let count = 0;
  for (const { reader } of context.leaves) {
    const values = numericColumn(reader.column(column));
    const present = reader.exists(column);
    if (values === null || present === null) continue;
    for (let doc = present.next(0); doc >= 0; doc = present.next(doc + 1)) {
      storedFeature(values, doc, positive);
      sum += bits[0] >> 15;
      count++;
    }
  }
  if (count === 0) return 1;
  bits[0] = Math.trunc(sum / count) << 15;
  return floats[0];
}
