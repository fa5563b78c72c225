import { casts } from './casts.ts';
import { clockFunctions } from './clockFunctions.ts';
import { conditionalFunctions } from './conditional.ts';
import { dateArithmeticFunctions } from './dateArithmetic.ts';
import { dateConversionFunctions } from './dateConversions.ts';
import { dateFormatFunctions } from './dateFormatFunctions.ts';
import { datePartFunctions } from './dateParts.ts';
import { mathFunctions } from './math.ts';
import { operators } from './operators.ts';
import { predicateFunctions } from './predicates.ts';
import { stringFunctions } from './strings.ts';
import { timeZoneFunctions } from './timeZones.ts';
import { trigonometricFunctions } from './trigonometry.ts';
import type { FunctionTable, ScalarFunction } from './types.ts';

/** Every scalar function and operator. */
export const scalarFunctions: FunctionTable = [
  ...operators,
  ...predicateFunctions,
  ...conditionalFunctions,
  ...mathFunctions,
  ...trigonometricFunctions,
  ...stringFunctions,
  ...datePartFunctions,
  ...dateArithmeticFunctions,
  ...dateConversionFunctions,
  ...dateFormatFunctions,
  ...timeZoneFunctions,
  ...clockFunctions,
  ...casts.values(),
];

const byName: ReadonlyMap<string, ScalarFunction> = new Map(
  scalarFunctions.flatMap((fn) => fn.names.map((name) => [name, fn] as const)),
);

/** By name in any case; undefined when there is none. */
export function functionByName(name: string): ScalarFunction | undefined {
  return byName.get(name.toLowerCase());
}
