import type { Clock, Random } from '../../common/index.ts';
import { illegalArgument, limits, OpenSearchError } from '../../common/index.ts';
import type { GetResult, ShardOperation, WriteResult } from '../../shard/index.ts';
import type { ClusterService } from '../clusterService.ts';
import type { LocalIndex } from '../localIndex.ts';
import { validationFailed } from '../metadata/errors.ts';
import { DocumentIds } from './documentIds.ts';
import type { BulkItem, FailedItem, ItemOutcome } from './types.ts';
import type { UpdateScriptCompiler } from './updateDocument.ts';
import { computeUpdate, documentMissing } from './updateDocument.ts';
import type { WriteTarget } from './writeTarget.ts';
import { resolveWriteTarget } from './writeTarget.ts';

export interface DocumentServiceOptions {
  readonly cluster: ClusterService;
  readonly clock: Clock;
  readonly random: Random;
  readonly compileUpdate: UpdateScriptCompiler;
}

/** An item on its way to its shard. */
interface Routed {
  /** Place in the request and in the answer. */
  readonly position: number;
  readonly item: BulkItem;
  readonly id: string;
  readonly routing: string | null;
}

interface ShardGroup {
  readonly index: LocalIndex;
  readonly shardId: number;
  readonly routed: Routed[];
}

/** Writes and reads single documents: finds the index, makes it if need be, routes, writes to every copy. */
export class DocumentService {
  readonly #options: DocumentServiceOptions;
  readonly #ids: DocumentIds;

  constructor(options: DocumentServiceOptions) {
    this.#options = options;
    this.#ids = new DocumentIds(options.random);
  }

  /**
   * Applies items, each shard's in order and with as few writes as its updates allow. Failures stay in their
   * place; resolves when everything that succeeded is durable.
   */
  async bulk(items: readonly BulkItem[]): Promise<readonly ItemOutcome[]> {
    const outcomes: ItemOutcome[] = new Array(items.length);
    const groups = await this.#route(items, outcomes);
    await Promise.all(groups.map((group) => this.#applyGroup(group, outcomes)));
    return outcomes;
  }

  /** One item; its failure is thrown. */
  async write(item: BulkItem): Promise<Exclude<ItemOutcome, FailedItem>> {
    const [outcome] = await this.bulk([item]);
    if (outcome.kind === 'failed') throw outcome.error;
    return outcome;
  }

  /** null when there is no such document. */
  get(index: LocalIndex, id: string, routing: string | null, realtime: boolean): Promise<GetResult | null> {
    return index.primary(index.shardFor(id, routing)).get(id, realtime);
  }

  async #route(items: readonly BulkItem[], outcomes: ItemOutcome[]): Promise<readonly ShardGroup[]> {
    const targets = new Map<string, WriteTarget | OpenSearchError>();
    const groups = new Map<LocalIndex, (ShardGroup | undefined)[]>();
    const ordered: ShardGroup[] = [];
    for (let position = 0; position < items.length; position++) {
      const item = items[position];
      const key = item.requireAlias ? `!${item.index}` : item.index;
      let target = targets.get(key);
      if (target === undefined) {
        target = await this.#target(item);
        targets.set(key, target);
      }
      if (target instanceof OpenSearchError) {
        outcomes[position] = failed(item, target);
        continue;
      }
      try {
        this.#addToGroup(item, position, target, groups, ordered);
      } catch (error) {
        outcomes[position] = failed(item, asOpenSearchError(error), target.index.name);
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
    groups: Map<LocalIndex, (ShardGroup | undefined)[]>,
    ordered: ShardGroup[],
  ): void {
    const routing = mergedRouting(item.routing, alias, aliasRouting);
    const id = item.id ?? this.#ids.next();
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

  async #applyGroup(group: ShardGroup, outcomes: ItemOutcome[]): Promise<void> {
    let batch: Routed[] = [];
    for (const routed of group.routed) {
      if (routed.item.action !== 'update') {
        batch.push(routed);
        continue;
      }
      // An update reads what came before it.
      await this.#writeBatch(group, batch, outcomes);
      batch = [];
      outcomes[routed.position] = await this.#update(group, routed);
    }
    await this.#writeBatch(group, batch, outcomes);
  }

  async #writeBatch(group: ShardGroup, batch: readonly Routed[], outcomes: ItemOutcome[]): Promise<void> {
    if (batch.length === 0) return;
    const { index, shardId } = group;
    const results = await this.#writeAll(group, batch);
    for (let i = 0; i < batch.length; i++) {
      const { position, item, id } = batch[i];
      const result = results[i];
      outcomes[position] =
        result instanceof Error
          ? failed(item, asOpenSearchError(result), index.name, id)
          : { kind: 'done', action: item.action, index, shardId, id, result, get: null };
    }
  }

  async #writeAll(
    { index, shardId }: ShardGroup,
    batch: readonly Routed[],
  ): Promise<readonly (WriteResult | Error)[]> {
    try {
      return await index.write(shardId, batch.map(toOperation));
    } catch (error) {
      return batch.map(() => asOpenSearchError(error));
    }
  }

  /** Read, change, write back under the sequence number that was read; again on a conflict, if asked. */
  async #update(group: ShardGroup, routed: Routed): Promise<ItemOutcome> {
    const { item, id } = routed;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#tryUpdate(group, routed);
      } catch (error) {
        const known = asOpenSearchError(error);
        const retry =
          known.type === 'version_conflict_engine_exception' && attempt < (item.update?.retryOnConflict ?? 0);
        if (!retry) return failed(item, known, group.index.name, id);
      }
    }
  }

  async #tryUpdate(group: ShardGroup, { item, id, routing }: Routed): Promise<ItemOutcome> {
    const { index, shardId } = group;
    const body = item.update;
    if (!body) throw illegalArgument('script or doc is missing');
    const current = await index.primary(shardId).get(id, true);
    if (current) checkExpected(item, current, index, shardId);
    const action = computeUpdate({
      body,
      current,
      indexName: index.name,
      id,
      routing,
      nowMs: this.#options.clock.nowMs(),
      compile: this.#options.compileUpdate,
    });
    if (action === null) throw documentMissing(id, index, shardId);
    const { fetchSource } = body;
    const wanted = fetchSource !== undefined && fetchSource !== null && fetchSource !== false;
    const done = (result: WriteResult, document: GetResult | null): ItemOutcome => ({
      kind: 'done',
      action: 'update',
      index,
      shardId,
      id,
      result,
      get: wanted && document ? { document, fetchSource } : null,
    });
    if (action.kind === 'noop') return done(noopResult(current), current);
    const operation = updateOperation(action, id, routing ?? current?.routing ?? null, current);
    const [result] = await index.write(shardId, [operation]);
    if (result instanceof Error) throw result;
    const source = action.kind === 'index' ? action.source : null;
    return done(result, source ? { ...result, id, source, routing } : null);
  }
}

