import type { Echo } from '../floors/echo.ts';
import type { BenchClient } from '../support/http.ts';
import type { Call, Effort } from '../support/measure.ts';
import type { Contestant } from './line.ts';

/** Who is asked. */
export interface Servers {
  readonly ours: BenchClient;
  /** A server to compare with, of the same interface. */
  readonly beside: BenchClient | null;
  readonly echo: Echo;
}

export interface Sizes {
  readonly docs: number;
  readonly vectors: number;
  readonly queries: number;
  readonly effort: Effort;
  /** Of each round of a rate. */
  readonly seconds: number;
}

/** A question to all of them; the echo sends what ours answers. */
export async function callsOf(
  servers: Servers,
  ask: (client: BenchClient, i: number) => Promise<string>,
): Promise<Partial<Record<Contestant, Call>>> {
  const { ours, beside, echo } = servers;
  await echo.answers(await ask(ours, 0));
  return {
    ours: (i) => ask(ours, i),
    echo: (i) => ask(echo.client, i),
    ...(beside && { beside: (i) => ask(beside, i) }),
  };
}

/** The servers that hold documents. */
export const engines = ({ ours, beside }: Servers): readonly BenchClient[] =>
  beside === null ? [ours] : [ours, beside];

/** Deletes an index that is or is not there. */
export async function drop(client: BenchClient, index: string): Promise<void> {
  await client.send('DELETE', `/${index}?ignore_unavailable=true`, null);
}
