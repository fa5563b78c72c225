import { type Field, type Mappings, mappedFields } from './fields.ts';

/** The names that a statement may use: from a server's indices and its SQL. */
export interface Catalog extends Language {
  readonly tables: ReadonlyMap<string, readonly Field[]>;
}

/** The response of `GET /_rockpool/functions`. */
export interface Language {
  readonly keywords: readonly string[];
  readonly functions: readonly SqlFunction[];
  readonly ppl: { readonly keywords: readonly string[]; readonly functions: readonly string[] };
}

/** For servers that do not provide it. */
export const NO_LANGUAGE: Language = { keywords: [], functions: [], ppl: { keywords: [], functions: [] } };

export interface SqlFunction {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly family: string;
  readonly signatures: readonly string[];
  readonly doc: string;
  readonly examples: readonly { readonly sql: string; readonly value: string }[];
}

type ByIndex<T> = Readonly<Record<string, T>>;

/** Derives the tables (indices and aliases) from the responses of `GET /_mapping` and `GET /_alias`. */
export function tablesOf(
  mappings: ByIndex<{ readonly mappings: Mappings }>,
  aliases: ByIndex<{ readonly aliases?: ByIndex<unknown> }>,
): Catalog['tables'] {
  const tables = new Map<string, readonly Field[]>();
  for (const [name, { mappings: mapping }] of Object.entries(mappings)) {
    const fields = mappedFields(mapping);
    tables.set(name, fields);
    for (const alias of Object.keys(aliases[name]?.aliases ?? {})) tables.set(alias, fields);
  }
  return tables;
}
