import {
  type Clock,
  createLogger,
  type LogEntry,
  type Logger,
  logForms,
  type Random,
  SystemClock,
  SystemRandom,
  silentLogger,
} from '../common/index.ts';
import { openData, opening } from '../node/index.ts';
import { Rockpool } from './pool.ts';
import { plantSeed, type Seed } from './seed.ts';

export interface RockpoolOptions {
  /** A data folder; without it everything is in memory. */
  readonly data?: string;
  /** Listens on 127.0.0.1: on a free port (true) or this one. Without it there is no socket. */
  readonly http?: boolean | number;
  /** What is there at first, and what `reset()` goes back to. */
  readonly seed?: Seed;
  /** Virtual nodes; 1. */
  readonly nodes?: number;
  readonly clock?: Clock;
  readonly random?: Random;
  /** Hears what a server would log; nobody, when it is not given. */
  readonly log?: (line: string) => void;
}

/**
 * A search engine in this process.
 *
 * Throws for a folder that another process holds, for damaged files (naming them), for a port that is taken, and for
 * a seed that the engine refuses; nothing stays open then.
 */
export function openRockpool(options: RockpoolOptions = {}): Promise<Rockpool> {
  const { data = null, nodes = 1, http = false, seed } = options;
  const parts = {
    nodeCount: nodes,
    clock: options.clock ?? new SystemClock(),
    random: options.random ?? new SystemRandom(),
    log: options.log ? lineLogger(options.log) : silentLogger,
  };
  return opening(async (closers) => {
    const directory = await openData(data, closers, parts.log);
    const pool = await Rockpool.over(directory, null, parts, closers);
    if (seed !== undefined) await plantSeed(pool, seed);
    if (seed !== undefined || directory.isMemory) await pool.snapshot();
    if (http !== false) await pool.listen(http === true ? 0 : http);
    return pool;
  });
}

function lineLogger(log: (line: string) => void): Logger {
  const write = (entry: LogEntry): void => log(logForms.human.format(entry));
  return createLogger({ clock: new SystemClock(), level: 'info', write });
}
