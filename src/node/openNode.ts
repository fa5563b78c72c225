import { Upstream } from '../client/index.ts';
import type { Laboratory, RestServices } from '../rest/index.ts';
import { type Closers, opening } from './closers.ts';
import { openData } from './data.ts';
import { Instance } from './instance/instance.ts';
import { FIRST_STATE } from './instance/keptStates.ts';
import type { NodeOptions } from './options.ts';
import { applyStartSettings } from './settingsRegistry.ts';
import { fingerprint, selfSigned } from './tls/selfSigned.ts';

const WARM_UP_DELAY_MS = 250;

/** A running server. */
export interface RockpoolNode {
  /** `http://127.0.0.1:9200`. */
  readonly url: string;
  /** The PEM certificate by which clients can verify this server; `null` for plain HTTP. */
  readonly certificate: string | null;
  /** @internal */
  readonly services: RestServices;
  /** Cache events, miss curve, plan, simulated loads, faults and the clock: the source of `/_rockpool/…`. */
  readonly laboratory: Laboratory;
  /** Makes the current state the one that a reset returns to by default. */
  keepFirstState(): Promise<void>;
  /** Stops listening, commits and closes; a second call waits for the first. */
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
  const { host, port, log } = options;
  const settings = applyStartSettings(options, log);
  const directory = await openData(options.dataPath, closers, log);
  const upstream = options.engine ? new Upstream(options.engine) : null;
  closers.add(() => upstream?.close());
  const tls = options.tls === 'selfSigned' ? selfSigned(host, options.clock.nowMs()) : (options.tls ?? null);
  if (tls !== null) log.info("the certificate's fingerprint", { fingerprint: fingerprint(tls) });
  // close() waits for it after the engine, whose clock could otherwise still start it.
  let warming: Promise<void> | null = null;
  closers.add(() => warming);
  const instance = await Instance.over(directory, null, { ...options, settings, upstream, tls }, closers);
  const keepFirstState = async () => void (await instance.keep(FIRST_STATE));
  // Free for an empty node; a folder on disk would have to be read into memory.
  if (directory.isMemory && upstream === null) await keepFirstState();
  await instance.listen(port);
  // After the first answers, which loading modules here would delay.
  instance.clock.schedule(WARM_UP_DELAY_MS, () => {
    warming = instance.http.warmUp();
  });
  return {
    url: instance.http.url,
    certificate: tls?.cert ?? null,
    get services() {
      return instance.services;
    },
    get laboratory() {
      return instance.services.laboratory;
    },
    keepFirstState,
    close: () => instance.close(),
  };
}
