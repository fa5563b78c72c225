import { LocalIndex } from '../../../src/cluster/localIndex.ts';
import { allocationsOf, type IndexMetadata } from '../../../src/cluster/metadata/clusterState.ts';
import type { IndexChange } from '../../../src/cluster/metadata/stateChanges.ts';
import { allocate } from '../../../src/cluster/nodes/allocation.ts';
import { createVirtualNodes } from '../../../src/cluster/nodes/virtualNodes.ts';
import type { OpenedShard, ShardOpening } from '../../../src/cluster/types.ts';
import { Extensions, ManualClock, OpenSearchError, type SeededRandom } from '../../../src/common/index.ts';
import type { GetResult } from '../../../src/shard/index.ts';
import { openReopeningShard } from '../../../src/shard/index.ts';
import { FaultDirectory } from '../../robustness/crash/faultDirectory.ts';
import type { Turns } from '../../support/diskTurns.ts';
import { ScheduledDirectory } from '../../support/scheduledDirectory.ts';
import { FakeMapper } from '../shard/fakeMapper.ts';
import { index as indexOperation, remove } from '../shard/shards.ts';

export const IDS = ['a', 'b', 'c'];
const NODES = ['n0', 'n1', 'n2'];

/** What is on the disks, and what the cluster's state says of it. */
export interface Disks {
  readonly metadata: IndexMetadata;
  readonly disks: ReadonlyMap<string, FaultDirectory>;
}

/** Disks of three nodes, one of which may be about to fail, and the metadata of an index of one shard. */
export function newDisks(random: SeededRandom, replicas: number): Disks {
  const faulty = random.next() < 0.6 ? Math.floor(random.next() * NODES.length) : -1;
  const disks = new Map(
    NODES.map((id, i) => {
      const atCall = 20 + Math.floor(random.next() * 150);
      const kind = random.next() < 0.7 ? ('failedSync' as const) : ('eio' as const);
      return [id, new FaultDirectory(i === faulty ? { kind, atCall, forEver: false } : null)] as const;
    }),
  );
  const copies = allocate(1, replicas, createVirtualNodes(NODES, random), new Map(), [], random);
  const metadata: IndexMetadata = {
    name: 'books',
    uuid: 'uuid',
    settings: new Map([
      ['index.number_of_shards', '1'],
      ['index.number_of_replicas', String(replicas)],
      ['index.refresh_interval', '-1'],
    ]),
    aliases: new Map(),
    mapping: {},
    state: 'open',
    creationDateMs: 0,
    damage: null,
    copies,
    inSyncAllocations: allocationsOf(copies),
    primaryTerms: [1],
  };
  return { metadata, disks };
}

interface Acknowledged {
  readonly seqNo: number;
  readonly content: string;
}

/** What clients were told of an index in all its lives, and what it must not contradict. */
export class Ledger {
  readonly problems: string[] = [];
  readonly deletionsInDoubt = new Set<string>();
  readonly #acknowledged = new Map<string, Acknowledged>();
  readonly #values = new Map<string, string>();
  highest = -1;

  acknowledge(
    id: string,
    content: string,
    at: { readonly seqNo: number; readonly primaryTerm: number },
  ): void {
    this.see(id, content, at);
    this.highest = Math.max(this.highest, at.seqNo);
    const known = this.#acknowledged.get(id);
    if (!known || known.seqNo < at.seqNo) this.#acknowledged.set(id, { seqNo: at.seqNo, content });
  }

  /** A term and a sequence number are one operation, wherever it is seen. */
  see(id: string, content: string, at: { readonly seqNo: number; readonly primaryTerm: number }): void {
    const key = `term ${at.primaryTerm}, number ${at.seqNo}`;
    const value = `${id}=${content}`;
    const known = this.#values.get(key);
    if (known !== undefined && known !== value) this.problems.push(`${key} is ${known} and ${value}`);
    this.#values.set(key, value);
  }

  /** Disks and the state may fail; an assertion may not. */
  failed(error: unknown): void {
    if (error instanceof OpenSearchError && error.type === 'rockpool_bug') this.problems.push(error.message);
  }

