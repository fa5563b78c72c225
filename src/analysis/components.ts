import type { JsonObject } from '../common/index.ts';
import type { ComponentParameters } from './parameters.ts';
import type { TokenFilter } from './stream.ts';

/** Other token filters of the index, by name. */
export type FilterSource = (name: string) => TokenFilter | null;

/** One row of a table of components: how a char filter, tokenizer or token filter is made. */
export interface ComponentType<T> {
  readonly name: string;
  readonly create: (parameters: ComponentParameters, filters: FilterSource) => T;
  /** False: only usable with parameters of its own, not by its bare name (`synonym`, `mapping`). */
  readonly prebuilt?: boolean;
  /** True: known by its bare name only; a definition of that type finds no settings of an index. */
  readonly prebuiltOnly?: boolean;
  /** The parameters of the built-in component of that name, where they are not the defaults of the type. */
  readonly prebuiltWith?: JsonObject;
  /** Works on single characters, so that a normalizer may use it. */
  readonly normalizing?: boolean;
}

export function table<T>(rows: readonly ComponentType<T>[]): ReadonlyMap<string, ComponentType<T>> {
  return new Map(rows.map((row) => [row.name, row]));
}
