import type { SearchClient } from '../client/index.ts';
import { SqlError } from './errors.ts';

/** Throws SqlError when nobody waits for the statement any more. */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new SqlError('IllegalStateException', 'The task is cancelled.');
}

/** The client for a statement that ends when `signal` does: no search begins after that, and those that run end. */
export function withSignal(client: SearchClient, signal: AbortSignal): SearchClient {
  return {
    clusterName: () => client.clusterName(),
    getMappings: (expression) => client.getMappings(expression),
    listTables: () => client.listTables(),
    maxResultWindow: (expression) => client.maxResultWindow(expression),
    search(request) {
      checkSignal(signal);
      return client.search({ ...request, signal });
    },
    scan(request, read) {
      checkSignal(signal);
      return client.scan({ ...request, signal }, read);
    },
    nextScrollPage(scrollId, keepAlive) {
      checkSignal(signal);
      return client.nextScrollPage(scrollId, keepAlive);
    },
    clearScroll: (scrollId) => client.clearScroll(scrollId),
    deleteByQuery: (expression, body) => client.deleteByQuery(expression, body),
    clusterSettings: () => client.clusterSettings(),
  };
}

/** Runs a statement with a signal that is silent once it has answered: its cursor outlives the request. */
export async function whileAnswering<T>(
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (signal === undefined) return run(undefined);
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await run(controller.signal);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
