import type { ClientHit, ClientScanRequest, ClientSearchResponse, SearchClient } from '../../client/index.ts';
import type { JsonObject } from '../../common/index.ts';
import { OpenSearchError, type Soon } from '../../common/index.ts';
import { pluginError } from '../engineErrors.ts';
import { indexNotFound, isOutage, type SqlError } from '../errors.ts';

/**
 * Searches in the engine: errors are converted to the plugin's format, and hits beyond the result window are
 * read page by page.
 */

/** Converts the engine's errors to the plugin's wording. */
export function guarded<T>(action: () => Soon<T>): Soon<T> {
  try {
    const done = action();
    return done instanceof Promise ? done.catch(refuse) : done;
  } catch (error) {
    return refuse(error);
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof OpenSearchError) || isOutage(error)) throw error;
  throw engineError(error);
}

export function engineError(error: OpenSearchError): SqlError {
  const index = /no such index \[([^\]]*)\]/.exec(error.reason)?.[1];
  if (error.type === 'index_not_found_exception') return indexNotFound(index ?? '');
  return pluginError(error, error.status < 500 ? 400 : error.status);
}

export interface Page {
  readonly hits: readonly ClientHit[];
  readonly maxScore: number | null;
  /** The number of matching documents, counted up to 10,000. */
  readonly total: number;
}

/** One search for at most `size` hits. */
export function searchOnce(
  client: SearchClient,
  index: string,
  body: JsonObject,
): Soon<ClientSearchResponse> {
  return guarded(() => client.search({ index, body }));
}

/** A document scan with errors in the plugin's format. */
export async function* guardedScan<T>(
  client: SearchClient,
  request: ClientScanRequest,
  read: (hit: ClientHit) => T,
): AsyncGenerator<readonly T[]> {
  const batches = client.scan(request, read);
  try {
    for (;;) {
      const next = await guarded(() => batches.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await batches.return(undefined);
  }
}

const KEEP_ALIVE = '1m';

/** All hits, read by a scroll that is closed when the reader stops. */
export async function* scrollPages(
  client: SearchClient,
  index: string,
  body: JsonObject,
  wantedSize: number,
): AsyncGenerator<Page> {
  const pageSize = Math.min(wantedSize, await client.maxResultWindow(index));
  let response = await guarded(() =>
    client.search({ index, body: { ...body, size: pageSize }, scroll: KEEP_ALIVE }),
  );
  try {
    for (;;) {
      yield response;
      const { scrollId, hits } = response;
      if (hits.length < pageSize || scrollId === null) return;
      response = await guarded(() => client.nextScrollPage(scrollId, KEEP_ALIVE));
    }
  } finally {
    if (response.scrollId !== null) await client.clearScroll(response.scrollId);
  }
}
