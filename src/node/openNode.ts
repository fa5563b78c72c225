import { Upstream } from '../client/index.ts';
import { MovableClock } from '../common/index.ts';
import type { Laboratory, RestServices } from '../rest/index.ts';
import { type Closers, opening } from './closers.ts';
import { openData } from './data.ts';
import { type Engine, openEngine } from './engine.ts';
import { createHttp } from './http.ts';
import type { NodeOptions } from './options.ts';
import { applyStartSettings } from './settingsRegistry.ts';
import { fingerprint, selfSigned } from './tls/selfSigned.ts';

const WARM_UP_DELAY_MS = 250;

/** A running server with everything behind it. */
export interface RockpoolNode {
  /** `http://127.0.0.1:9200`. */
  readonly url: string;
  /** By which clients know this server, as PEM; null: plain HTTP. */
  readonly certificate: string | null;
  /** @internal */
  readonly services: RestServices;
  /** Cache events, curve, plan, simulated loads, faults, the clock: what `/_rockpool/…` answers from. */
  readonly laboratory: Laboratory;
  /** Stops listening, commits, closes; a second call waits for the first. */
  close(): Promise<void>;
}

/**
 * Opens the data folder (locked against a second process), recovers every index, and listens.
 * Throws LockHeldError, corruption errors that name the file, and what listening throws.
 */
export function openNode(options: NodeOptions): Promise<RockpoolNode> {
  return opening((closers) => open(options, closers));
}

async function open(options: NodeOptions, closers: Closers): Promise<RockpoolNode> {
  const { host, port, random, log, nodeCount } = options;
  const settings = applyStartSettings(options, log);
  const clock = new MovableClock(options.clock);
  const directory = await openData(options.dataPath, closers, log);
  const upstream = options.engine ? new Upstream(options.engine) : null;
  closers.add(() => upstream?.close());
  const tls = options.tls === 'selfSigned' ? selfSigned(host, clock.nowMs()) : (options.tls ?? null);
  if (tls !== null) log.info("the certificate's fingerprint", { fingerprint: fingerprint(tls) });
  const http = createHttp({ ...options, tls, services: () => engine.services, upstream });
  // Waited for after the engine's end, which is its clock's: from then on nothing begins it.
  let warming: Promise<void> | null = null;
  closers.add(() => warming);
  const engine: Engine = await openEngine({
    directory,
    graphs: null,
    nodeCount,
    upstream,
    settings,
    clock,
    random,
    log,
    http,
  });
  closers.add(() => engine.close());
  await http.listen(host, port);
  closers.add(() => http.close());
  // Behind the first answers: what is loaded here would only delay them.
  clock.schedule(WARM_UP_DELAY_MS, () => {
    warming = http.warmUp();
  });
  let closing: Promise<void> | null = null;
  return {
    url: `${tls === null ? 'http' : 'https'}://${http.address}`,
    certificate: tls?.cert ?? null,
    services: engine.services,
    laboratory: engine.services.laboratory,
    close: () => {
      closing ??= closers.run();
      return closing;
    },
  };
}
