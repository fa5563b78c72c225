import { Bench, Refused } from './bench.ts';
import type { Pick } from './pick.ts';
import { Sqlite } from './sqlite.ts';

export interface Engines {
  readonly rockpool: Bench;
  /** The same tables in many shards and segments. */
  readonly scattered: Bench;
  readonly sqlite: Sqlite;
}

export async function openEngines(corrections: boolean, rowCount?: number): Promise<Engines> {
  return {
    rockpool: await Bench.open({ rowCount, corrections }),
    scattered: await Bench.open({ rowCount, corrections, shards: 5, rowsPerSegment: 2 }),
    sqlite: await Sqlite.open(rowCount, corrections),
  };
}

export async function closeEngines({ rockpool, scattered }: Engines): Promise<void> {
  await rockpool.close();
  await scattered.close();
}

/** What was asked, and what is wrong with the answer: null when nothing is. */
export interface Verdict {
  readonly statement: string;
  readonly problem: string | null;
}

/** Makes one statement and judges its answer. What it throws is a problem too. */
export type Oracle = (pick: Pick, engines: Engines) => Promise<Verdict>;

export function problemOf(error: unknown): string {
  return error instanceof Refused ? `refused: ${error.message}` : `broke: ${(error as Error).stack}`;
}
