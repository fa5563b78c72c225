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
import type { FunctionFamily, FunctionTable, ScalarFunction } from './types.ts';

/** Scalar functions and operators, grouped as on the reference page. */
export const scalarFamilies: readonly FunctionFamily[] = [
  { title: 'Arithmetic', functions: operators },
  { title: 'Comparisons and logic', functions: predicateFunctions },
  { title: 'Conditions and NULL', functions: conditionalFunctions },
  { title: 'Mathematics', functions: mathFunctions },
  { title: 'Trigonometry', functions: trigonometricFunctions },
  { title: 'Text', functions: stringFunctions },
  { title: 'Parts of dates and times', functions: datePartFunctions },
  { title: 'Date arithmetic', functions: dateArithmeticFunctions },
  { title: 'Making and converting dates', functions: dateConversionFunctions },
  { title: 'Date formats', functions: dateFormatFunctions },
  { title: 'Time zones', functions: timeZoneFunctions },
  { title: 'The clock', functions: clockFunctions },
  { title: 'Casts', functions: [...casts.values()] },
];

/** Every scalar function and operator. */
export const scalarFunctions: FunctionTable = scalarFamilies.flatMap(({ functions }) => functions);

const byName: ReadonlyMap<string, ScalarFunction> = new Map(
  scalarFunctions.flatMap((fn) => fn.names.map((name) => [name, fn] as const)),
);

/** Case-insensitive; undefined when there is none. */
export function functionByName(name: string): ScalarFunction | undefined {
  return byName.get(name.toLowerCase());
}
