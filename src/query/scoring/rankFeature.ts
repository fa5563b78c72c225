import { javaFloat } from '../../common/index.ts';
import type { NumericColumn } from '../../segment/index.ts';
import { numericColumn } from '../fieldQueries.ts';
import type { QueryShardContext } from '../types.ts';

/** Maps a feature's value to its score, without boost. */
export interface FeatureFunction {
  readonly score: (value: number) => number;
  /** As Lucene prints it. */
  readonly text: string;
  readonly name: string;
  readonly formula: string;
  readonly parameters: readonly (readonly [number, string])[];
}

const f32 = Math.fround;

const PIVOT = 'k, pivot feature value that would give a score contribution equal to w/2';
const EXPONENT = 'a, exponent, higher values make the function grow slower before k and faster after k';

const bits = new Int32Array(1);
const floats = new Float32Array(bits.buffer);

/** The stored precision of the original: nine significant bits; inverted if smaller is better. */
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
  options: Readonly<Record<string, number>>,
  positive: boolean,
): FeatureFunction {
  switch (kind) {
    case 'linear':
      return {
        score: (value) => value,
        text: 'LinearFunction',
        name: 'Linear',
        formula: 'w * S',
        parameters: [],
      };
    case 'log': {
      const factor = options.scaling_factor;
      return {
        score: (value) => Math.log(f32(factor + value)),
        text: `LogFunction(scalingFactor=${javaFloat(factor)})`,
        name: 'Log',
        formula: 'w * log(a + S)',
        parameters: [[factor, 'a, scaling factor']],
      };
    }
    case 'sigmoid': {
      const pivot = options.pivot;
      const exponent = options.exponent;
      const pivotPower = pivot ** exponent;
      // Lucene prints the pivot in place of the exponent.
      const parameters = [[pivot, PIVOT] as const, [pivot, EXPONENT] as const];
      return {
        score: (value) => 1 - pivotPower / (value ** exponent + pivotPower),
        text: `SigmoidFunction(pivot=${javaFloat(pivot)}, a=${javaFloat(exponent)})`,
        name: 'Sigmoid',
        formula: 'w * S^a / (S^a + k^a)',
        parameters,
      };
    }
    default: {
      // An explicit pivot refers to stored values, which are inverted if smaller is better.
      const pivot = options.pivot ?? meanOf(context, column, positive);
      return {
        score: (value) => f32(1 - f32(pivot / f32(value + pivot))),
        text: `SaturationFunction(pivot=${javaFloat(pivot)})`,
        name: 'Saturation',
        formula: 'w * S / (S + k)',
        parameters: [[pivot, PIVOT]],
      };
    }
  }
}

/** Lucene's default pivot: approximates the geometric mean by averaging the stored bits. */
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
