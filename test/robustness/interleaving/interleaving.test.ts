import { describe, expect, it } from 'vitest';
import { reportFigure } from '../../support/figure.ts';
import { complaintOf, programOf } from './explore.ts';
import { play, STEPS } from './play.ts';
import { programs } from './programs.ts';

/**
 * Several clients at once, every operation of the disk in an order that a seed decides, crashes and restarts among
 * them; the history decides what may not be. INTERLEAVING_RUNS=5000 explores, INTERLEAVING_FIRST begins elsewhere; the
 * line of a failure plays it again, and INTERLEAVING_LOG=1 prints all its steps.
 */
const { INTERLEAVING_SEED, INTERLEAVING_PROGRAM, INTERLEAVING_LOG } = process.env;
const runs = Number(process.env.INTERLEAVING_RUNS ?? 27);
const first = Number(process.env.INTERLEAVING_FIRST ?? 1);
const steps = Number(process.env.INTERLEAVING_STEPS ?? STEPS);

/** Plays one seed again, or all seeds of this run; what is wrong, and how much was asked. */
async function playAll() {
  const seeds = INTERLEAVING_SEED
    ? [Number(INTERLEAVING_SEED)]
    : Array.from({ length: runs }, (_, i) => first + i);
  const complaints: string[] = [];
  let requests = 0;
  for (const seed of seeds) {
    const program = INTERLEAVING_PROGRAM ? programs[INTERLEAVING_PROGRAM] : programOf(seed);
    const played = await play(program, seed, steps);
    if (INTERLEAVING_LOG) console.error(played.log.join('\n'));
    requests += played.requests;
    const complaint = await complaintOf(program, seed, played);
    if (complaint !== null) complaints.push(complaint);
  }
  return { complaints, requests, seeds: seeds.length };
}

describe('requests, the disk and crashes in any order', () => {
  it(
    'nothing is lost, found twice or seen going back',
    async () => {
      const { complaints, requests, seeds } = await playAll();
      reportFigure(`${seeds} schedules with ${requests} requests, ${complaints.length} with faults`);
      expect(complaints.join('\n\n')).toBe('');
    },
    60_000 + runs * 2_000,
  );

  it.each(['documents', 'metadata', 'nodes'])('%s: a seed is played the same way twice', async (name) => {
    const [once, again] = [await play(programs[name], 7), await play(programs[name], 7)];
    expect(again.log.join('\n')).toBe(once.log.join('\n'));
    const other = await play(programs[name], 8);
    expect(other.log.join('\n')).not.toBe(once.log.join('\n'));
  });
});
