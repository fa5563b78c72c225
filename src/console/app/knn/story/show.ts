import { signal } from '@preact/signals';
import { call, isAbort, segment, wordsOf } from '../../lib/api.ts';
import { elapsedMs } from '../../lib/clock.ts';
import { counted, kilobytes } from '../../lib/format.ts';
import { attempt, say } from '../../lib/messages.ts';
import { LIMIT_SETTING, readLimit, setLimit } from '../limits.ts';
import { graphs, refresh } from '../live.ts';
import { byFavour, inTurn, searchTarget, type Target, targetsOf } from '../targets.ts';
import type { GraphInfo } from '../types.ts';

/** Warmup, fit, thrash and recovery, played on this very server in a minute; then all is as it was. */

export interface Playing {
  readonly act: string;
  readonly sentence: string;
  /** 0 to 1. */
  readonly progress: number;
}

/** null: nothing is played. */
export const playing = signal<Playing | null>(null);

/** The index that the show is about: while it plays, the picture is of its graphs alone. */
export const stageOf = signal<string | null>(null);

/** With fewer parts nothing can push anything else out. */
const LEAST_TARGETS = 3;
const PAUSE_MS = 220;
/** Of what the graphs weigh. */
const ROOMY = 1.1;
const SHORT = 0.6;

interface Stage {
  readonly index: string;
  readonly targets: readonly Target[];
  readonly graphs: number;
  readonly totalKb: number;
  readonly roomyKb: number;
  readonly shortKb: number;
}

interface Act {
  readonly name: string;
  readonly seconds: number;
  sentence(stage: Stage): string;
  readonly begin: (stage: Stage) => Promise<unknown>;
  /** Which target a round searches; null: nobody searches. */
  readonly pick: ((round: number, count: number) => number) | null;
}

const clear = (): Promise<unknown> => call('POST', '/_rockpool/knn/clear');
const warmUp = ({ index }: Stage): Promise<unknown> => call('GET', `/_plugins/_knn/warmup/${segment(index)}`);

const ACTS: readonly Act[] = [
  {
    name: 'Cold',
    seconds: 6,
    sentence: ({ index, graphs: count, totalKb }) =>
      `${index} has ${counted(count, 'graph')}, ${kilobytes(totalKb)} in all. None is in memory: the next search of each would wait for the disk.`,
    begin: ({ roomyKb }) => setLimit(`${roomyKb}kb`).then(clear),
    pick: null,
  },
  {
    name: 'Warmup',
    seconds: 8,
    sentence: () => 'Warmup reads every graph into memory ahead of the searches, so that nobody waits.',
    begin: warmUp,
    pick: null,
  },
  {
    name: 'It fits',
    seconds: 12,
    sentence: ({ totalKb, roomyKb }) =>
      `${kilobytes(totalKb)} fit into ${kilobytes(roomyKb)}: every search finds its graph in memory.`,
    begin: async () => undefined,
    pick: byFavour,
  },
  {
    name: 'Thrashing',
    seconds: 18,
    sentence: ({ totalKb, shortKb }) =>
      `Now the limit is ${kilobytes(shortKb)}, and the searches need ${kilobytes(totalKb)} in turn: each load pushes out the graph that is wanted soonest.`,
    begin: ({ shortKb }) => setLimit(`${shortKb}kb`),
    pick: inTurn,
  },
  {
    name: 'Recovery',
    seconds: 16,
    sentence: ({ roomyKb }) =>
      `The curve says how much would have been enough. With ${kilobytes(roomyKb)} and a warmup the same searches hit again.`,
    begin: (stage) => setLimit(`${stage.roomyKb}kb`).then(() => warmUp(stage)),
    pick: inTurn,
  },
];

const SECONDS = ACTS.reduce((sum, { seconds }) => sum + seconds, 0);

/** The index with most shards that have graphs; null when none has enough. */
export function stageIndex(all: readonly GraphInfo[]): string | null {
  const shards = new Map<string, Set<number>>();
  for (const { index, shard } of all) shards.set(index, (shards.get(index) ?? new Set()).add(shard));
  const [best] = [...shards].sort(([, a], [, b]) => b.size - a.size);
  return best && best[1].size >= LEAST_TARGETS ? best[0] : null;
}

