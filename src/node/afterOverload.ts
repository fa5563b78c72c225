import { Session } from 'node:inspector';
import type { Logger } from '../common/index.ts';

const LOOK_EVERY_MS = 1000;
/** Fewer connections leave nothing behind that is worth a pause. */
const MANY = 500;
/** Of the most connections: when no more are left, they have gone. */
const LEFT_SHARE = 0.25;
/** A larger heap would stand still for too long: two milliseconds for each megabyte that lives. */
const MOST_HEAP_BYTES = 128 * 1024 * 1024;

export interface AfterOverloadOptions {
  readonly openConnections: () => number;
  readonly log: Logger;
  /** Absent: of this process. */
  readonly heapBytes?: () => number;
  /** Absent: V8's own. */
  readonly collect?: () => Promise<void>;
}

/**
 * Gives memory back when thousands of connections have gone. V8 keeps the pages of what has died until it is asked for
 * new ones, and a server that idles after an overload asks for none.
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

  /** What the timer does; whether there was something to collect. */
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
    log.info('many connections have gone; the heap was collected', {
      connections: most,
      freed_bytes: before - heapBytes(),
    });
    return true;
  }
}

function usedHeapBytes(): number {
  return process.memoryUsage().heapUsed;
}

/** The inspector's, because `global.gc` is there for processes only that were started with a flag. */
async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await new Promise<void>((resolve) => session.post('HeapProfiler.collectGarbage', () => resolve()));
  session.disconnect();
}
