import type { ClientSearchResponse, SearchClient } from '../../../client/index.ts';
import { type JsonObject, OpenSearchError } from '../../../common/index.ts';
import type { SqlFormat } from '../../types.ts';
import { printsNumbers } from './hitTables.ts';
import { hasScript, type SelectOptions, type TranslatedSelect } from './translate/index.ts';

/** Runs a statement's search; a script that meets a missing value is written again with guards. */
export async function runSearch(
  client: SearchClient,
  translate: (options: SelectOptions) => TranslatedSelect,
  { filter, format }: { readonly filter: JsonObject | null; readonly format: SqlFormat },
  change: (body: JsonObject) => JsonObject,
  scroll?: string,
): Promise<{ response: ClientSearchResponse; translated: TranslatedSelect }> {
  const planned = format !== 'json';
  const run = async (guarded: boolean) => {
    const translated = translate({ filter, guarded, planned });
    const body = change({ ...translated.body, track_total_hits: true });
    const printed = printsNumbers(translated, format);
    return { response: await client.search({ index: translated.index, body, scroll, printed }), translated };
  };
  try {
    return await run(false);
  } catch (error) {
    const isScript = error instanceof OpenSearchError && error.family !== 'bug';
    if (!isScript || !hasScript(translate({ filter, guarded: false, planned }).body)) throw error;
    return run(true);
  }
}

/** All hits of a search in its order, page by page. */
export async function* allHits(
  client: SearchClient,
  index: string,
  body: JsonObject,
): AsyncGenerator<ClientSearchResponse['hits']> {
  const { from: _from, ...scrolled } = body;
  const size = Math.min(PAGE_SIZE, await client.maxResultWindow(index));
  let page = await client.search({ index, body: { ...scrolled, size }, scroll: KEEP_ALIVE });
  try {
    while (page.hits.length > 0) {
      yield page.hits;
      if (page.hits.length < size || page.scrollId === null) return;
      page = await client.nextScrollPage(page.scrollId, KEEP_ALIVE);
    }
  } finally {
    if (page.scrollId !== null) await client.clearScroll(page.scrollId);
  }
}

const PAGE_SIZE = 10_000;
const KEEP_ALIVE = '1m';