function updateOperation(
  action: { readonly kind: 'index'; readonly source: Uint8Array } | { readonly kind: 'delete' },
  id: string,
  routing: string | null,
  current: GetResult | null,
): ShardOperation {
  const condition = {
    id,
    routing,
    version: null,
    versionType: 'internal' as const,
    ifSeqNo: current?.seqNo ?? null,
    ifPrimaryTerm: current?.primaryTerm ?? null,
  };
  if (action.kind === 'delete') return { kind: 'delete', operation: condition };
  const opType = current ? 'index' : 'create';
  return {
    kind: 'index',
    operation: { ...condition, source: action.source, opType, autoGeneratedId: false },
  };
}

function toOperation({ item, id, routing }: Routed): ShardOperation {
  const { version, versionType, ifSeqNo, ifPrimaryTerm } = item;
  if (item.action === 'delete') {
    return { kind: 'delete', operation: { id, routing, version, versionType, ifSeqNo, ifPrimaryTerm } };
  }
  return {
    kind: 'index',
    operation: {
      id,
      source: item.source as Uint8Array,
      routing,
      opType: item.action === 'create' ? 'create' : 'index',
      version,
      versionType,
      ifSeqNo,
      ifPrimaryTerm,
      autoGeneratedId: item.id === null,
    },
  };
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
  if (id.length * 3 <= limits.idBytes.value) return;
  const bytes = Buffer.byteLength(id);
  if (bytes > limits.idBytes.value) {
    throw validationFailed([
      `id [${id}] is too long, must be no longer than ${limits.idBytes.value} bytes but was: ${bytes}`,
    ]);
  }
}

function checkExpected(item: BulkItem, current: GetResult, index: LocalIndex, shardId: number): void {
  if (item.ifSeqNo === null) return;
  if (item.ifSeqNo === current.seqNo && item.ifPrimaryTerm === current.primaryTerm) return;
  throw new OpenSearchError(
    'version_conflict_engine_exception',
    `[${current.id}]: version conflict, required seqNo [${item.ifSeqNo}], primary term [${item.ifPrimaryTerm}]. ` +
      `current document has seqNo [${current.seqNo}] and primary term [${current.primaryTerm}]`,
    { metadata: { index: index.name, shard: String(shardId), index_uuid: index.uuid } },
  );
}

function noopResult(current: GetResult | null): WriteResult {
  const { version = -3, seqNo = -2, primaryTerm = 0 } = current ?? {};
  return { result: 'noop', version, seqNo, primaryTerm };
}

function failed(item: BulkItem, error: OpenSearchError, index = item.index, id = item.id): FailedItem {
  return { kind: 'failed', action: item.action, index, id, error };
}

function asOpenSearchError(error: unknown): OpenSearchError {
  if (error instanceof OpenSearchError) return error;
  throw error;
}
