import type { Value } from './values.ts';

/**
 * Static members of a class. `now` and `random` are provided from outside: scripts read no clock of their
 * own.
 */
export interface StaticContext {
  readonly now: () => number;
  readonly random: () => number;
}

export interface StaticClass {
  readonly constants?: Readonly<Record<string, Value>>;
  readonly methods?: Readonly<Record<string, (args: readonly Value[], context: StaticContext) => Value>>;
  readonly create?: (args: readonly Value[], context: StaticContext) => Value;
}
