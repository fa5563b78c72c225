import { signal } from '@preact/signals';
import { type Catalog, type Language, tablesOf } from '../../../statement/index.ts';
import { call } from '../lib/api.ts';

export const catalog = signal<Catalog>({ tables: new Map(), keywords: [], functions: [] });
/** False before the first answer. */
export const isCatalogKnown = signal(false);

let language: Promise<Language> | null = null;

/** The language is asked for once, the tables every time: they come and go. */
export async function refreshCatalog(): Promise<void> {
  language ??= call<Language>('GET', '/_rockpool/functions');
  const [{ keywords, functions }, mappings, aliases] = await Promise.all([
    language,
    call<Parameters<typeof tablesOf>[0]>('GET', '/_mapping'),
    call<Parameters<typeof tablesOf>[1]>('GET', '/_alias'),
  ]);
  isCatalogKnown.value = true;
  catalog.value = { tables: tablesOf(mappings, aliases), keywords, functions };
}
