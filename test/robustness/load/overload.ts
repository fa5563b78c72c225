import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../../support/bundle.ts';
import { startServer } from '../../support/server.ts';
import type { AttackReport } from './attackers.ts';
import { type Delays, LARGE_ANSWER, NormalClient } from './normalClient.ts';

export interface OverloadOptions {
  /** 1: 4,000 idle connections, 2,000 that never end their headers, 200 slow readers, 50 bodies of 100 MB. */
  readonly scale: number;
  readonly seconds: number;
  /** Requests of the normal client in a second. */
  readonly rate: number;
  /** Options of the server's Node: `--cpu-prof`, `--trace-gc`. */
  readonly nodeOptions?: readonly string[];
}

export interface Overload {
  /** Delays of the normal client, in milliseconds: by itself, and beside the attackers. */
  readonly calm: Delays;
  readonly attacked: Delays;
  /** Its answers by status beside the attackers; 0: none. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly errors: ReadonlyMap<string, number>;
  readonly failed: number;
  /** Resident memory of the server, in MB: before, at most, and when it had settled (or ten seconds later). */
  readonly baseMb: number;
  readonly mostMb: number;
  readonly afterMb: number;
  readonly afterSeconds: number;
  /** `GET /_rockpool/load` at the end of the attack, and ten seconds later at most. */
  readonly load: LoadFigures;
  readonly loadAfter: LoadFigures;
  readonly attackers: readonly AttackReport[];
  readonly exitCode: number | null;
}

export interface LoadFigures {
  readonly event_loop: Readonly<Record<string, number>>;
  readonly connections: Readonly<Record<'open' | 'opened' | 'evicted', number>>;
  readonly breakers: Readonly<Record<string, { estimated_size_in_bytes: number; tripped: number }>>;
}

const SETTLE_SECONDS = 10;
/** Of the memory before, and beside it: what is not worth to be called growth. */
const SETTLED_SHARE = 1.1;
const SETTLED_MB = 32;

/** The parent has no books of its own. */
const HELD = ['request', 'in_flight_requests', 'fielddata'] as const;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A normal client beside attackers, against the built server in a process of its own. */
export async function overload(options: OverloadOptions): Promise<Overload> {
  const folder = mkdtempSync(join(tmpdir(), 'rockpool-overload-'));
  const attack = await bundle('test/robustness/load/attackProcess.ts');
  const server = await startServer(['--data', join(folder, 'data')], {}, options.nodeOptions);
  const client = new NormalClient(server.url);
  const load = async (): Promise<LoadFigures> => JSON.parse(await client.read('/_rockpool/load'));
  try {
    await client.fill();
    await client.warmUp();
    const calm = await client.work(Math.min(options.seconds, 5), options.rate);
    client.statuses.clear();
    const { pid } = server.process;
    const baseMb = residentMb(pid);
    const memory = watchMemory(pid);
    const { port } = new URL(server.url);
    const attackers = fork(attack.path, [port, String(options.scale), LARGE_ANSWER], { stdio: 'inherit' });
    const attacked = await client.work(options.seconds, options.rate);
    const loaded = await load();
    const reported = once(attackers, 'message');
    attackers.send('stop');
    const [report] = await reported;
    await once(attackers, 'exit');
    const mostMb = memory.stop();
    const afterSeconds = await settle(pid, baseMb);
    const afterMb = residentMb(pid);
    const loadAfter = await emptied(load);
    const { statuses, errors, failed } = client;
    const exitCode = await server.stop();
    return {
      calm,
      attacked,
      statuses,
      errors,
      failed,
      baseMb,
      mostMb,
      afterMb,
      afterSeconds,
      load: loaded,
      loadAfter,
      attackers: report,
      exitCode,
    };
  } finally {
    client.close();
    await server.kill();
    attack.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The server's figures when its breakers hold nothing any more; after ten seconds as they are. */
async function emptied(load: () => Promise<LoadFigures>): Promise<LoadFigures> {
  for (let tenths = 0; ; tenths++) {
    const figures = await load();
    const held = HELD.reduce((sum, name) => sum + figures.breakers[name].estimated_size_in_bytes, 0);
    if (held === 0 || tenths === SETTLE_SECONDS * 10) return figures;
    await pause(100);
  }
}

/** Seconds until the memory is what it was, about; SETTLE_SECONDS when it is not by then. */
async function settle(pid: number | undefined, baseMb: number): Promise<number> {
  for (let second = 0; second < SETTLE_SECONDS; second++) {
    if (residentMb(pid) <= baseMb * SETTLED_SHARE + SETTLED_MB) return second;
    await pause(1000);
  }
  return SETTLE_SECONDS;
}

function residentMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
}

function watchMemory(pid: number | undefined): { stop(): number } {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, residentMb(pid));
  }, 50);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}
