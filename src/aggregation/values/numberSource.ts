import type { AggregationContext } from '../types.ts';
import { fieldReader, missingNumber } from './numberField.ts';
import type { NumberSource } from './numbers.ts';
import { scriptNumbers } from './scriptValues.ts';
import type { ValuesConfig } from './valuesConfig.ts';

/** The numbers of a numeric, date or boolean field, or of a script. */
export function numberSource(config: ValuesConfig, context: AggregationContext): NumberSource {
  if (config.script !== null) return scriptNumbers(config, context);
  const missing = missingNumber(config);
  return {
    integral: config.integral && (missing === null || Number.isInteger(missing)),
    leaf: (leaf) => fieldReader(leaf, config, missing),
  };
}
