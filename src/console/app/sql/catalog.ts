import { signal } from '@preact/signals';
import { type Catalog, type Language, NO_LANGUAGE, tablesOf } from '../../../statement/index.ts';
import { call } from '../lib/api.ts';

export const catalog = signal<Catalog>({ ...NO_LANGUAGE, tables: new Map() });
/** False before the first answer. */
export const isCatalogKnown = signal(false);

let language: Promise<Language> | null = null;

/** The language is asked for once, the tables every time: they come and go. */
export async function refreshCatalog(): Promise<void> {
  language ??= call<Language>('GET', '/_rockpool/functions');
  const [known, mappings, aliases] = await Promise.all([
    language,
    call<Parameters<typeof tablesOf>[0]>('GET', '/_mapping'),
    call<Parameters<typeof tablesOf>[1]>('GET', '/_alias'),
  ]);
  isCatalogKnown.value = true;
  catalog.value = { ...known, tables: tablesOf(mappings, aliases) };
}
