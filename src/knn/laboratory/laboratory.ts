import { type Clock, limits, OpenSearchError } from '../../common/index.ts';
import type { LoadedGraph } from '../nativeMemoryCache.ts';
import { EventLog } from './eventLog.ts';
import { FaultRules } from './faultRules.ts';
import { SimulatedLoads } from './simulatedLoads.ts';
import { Waits } from './waits.ts';

/** A load as seen by the laboratory. */
export interface LaboratoryLoad {
  readonly nodeId: string;
  readonly indexName: string;
  /** Reads the graph into memory. */
  readonly read: () => Promise<LoadedGraph>;
  /** Damages the graph's file, if it has one. */
  readonly damage: () => Promise<void>;
}

/** Instruments for the caches of all nodes: the event log, simulated disks, fault injection. */
export class KnnLaboratory {
  readonly log: EventLog;
  readonly loads: SimulatedLoads;
  readonly faults = new FaultRules();
  readonly #clock: Clock;
  readonly #waits: Waits;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.log = new EventLog(clock, limits.cacheEvents.value);
    this.#waits = new Waits(clock);
    this.loads = new SimulatedLoads(clock, this.#waits);
  }

  /** A node closes, so its loads must not wait any longer. */
  endWaits(nodeId: string): void {
    this.#waits.end(nodeId);
  }

  /** Loads a graph under the current rules. */
  async load({ nodeId, indexName, read, damage }: LaboratoryLoad): Promise<LoadedGraph> {
    const start = this.#clock.nanoTime();
    const fault = this.faults.active ? this.faults.load(indexName, nodeId) : null;
    if (fault?.action === 'delay') await this.#waits.wait(nodeId, fault.delayMs);
    if (fault?.action === 'corrupt') await damage();
    if (fault?.action === 'fail') throw injectedFailure(indexName, fault.rule);
    const loaded = await read();
    await this.loads.delay(nodeId, loaded.weightKb, start);
    return loaded;
  }
}

function injectedFailure(indexName: string, rule: number): OpenSearchError {
  return new OpenSearchError(
    'i_o_exception',
    `load of a graph of [${indexName}] failed by fault rule [${rule}]`,
  );
}