  /** Nothing that was acknowledged is missing from a copy. */
  check(who: string, id: string, found: GetResult | null): void {
    const known = this.#acknowledged.get(id);
    if (found) this.see(id, contentOf(found), found);
    if (!known || known.content === 'deleted') return;
    if (found === null) {
      // A deletion that was not acknowledged may have been made all the same.
      if (!this.deletionsInDoubt.has(id)) this.problems.push(`${who} lacks ${id}=${known.content}`);
    } else if (found.seqNo < known.seqNo) {
      this.problems.push(`${who} has ${id} of ${found.seqNo}, acknowledged was ${known.seqNo}`);
    }
  }
}

export function contentOf({ source }: GetResult): string {
  return JSON.parse(Buffer.from(source).toString()).t;
}

function textOf(found: GetResult | null): string {
  if (found === null) return 'nothing';
  const { version, seqNo, primaryTerm } = found;
  return `${contentOf(found)}, version ${version}, number ${seqNo}, term ${primaryTerm}`;
}

/** An index of one shard on three nodes, whose disks and state answer in turns. */
export class ReplicatedIndex {
  readonly clock = new ManualClock();
  readonly index: LocalIndex;
  readonly stopped = new Set<string>();
  readonly #disks: Disks['disks'];
  readonly #turns: Turns;
  readonly #random: SeededRandom;
  /** As a restart would read it. */
  #durable: IndexMetadata;
  #changing: Promise<unknown> = Promise.resolve();
  mayRefuse = false;

  constructor({ metadata, disks }: Disks, turns: Turns, random: SeededRandom) {
    this.#disks = disks;
    this.#durable = metadata;
    this.#turns = turns;
    this.#random = random;
    const mapper = new FakeMapper();
    this.index = new LocalIndex({
      metadata,
      components: {
        createAnalysis: () => null as never,
        createMapper: () => mapper,
        openShard: (opening) => this.#openShard(opening),
      },
      folder: (nodeId) =>
        new ScheduledDirectory(disks.get(nodeId) as FaultDirectory, turns).folder('nodes').folder('uuid'),
      change: (decide, published) => this.#change(decide, published),
      nodes: { localId: NODES[0], isStarted: (id) => !this.stopped.has(id) },
      clock: this.clock,
      random,
      quarantine: { setCopyAside: async ({ nodeId }) => this.index.copyFolder(nodeId, 0).deleteAll() },
      unassignedReason: 'CLUSTER_RECOVERED',
    });
  }

