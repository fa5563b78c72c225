import type { SqlValue } from '../values/index.ts';
import { nullable } from './define.ts';
import { parsingFunctions } from './parsing.ts';
import { span } from './span.ts';
import { functionByName } from './tables.ts';
import type { FunctionTable, ScalarFunction } from './types.ts';

/** TRUE XOR a missing value is TRUE, as in the original. */
function xor([a, b]: readonly SqlValue[]): SqlValue {
  if (typeof a === 'boolean' && typeof b === 'boolean') return a !== b;
  if (a === true || b === true) return true;
  return a === null || b === null ? null : undefined;
}

/** Functions that only PPL has. */
const pipelineFunctions: FunctionTable = [
  {
    names: ['xor'],
    signatures: [nullable(['boolean', 'boolean'], 'boolean', xor)],
    isOperator: true,
    doc: 'One of the two is true.',
    examples: [],
  },
  span,
  ...parsingFunctions,
];

const byName: ReadonlyMap<string, ScalarFunction> = new Map(
  pipelineFunctions.flatMap((fn) => fn.names.map((name) => [name, fn] as const)),
);

/** A PPL function by case-insensitive name: its own first, then SQL's. */
export function pipelineFunctionByName(name: string): ScalarFunction | undefined {
  return byName.get(name.toLowerCase()) ?? functionByName(name);
}
