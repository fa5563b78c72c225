import { scanBody } from '../search/index.ts';
import type { ClientHit, ClientScanRequest, ClientTakeRequest, SearchClient } from './types.ts';

/** Large, because a cluster repeats the search for every page. */
const PAGE_SIZE = 10_000;
/** Documents read between two yields: reading may be slow. */
const READ_AT_ONCE = 256;
const KEEP_ALIVE = '1m';

/** Reads one window of a scan with a single search. */
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
 * Scans with a scroll, the only API that keeps a snapshot and an order over several shards: version 2.7 has
 * no tie-breaker for `search_after`. Closes the scroll when the reader stops.
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
