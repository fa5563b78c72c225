import { flattenSettings } from '../cluster/index.ts';
import {
  type Clock,
  createLogger,
  type JsonObject,
  type LogEntry,
  type Logger,
  logForms,
  type Random,
  SystemClock,
  SystemRandom,
  silentLogger,
} from '../common/index.ts';
import { applyStartSettings, openData, opening } from '../node/index.ts';
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
  /**
   * Cluster settings that hold from the start, flat or nested, as `-E` of the command line gives them:
   * `{ 'plugins.query.size_limit': 500 }`. Those that limit the process (`rockpool.limits.…`) hold for all pools of it.
   */
  readonly settings?: JsonObject;
  /**
   * Makes `sql`, `query` and `ppl` throw RockpoolError where the engine warns; where a client gets the warning over HTTP,
   * `checkWarnings` does, and a test of `usePool` or `rockpoolTest` fails.
   */
  readonly failOnWarning?: boolean;
  readonly clock?: Clock;
  readonly random?: Random;
  /** Hears what a server would log; nobody, when it is not given. */
  readonly log?: (line: string) => void;
}

/**
 * A search engine in this process.
 *
 * Throws LockHeldError for a folder that another process holds, CorruptFileError for damaged files, SeedError for a seed
 * that cannot be read or is refused, OpenSearchError for settings that do not exist, and what listening throws for a port
 * that is taken; nothing stays open then.
 */
export function openRockpool(options: RockpoolOptions = {}): Promise<Rockpool> {
  const { data = null, nodes = 1, http = false, seed, settings = {}, failOnWarning = false } = options;
  const log = options.log ? lineLogger(options.log) : silentLogger;
  const parts = {
    nodeCount: nodes,
    clock: options.clock ?? new SystemClock(),
    random: options.random ?? new SystemRandom(),
    log,
    failOnWarning,
  };
  return opening(async (closers) => {
    const directory = await openData(data, closers, log);
    const given = applyStartSettings({ settings: textSettings(settings) }, log);
    const pool = await Rockpool.over(directory, null, { ...parts, settings: given }, closers);
    if (seed !== undefined) await plantSeed(pool, seed);
    if (seed !== undefined || directory.isMemory) await pool.snapshot();
    if (http !== false) await pool.listen(http === true ? 0 : http);
    return pool;
  });
}

/** Lists are written with commas, as on the command line. Throws for null: a setting of the start has a value. */
function textSettings(settings: JsonObject): ReadonlyMap<string, string> {
  const joined = JSON.parse(JSON.stringify(settings), (_key, value) =>
    Array.isArray(value) ? value.join(',') : value,
  ) as JsonObject;
  const flat = [...flattenSettings(joined)];
  return new Map(
    flat.map(([key, text]) => {
      if (text === null) throw new TypeError(`the setting [${key}] has no value`);
      return [key, text];
    }),
  );
}

function lineLogger(log: (line: string) => void): Logger {
  const write = (entry: LogEntry): void => log(logForms.human.format(entry));
  return createLogger({ clock: new SystemClock(), level: 'info', write });
}
