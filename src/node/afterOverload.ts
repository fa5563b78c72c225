import { Session } from 'node:inspector';
import type { Logger } from '../common/index.ts';

const LOOK_EVERY_MS = 1000;
/** With fewer connections, too little memory is retained to justify a pause. */
const MANY = 500;
/** The overload counts as over once at most this share of the peak connections is left. */
const LEFT_SHARE = 0.25;
/** Collecting a larger heap would pause for too long: about two milliseconds per megabyte of live data. */
const MOST_HEAP_BYTES = 128 * 1024 * 1024;

export interface AfterOverloadOptions {
  readonly openConnections: () => number;
  readonly log: Logger;
  /** Defaults to this process's heap. */
  readonly heapBytes?: () => number;
  /** Defaults to V8's garbage collector. */
  readonly collect?: () => Promise<void>;
}

/**
 * Returns memory to the system after thousands of connections have closed. V8 keeps freed pages until it
 * allocates again, and a server that is idle after an overload does not.
 */
export class AfterOverload {
  readonly #options: AfterOverloadOptions;
  #timer: NodeJS.Timeout | null = null;
  #most = 0;

  constructor(options: AfterOverloadOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Called by the timer; resolves to whether garbage was collected. */
  async look(): Promise<boolean> {
    const { openConnections, log, heapBytes = usedHeapBytes, collect = collectGarbage } = this.#options;
    const open = openConnections();
    this.#most = Math.max(this.#most, open);
    if (this.#most < MANY || open > this.#most * LEFT_SHARE) return false;
    const most = this.#most;
    this.#most = open;
    const before = heapBytes();
    if (before > MOST_HEAP_BYTES) return false;
    await collect();
    log.info('collected garbage after many connections closed', {
      connections: most,
      freed_bytes: before - heapBytes(),
    });
    return true;
  }
}

function usedHeapBytes(): number {
  return process.memoryUsage().heapUsed;
}

/** Uses the inspector, because `global.gc` exists only in processes started with a flag. */
async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await new Promise<void>((resolve) => session.post('HeapProfiler.collectGarbage', () => resolve()));
  session.disconnect();
}
