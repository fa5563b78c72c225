import { type Bench, Refused } from './bench.ts';
import type { Pick } from './pick.ts';
import type { Sqlite } from './sqlite.ts';

export interface Engines {
  readonly rockpool: Bench;
  readonly sqlite: Sqlite;
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
