import type { Clock, Random, Soon } from '../../common/index.ts';
import { illegalArgument, limits, OpenSearchError, Pacer } from '../../common/index.ts';
import type { GetResult } from '../../shard/index.ts';
import type { ClusterService } from '../clusterService.ts';
import type { LocalIndex } from '../localIndex.ts';
import { routingMissing, validationFailed } from '../metadata/errors.ts';
import { DocumentIds } from './documentIds.ts';
import { asOpenSearchError, failedItem, ShardGroupWriter } from './shardGroup.ts';
import type { BulkItem, ItemOutcome, Routed, ShardGroup } from './types.ts';
import type { UpdateScriptCompiler } from './updateDocument.ts';
import type { WriteTarget } from './writeTarget.ts';
import { resolveWriteTarget } from './writeTarget.ts';
import { DEFAULT_WAITING, type WriteWaiting } from './writeWaiting.ts';

export interface DocumentServiceOptions {
  readonly cluster: ClusterService;
  readonly clock: Clock;
  readonly random: Random;
  readonly compileUpdate: UpdateScriptCompiler;
}

const ITEMS_BETWEEN_PAUSES = 1024;

interface MutableGroup extends ShardGroup {
  readonly routed: Routed[];
}

/** Writes and reads single documents: finds or creates the index, routes, and writes to every copy. */
export class DocumentService {
  readonly #options: DocumentServiceOptions;
  readonly #ids: DocumentIds;

  constructor(options: DocumentServiceOptions) {
    this.#options = options;
    this.#ids = new DocumentIds(options.random);
  }

  /**
   * Applies the items, in order within each shard and with as few shard writes as its updates allow. An
   * item's failure is its outcome; resolves once everything that succeeded is durable. `onIngest` receives
   * the time that pipelines took, if any ran.
   */
  async bulk(
    items: readonly BulkItem[],
    waiting: WriteWaiting = DEFAULT_WAITING,
    onIngest?: (tookMs: bigint) => void,
  ): Promise<readonly ItemOutcome[]> {
    const { clock, compileUpdate } = this.#options;
    const outcomes: ItemOutcome[] = new Array(items.length);
    const started = clock.nanoTime();
    const ingested = this.#ingested(items, outcomes);
    if (ingested !== items) onIngest?.((clock.nanoTime() - started) / 1_000_000n);
    const groups = await this.#route(ingested, outcomes);
    await Promise.all(
      groups.map((group) => new ShardGroupWriter(group, outcomes, clock, compileUpdate, waiting).run()),
    );
    return outcomes;
  }

  /** `null` if the document does not exist. */
  get(index: LocalIndex, id: string, routing: string | null, realtime: boolean): Soon<GetResult | null> {
    return index.primary(index.shardFor(id, routing)).get(id, realtime);
  }

  /** Runs the ingest pipelines; items that fail or are dropped get their outcome. */
  #ingested(items: readonly BulkItem[], outcomes: ItemOutcome[]): readonly BulkItem[] {
    const { ingest } = this.#options.cluster;
    let changed: BulkItem[] | null = null;
    const concerned = new Map<string, boolean>();
    for (let position = 0; position < items.length; position++) {
      const item = items[position];
      if (!ingest.concerns(item, concerned)) continue;
      changed ??= [...items];
      try {
        const next = ingest.apply(item);
        if (next) changed[position] = next;
        else outcomes[position] = { kind: 'dropped', action: item.action, index: item.index, id: item.id };
      } catch (error) {
        outcomes[position] = failedItem(item, asOpenSearchError(error));
      }
    }
    return changed ?? items;
  }

  async #route(items: readonly BulkItem[], outcomes: ItemOutcome[]): Promise<readonly ShardGroup[]> {
    const targets = new Map<string, WriteTarget | OpenSearchError>();
    const groups = new Map<LocalIndex, (MutableGroup | undefined)[]>();
    const ordered: MutableGroup[] = [];
    const pacer = new Pacer(this.#options.clock);
    for (let position = 0; position < items.length; position++) {
      if (position % ITEMS_BETWEEN_PAUSES === ITEMS_BETWEEN_PAUSES - 1) await pacer.pause();
      if (outcomes[position] !== undefined) continue;
      const item = items[position];
      const key = item.requireAlias ? `!${item.index}` : item.index;
      let target = targets.get(key);
      if (target === undefined) {
        target = await this.#target(item);
        targets.set(key, target);
      }
      if (target instanceof OpenSearchError) {
        outcomes[position] = failedItem(item, target);
        continue;
      }
      if (target.stream && item.action !== 'create') {
        outcomes[position] = failedItem(item, onlyNew());
        continue;
      }
      try {
        this.#addToGroup(item, position, target, groups, ordered);
      } catch (error) {
        outcomes[position] = failedItem(item, asOpenSearchError(error), target.index.name);
      }
    }
    return ordered;
  }

  async #target(item: BulkItem): Promise<WriteTarget | OpenSearchError> {
    try {
      const external = item.versionType !== 'internal';
      return await resolveWriteTarget(this.#options.cluster, item.index, {
        requireAlias: item.requireAlias,
        autoCreate: item.action !== 'delete' || external,
        nowMs: this.#options.clock.nowMs(),
      });
    } catch (error) {
      return asOpenSearchError(error);
    }
  }

  #addToGroup(
    item: BulkItem,
    position: number,
    { index, alias, aliasRouting }: WriteTarget,
    groups: Map<LocalIndex, (MutableGroup | undefined)[]>,
    ordered: MutableGroup[],
  ): void {
    const routing = mergedRouting(item.routing, alias, aliasRouting);
    const id = item.id ?? this.#ids.next();
    // For index and create, the shard reports it, as it parses the document.
    if (routing === null && index.routingRequired && (item.action === 'update' || item.action === 'delete')) {
      throw routingMissing(index, id);
    }
    if (item.id !== null) checkId(id);
    const shardId = index.shardFor(id, routing);
    let shards = groups.get(index);
    if (!shards) {
      shards = [];
      groups.set(index, shards);
    }
    let group = shards[shardId];
    if (!group) {
      group = { index, shardId, routed: [] };
      shards[shardId] = group;
      ordered.push(group);
    }
    group.routed.push({ position, item, id, routing });
  }
}

function onlyNew(): OpenSearchError {
  return illegalArgument('only write ops with an op_type of create are allowed in data streams');
}

function mergedRouting(
  routing: string | null,
  alias: string | null,
  aliasRouting: string | null,
): string | null {
  if (aliasRouting === null) return routing;
  if (routing !== null && routing !== aliasRouting) {
    throw illegalArgument(
      `Alias [${alias}] has index routing associated with it [${aliasRouting}], and was provided with routing ` +
        `value [${routing}], rejecting operation`,
    );
  }
  return aliasRouting;
}

function checkId(id: string): void {
  if (id === '') throw illegalArgument('if _id is specified it must not be empty');
  const tooLong = idTooLong(id);
  if (tooLong !== null) throw validationFailed([tooLong]);
}

/** The error for an id that is too long; `null` if it is not. */
export function idTooLong(id: string): string | null {
  const most = limits.idBytes.value;
  if (id.length * 3 <= most) return null;
  const bytes = Buffer.byteLength(id);
  return bytes <= most
    ? null
    : `id [${id}] is too long, must be no longer than ${most} bytes but was: ${bytes}`;
}
