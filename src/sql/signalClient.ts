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
    nextScrollPage(scrollId, keepAlive) {
      checkSignal(signal);
      return client.nextScrollPage(scrollId, keepAlive);
    },
    clearScroll: (scrollId) => client.clearScroll(scrollId),
    deleteByQuery: (expression, body) => client.deleteByQuery(expression, body),
    clusterSettings: () => client.clusterSettings(),
  };
}
