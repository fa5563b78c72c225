import type { SearchClient } from '../client/index.ts';
import type { StopSignal, Turns } from '../common/index.ts';
import { SqlError } from './errors.ts';

/** Throws SqlError if the client has disconnected. */
export function checkSignal(signal: StopSignal | undefined): void {
  if (signal?.aborted === true) throw new SqlError('IllegalStateException', 'The task is cancelled.');
}

/** A client bound to `signal`: once it is aborted, no new search starts and running ones end. */
export function withSignal(client: SearchClient, signal: StopSignal): SearchClient {
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
    take(request, read) {
      checkSignal(signal);
      return client.take({ ...request, signal }, read);
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

/**
 * Runs a statement with a signal that is detached once the response is sent, since the cursor outlives the
 * request.
 */
export function* whileAnswering<T>(
  signal: StopSignal | undefined,
  run: (signal: StopSignal | undefined) => Turns<T>,
): Turns<T> {
  if (signal === undefined) return yield* run(undefined);
  const own = new UntilAnswered(signal);
  try {
    return yield* run(own);
  } finally {
    own.hasAnswered = true;
  }
}

class UntilAnswered implements StopSignal {
  hasAnswered = false;
  readonly #signal: StopSignal;

  constructor(signal: StopSignal) {
    this.#signal = signal;
  }

  get aborted(): boolean {
    return !this.hasAnswered && this.#signal.aborted;
  }

  get reason(): unknown {
    return this.#signal.reason;
  }
}