async function prepare(index: string, until: AbortSignal): Promise<Stage> {
  const own = (graphs.value?.graphs ?? []).filter((graph) => graph.index === index);
  const targets = await targetsOf(own, index, until);
  const byNode = new Map<string, number>();
  for (const { node, kb } of own) byNode.set(node, (byNode.get(node) ?? 0) + kb);
  // The limit is each node's: the fullest decides.
  const most = Math.max(...byNode.values());
  const totalKb = own.reduce((sum, { kb }) => sum + kb, 0);
  return {
    index,
    targets,
    graphs: own.length,
    totalKb,
    roomyKb: Math.ceil(most * ROOMY),
    shortKb: Math.floor(most * SHORT),
  };
}

function pause(ms: number, until: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    until.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(until.reason);
    });
  });
}

async function playAct(act: Act, stage: Stage, until: AbortSignal, doneSeconds: number): Promise<void> {
  const startMs = elapsedMs();
  const spent = (): number => (elapsedMs() - startMs) / 1000;
  const tell = (): void => {
    const progress = (doneSeconds + Math.min(spent(), act.seconds)) / SECONDS;
    playing.value = { act: act.name, sentence: act.sentence(stage), progress };
  };
  tell();
  await act.begin(stage);
  void refresh();
  for (let round = 0; spent() < act.seconds; round++) {
    if (act.pick) await searchTarget(stage.targets[act.pick(round, stage.targets.length)], round);
    await pause(PAUSE_MS, until);
    tell();
  }
}

let controller: AbortController | null = null;

export function stopShow(): void {
  controller?.abort(new DOMException('stopped', 'AbortError'));
}

/** What was set before the show. */
interface Before {
  readonly limit: { readonly transient: string | null };
  readonly breaker: boolean;
}

/** The limit as it was, the breaker that the show has tripped, an empty cache. */
async function putBack({ limit, breaker }: Before): Promise<void> {
  await setLimit(limit.transient);
  if (!breaker) {
    await call('PUT', '/_cluster/settings', { persistent: { 'knn.circuit_breaker.triggered': null } });
  }
  await clear();
  await refresh();
}

/** A page that is closed in the middle cannot wait: the request goes out by itself. */
function putBackAtOnce({ limit }: Before): void {
  const body = JSON.stringify({ transient: { [LIMIT_SETTING]: limit.transient } });
  const headers = { 'content-type': 'application/json' };
  void fetch('/_cluster/settings', { method: 'PUT', headers, body, keepalive: true });
}

async function play(index: string, until: AbortSignal): Promise<void> {
  const stage = await prepare(index, until);
  let doneSeconds = 0;
  for (const act of ACTS) {
    await playAct(act, stage, until, doneSeconds);
    doneSeconds += act.seconds;
  }
}

/** Plays it to its end, or until it is stopped or fails; everything is put back in each case. */
export async function startShow(index: string, breaker: boolean): Promise<void> {
  if (controller) return;
  const own = new AbortController();
  controller = own;
  playing.value = { act: 'Getting ready', sentence: `Looking at the graphs of ${index}`, progress: 0 };
  stageOf.value = index;
  let before: Before | null = null;
  const onHide = (): void => void (before && putBackAtOnce(before));
  addEventListener('pagehide', onHide);
  try {
    before = { limit: await readLimit(), breaker };
    await play(index, own.signal);
    say('Done: the limit is what it was, and the cache is empty');
  } catch (error) {
    if (isAbort(error)) say('Stopped: the limit is what it was, and the cache is empty');
    else await attempt(() => Promise.reject(new Error(`The show ended early: ${wordsOf(error)}`)));
  } finally {
    const known = before;
    if (known) await attempt(() => putBack(known));
    removeEventListener('pagehide', onHide);
    playing.value = null;
    stageOf.value = null;
    controller = null;
  }
}
