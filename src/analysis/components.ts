import type { JsonObject } from '../common/index.ts';
import type { ComponentParameters } from './parameters.ts';
import type { TokenFilter } from './stream.ts';

/** Looks up other token filters of the index by name. */
export type FilterSource = (name: string) => TokenFilter | null;

/** A row of a component table: how to create a char filter, tokenizer or token filter. */
export interface ComponentType<T> {
  readonly name: string;
  readonly create: (parameters: ComponentParameters, filters: FilterSource) => T;
  /** `false` if it needs parameters and cannot be used by its bare name (`synonym`, `mapping`). */
  readonly prebuilt?: boolean;
  /** `true` if it can only be used by its bare name, and not defined in index settings. */
  readonly prebuiltOnly?: boolean;
  /** Parameters of the built-in component of that name, where they differ from the type's defaults. */
  readonly prebuiltWith?: JsonObject;
  /** Works on single characters, so that normalizers may use it. */
  readonly normalizing?: boolean;
}

export function table<T>(rows: readonly ComponentType<T>[]): ReadonlyMap<string, ComponentType<T>> {
  return new Map(rows.map((row) => [row.name, row]));
}
