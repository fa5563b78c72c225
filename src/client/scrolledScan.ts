import { scanBody } from '../search/index.ts';
import type { ClientHit, ClientScanRequest, ClientTakeRequest, SearchClient } from './types.ts';

/** A cluster looks for pages to send again and again: few large ones. */
const PAGE_SIZE = 10_000;
/** What a reader makes of a document may take its time. */
const READ_AT_ONCE = 256;
const KEEP_ALIVE = '1m';

/** Some documents of a scan by one search. */
export async function searchedTake<T>(
  client: Pick<SearchClient, 'search'>,
  request: ClientTakeRequest,
  read: (document: ClientHit) => T,
): Promise<readonly T[]> {
  const { index, from, size, signal } = request;
  const { hits } = await client.search({ index, body: { from, size, ...scanBody(request) }, signal });
  return hits.map(read);
}

type Scrolling = Pick<SearchClient, 'maxResultWindow' | 'search' | 'nextScrollPage' | 'clearScroll'>;

/**
 * A scan by a scroll, which is the one form that keeps its snapshot and its order over several shards: version 2.7 has no
 * tie-breaker for `search_after`. The scroll is closed when its reader stops.
 */
export async function* scrolledScan<T>(
  client: Scrolling,
  request: ClientScanRequest,
  read: (document: ClientHit) => T,
): AsyncGenerator<readonly T[]> {
  const { index, signal, pageSize = PAGE_SIZE } = request;
  const size = Math.min(pageSize, await client.maxResultWindow(index));
  const body = { ...scanBody(request), size };
  let page = await client.search({ index, body, scroll: KEEP_ALIVE, signal });
  try {
    while (page.hits.length > 0) {
      for (let from = 0; from < page.hits.length; from += READ_AT_ONCE) {
        yield page.hits.slice(from, from + READ_AT_ONCE).map(read);
      }
      if (page.hits.length < size || page.scrollId === null) return;
      page = await client.nextScrollPage(page.scrollId, KEEP_ALIVE);
    }
  } finally {
    if (page.scrollId !== null) await client.clearScroll(page.scrollId);
  }
}