  /** What a loss of power now leaves. */
  afterPowerLoss(): Disks {
    const disks = [...this.#disks].map(
      ([id, disk]) => [id, disk.restart(Math.floor(this.#random.next() * 2 ** 31))] as const,
    );
    const primaryTerms = this.#durable.primaryTerms.map((term) => term + 1);
    return { metadata: { ...this.#durable, primaryTerms }, disks: new Map(disks) };
  }

  async stop(nodeId: string): Promise<void> {
    if (this.stopped.has(nodeId) || this.stopped.size === NODES.length - 1) return;
    this.stopped.add(nodeId);
    await this.index.nodeStopped(nodeId);
  }

  async start(nodeId: string): Promise<void> {
    this.stopped.delete(nodeId);
    await this.reallocate(this.index.numberOfReplicas);
  }

  async reallocate(replicas: number): Promise<void> {
    const nodes = createVirtualNodes(NODES, this.#random).filter(({ id }) => !this.stopped.has(id));
    const next = ({ copies }: IndexMetadata) =>
      allocate(1, replicas, nodes, new Map(), copies, this.#random, this.stopped);
    const settings = new Map([...this.index.settings, ['index.number_of_replicas', String(replicas)]]);
    await this.index.reallocate(next, settings, 'NODE_LEFT');
  }

  /** The copies that are in sync and open agree, and have what was acknowledged. */
  async check(ledger: Ledger): Promise<void> {
    const copies = this.index.copies.filter(({ routing, shard }) => shard && routing.state === 'STARTED');
    const primary = this.index.primary(0);
    for (const id of IDS) {
      const own = await primary.get(id, true);
      for (const { shard, routing } of copies) {
        const found = (await shard?.get(id, true)) ?? null;
        const who = `${routing.primary ? 'primary' : 'replica'} on ${routing.nodeId}`;
        ledger.check(who, id, found);
        const [theirs, ours] = [found, own].map(textOf);
        if (theirs !== ours) ledger.problems.push(`${who} has ${id}=${theirs}, the primary ${ours}`);
      }
    }
    for (const { shard, routing } of copies) {
      if (shard?.maxSeqNo === primary.maxSeqNo) continue;
      ledger.problems.push(
        `copy on ${routing.nodeId} is at ${shard?.maxSeqNo}, primary at ${primary.maxSeqNo}`,
      );
    }
  }

  /** At every moment: each copy in sync that is open has every number that was acknowledged; one primary. */
  checkMoment(ledger: Ledger): void {
    const { inSyncAllocations, copies } = this.index.metadata;
    const allocations = copies[0].flatMap(({ allocationId }) => allocationId ?? []);
    if (new Set(allocations).size !== allocations.length) {
      ledger.problems.push('an allocation stands twice');
    }
    for (const { shard, routing } of this.index.copies) {
      const why = routing.unassigned?.details ?? '';
      if (/ follows? | handed out /.test(why)) ledger.problems.push(why);
      if (!shard || shard.failure !== null || !inSyncAllocations.has(routing.allocationId ?? '')) continue;
      if (shard.maxSeqNo < ledger.highest) {
        const who = `${routing.primary ? 'primary' : 'replica'} on ${routing.nodeId}`;
        ledger.problems.push(`${who} is in sync at ${shard.maxSeqNo}; acknowledged was ${ledger.highest}`);
      }
    }
  }

  #openShard(opening: ShardOpening): Promise<OpenedShard> {
    const { settings } = opening;
    return openReopeningShard({
      ...opening,
      clock: this.clock,
      settings: settings(),
      currentSettings: settings,
      listener: null,
      mustExist: true,
      onFailure: opening.onFailed,
    }).then((shard) => ({
      shard,
      extensions: Extensions.none,
      applySettings: (changed) => shard.applySettings(changed),
      release: () => undefined,
    }));
  }

  /** One change at a time: durable at one moment, visible at a later one; now and then it cannot be saved. */
  #change(decide: IndexChange, published: () => void = () => undefined): Promise<void> {
    const change = this.#changing.then(async () => {
      const current = this.index.metadata;
      const next = await decide(current);
      if (next === current) return published();
      await this.#turns.wait();
      if (this.mayRefuse && this.#random.next() < 0.05) throw new Error('the state cannot be saved');
      this.#durable = next;
      await this.#turns.wait();
      this.index.metadataChanged(next);
      published();
    });
    this.#changing = change.catch(() => undefined);
    return change;
  }
}

/** Writes some documents, one request after the other; what fails was perhaps done, and perhaps not. */
export async function writeSome(
  { index }: ReplicatedIndex,
  name: string,
  ledger: Ledger,
  random: SeededRandom,
): Promise<void> {
  for (let i = 0; i < 7; i++) {
    const operations = Array.from({ length: 1 + Math.floor(random.next() * 3) }, (_, j) => {
      const id = IDS[Math.floor(random.next() * IDS.length)];
      return { id, content: random.next() < 0.15 ? 'deleted' : `${name}${i}${j}` };
    });
    try {
      const results = await index.write(
        0,
        operations.map(({ id, content }) =>
          content === 'deleted' ? remove(id) : indexOperation(id, { t: content }),
        ),
      );
      results.forEach((result, j) => {
        const { id, content } = operations[j];
        if (!(result instanceof Error)) ledger.acknowledge(id, content, result);
      });
    } catch (error) {
      ledger.failed(error);
      for (const { id, content } of operations) {
        if (content === 'deleted') ledger.deletionsInDoubt.add(id);
      }
    }
  }
}
