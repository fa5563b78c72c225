import type { DataRepair } from '../cli/index.ts';
import { type IndexMetadata, Quarantine, repairState, type StateRepair } from '../cluster/index.ts';
import type { Clock, Random } from '../common/index.ts';
import { SystemClock, SystemRandom, silentLogger } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import { checkShard, isRepairUnfinished, lastSeqNo, readDamage, repairShard } from '../shard/index.ts';
import { checkData } from './check.ts';
import { Closers } from './closers.ts';
import { openData } from './data.ts';

/** Locks and repairs a data folder. Throws LockHeldError while a process has it open. */
export async function repairDataFolder(dataPath: string): Promise<DataRepair> {
  const closers = new Closers();
  try {
    return await repairData(
      await openData(dataPath, closers, silentLogger),
      new SystemClock(),
      new SystemRandom(),
    );
  } finally {
    await closers.run();
  }
}

/**
 * Quarantines damaged files of a data folder that no process has open, and rebuilds what the rest allows.
 * Deletes nothing. An incomplete copy stays marked as damaged: opening it requires accepting the loss
 * explicitly (allocate_stale_primary, allocate_empty_primary). Throws NewerFormatError.
 */
export async function repairData(directory: Directory, clock: Clock, random: Random): Promise<DataRepair> {
  const before = await checkData(directory);
  if (before.problems.length === 0) return { before, done: [], report: null, after: before };
  const repair = new Repair(directory, new Quarantine(directory, clock));
  const state = await repair.repairState(random);
  for (const index of state?.indices.values() ?? []) await repair.repairIndex(index);
  const after = await checkData(directory);
  const report = await repair.quarantine.writeReport('repair', [
    `A repair of this data folder at ${new Date(clock.nowMs()).toISOString()}.`,
    ...['', 'Found:', ...before.problems.map((line) => `  ${line}`)],
    ...['', 'Done:', ...repair.done.map((line) => `  ${line}`)],
    ...[
      '',
      'Wrong afterwards:',
      ...(after.problems.length > 0 ? after.problems : ['nothing']).map((line) => `  ${line}`),
    ],
  ]);
  return { before, done: repair.done, report, after };
}

class Repair {
  readonly done: string[] = [];
  readonly quarantine: Quarantine;
  readonly #directory: Directory;

  constructor(directory: Directory, quarantine: Quarantine) {
    this.#directory = directory;
    this.quarantine = quarantine;
  }

  async repairState(random: Random): Promise<StateRepair['state']> {
    const { done, state } = await repairState({
      directory: this.#directory.folder('state'),
      nodes: this.#directory.folder('nodes'),
      random,
      route: (index) => this.#route(index),
      setAside: (names, reason) =>
        this.quarantine.setAside(
          'state',
          names.map((name) => ({ path: ['state', name], reason })),
        ),
    });
    this.done.push(...done);
    return state;
  }

  async repairIndex(index: IndexMetadata): Promise<void> {
    const { name, damage } = index;
    if (damage !== null) {
      this.done.push(
        `${damage} (index [${name}]): not repaired: restore the file from a backup, or delete the index`,
      );
    }
    for (let shardId = 0; shardId < index.copies.length; shardId++) await this.#repairShard(index, shardId);
  }

  /** Repairs only the in-sync copies; the others are recovered from them anyway. */
  async #repairShard(index: IndexMetadata, shardId: number): Promise<void> {
    const inSync = index.copies[shardId].flatMap(({ nodeId, allocationId }) =>
      nodeId !== null && index.inSyncAllocations.has(allocationId ?? '') ? [nodeId] : [],
    );
    const findings = await Promise.all(
      inSync.map(async (nodeId) => {
        const folder = this.#copyFolder(index, shardId, nodeId);
        const { problems } = await checkShard(folder, { indexUuid: index.uuid, shardId });
        return { nodeId, problem: problems[0] ?? null, mark: await readDamage(folder) };
      }),
    );
    const isRefilled = findings.some(({ problem, mark }) => problem === null && mark === null);
    for (const { nodeId, problem, mark } of findings) {
      const what = problem ?? mark;
      const where = `nodes/${nodeId}/${index.uuid}/${shardId} (index [${index.name}], shard ${shardId})`;
      if (what !== null && isRefilled) {
        const copy = { nodeId, indexName: index.name, indexUuid: index.uuid, shardId };
        const entry = await this.quarantine.setCopyAside(copy, what);
        const moved = entry === null ? '' : `moved to ${entry}; `;
        this.done.push(
          `${where}: ${what}: ${moved}the copy will be recovered from another one at the next start`,
        );
      } else if (problem !== null || isRepairUnfinished(mark)) {
        await this.#repairCopy(index, shardId, nodeId, where);
      }
    }
  }

  async #repairCopy(index: IndexMetadata, shardId: number, nodeId: string, where: string): Promise<void> {
    const folder = this.#copyFolder(index, shardId, nodeId);
    const path = ['nodes', nodeId, index.uuid, String(shardId)];
    const { done, operationsKept, isComplete } = await repairShard(
      folder,
      { indexUuid: index.uuid, shardId },
      (names, reason) =>
        this.quarantine.setAside(
          `${index.uuid}-${shardId}`,
          names.map((name) => ({ path: [...path, name], reason })),
        ),
    );
    for (const line of done) this.done.push(`${where}: ${line}`);
    if (isComplete && done.length === 0)
      this.done.push(`${where}: the copy is complete: its damage marker was removed`);
    if (isComplete || done.length === 0) return;
    const command = operationsKept === null ? 'allocate_empty_primary' : 'allocate_stale_primary';
    this.done.push(`${where}: stays closed until POST _cluster/reroute with ${command} and accept_data_loss`);
  }

  /**
   * For each shard, makes the copy with the highest sequence number the primary and the only in-sync copy.
   */
  async #route(index: IndexMetadata): Promise<IndexMetadata> {
    const inSyncAllocations = new Set<string>();
    const copies = [];
    for (const [shardId, shard] of index.copies.entries()) {
      const ranked = await Promise.all(
        shard.map(async (copy) => ({ copy, seqNo: await this.#lastSeqNo(index, shardId, copy.nodeId) })),
      );
      // The sort is stable, so among equals the primary stays first.
      ranked.sort((a, b) => b.seqNo - a.seqNo);
      copies.push(ranked.map(({ copy }) => copy));
      const best = ranked[0].copy.allocationId;
      if (best !== null) inSyncAllocations.add(best);
    }
    return { ...index, copies, inSyncAllocations };
  }

  async #lastSeqNo(index: IndexMetadata, shardId: number, nodeId: string | null): Promise<number> {
    if (nodeId === null) return Number.NEGATIVE_INFINITY;
    const folder = this.#copyFolder(index, shardId, nodeId);
    return (await lastSeqNo(folder, { indexUuid: index.uuid, shardId })) ?? -2;
  }

  #copyFolder({ uuid }: IndexMetadata, shardId: number, nodeId: string): Directory {
    return this.#directory.folder('nodes').folder(nodeId).folder(uuid).folder(String(shardId));
  }
}
