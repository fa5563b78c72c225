import { signal } from '@preact/signals';
import { call } from '../lib/api.ts';
import { type Field, type Mappings, mappedFields } from '../lib/mappings.ts';

/** What a statement may name: of this server's indices and of its SQL. */
export interface Catalog {
  readonly tables: ReadonlyMap<string, readonly Field[]>;
  readonly keywords: readonly string[];
  readonly functions: readonly SqlFunction[];
}

export interface SqlFunction {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly family: string;
  readonly signatures: readonly string[];
  readonly doc: string;
  readonly examples: readonly { readonly sql: string; readonly value: string }[];
}

export const catalog = signal<Catalog>({ tables: new Map(), keywords: [], functions: [] });
/** False before the first answer. */
export const isCatalogKnown = signal(false);

type Language = Pick<Catalog, 'keywords' | 'functions'>;

let language: Promise<Language> | null = null;

/** The language is asked for once, the tables every time: they come and go. */
export async function refreshCatalog(): Promise<void> {
  language ??= call<Language>('GET', '/_rockpool/functions');
  const [{ keywords, functions }, mappings, aliases] = await Promise.all([
    language,
    call<Record<string, { readonly mappings: Mappings }>>('GET', '/_mapping'),
    call<Record<string, { readonly aliases: Record<string, unknown> }>>('GET', '/_alias'),
  ]);
  const tables = new Map<string, readonly Field[]>();
  for (const [name, { mappings: mapping }] of Object.entries(mappings)) {
    const fields = mappedFields(mapping);
    tables.set(name, fields);
    for (const alias of Object.keys(aliases[name]?.aliases ?? {})) tables.set(alias, fields);
  }
  isCatalogKnown.value = true;
  catalog.value = { tables, keywords, functions };
}
