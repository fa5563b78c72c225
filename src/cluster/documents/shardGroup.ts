import type { Clock } from '../../common/index.ts';
import { illegalArgument, OpenSearchError, Pacer, storageError } from '../../common/index.ts';
import type { GetResult, ShardOperation, WriteResult } from '../../shard/index.ts';
import type { LocalIndex } from '../localIndex.ts';
import type { BulkItem, FailedItem, ItemOutcome, Routed, ShardGroup } from './types.ts';
import type { UpdateScriptCompiler } from './updateDocument.ts';
import { computeUpdate, documentMissing } from './updateDocument.ts';
import { missingCopies, type WriteWaiting } from './writeWaiting.ts';

/**
 * Applies the items of one shard in as few writes as its updates allow. An update must see the effect of
 * earlier items, so an update of a document with a pending write waits for that write.
 */
export class ShardGroupWriter {
  readonly #group: ShardGroup;
  readonly #outcomes: ItemOutcome[];
  readonly #clock: Clock;
  readonly #compile: UpdateScriptCompiler;
  readonly #waiting: WriteWaiting;
  readonly #pacer: Pacer;
  /** Items not yet written, each with its shard operation. */
  #pending: Routed[] = [];
  #operations: ShardOperation[] = [];
  readonly #pendingIds = new Set<string>();

  constructor(
    group: ShardGroup,
    outcomes: ItemOutcome[],
    clock: Clock,
    compile: UpdateScriptCompiler,
    waiting: WriteWaiting,
  ) {
    this.#group = group;
    this.#outcomes = outcomes;
    this.#clock = clock;
    this.#pacer = new Pacer(clock);
    this.#compile = compile;
    this.#waiting = waiting;
  }

  async run(): Promise<void> {
    const { routed: all } = this.#group;
    const hasUpdates = all.some(({ item }) => item.action === 'update');
    for (const routed of all) {
      if (routed.item.action !== 'update') this.#add(routed, toOperation(routed));
      else {
        if (this.#pendingIds.has(routed.id)) await this.#flush();
        await this.#addUpdate(routed);
      }
      if (hasUpdates) this.#pendingIds.add(routed.id);
      if (this.#pacer.due()) await this.#pacer.pause();
    }
    await this.#flush();
  }

  #add(routed: Routed, operation: ShardOperation): void {
    this.#pending.push(routed);
    this.#operations.push(operation);
  }

  async #addUpdate(routed: Routed): Promise<void> {
    try {
      const operation = await this.#prepareUpdate(routed);
      if (operation) this.#add(routed, operation);
    } catch (error) {
      this.#fail(routed, asOpenSearchError(error));
    }
  }

  /** The write that an update results in; `null` if there is none, in which case its outcome is set. */
  async #prepareUpdate(routed: Routed): Promise<ShardOperation | null> {
    const { index, shardId } = this.#group;
    const { item, id, routing } = routed;
    const body = item.update;
    if (!body) throw illegalArgument('script or doc is missing');
    const docRouting = body.doc === null ? null : (body.docRouting ?? null);
    const current = await index.primary(shardId).get(id, true);
    if (current) checkExpected(item, current, index, shardId);
    const action = computeUpdate({
      body,
      current,
      indexName: index.name,
      id,
      routing,
      nowMs: this.#clock.nowMs(),
      compile: this.#compile,
    });
    if (action === null) throw documentMissing(id, index, shardId);
    if (action.kind !== 'noop')
      return updateOperation(action, id, current ? (docRouting ?? current.routing) : routing, current);
    this.#done(routed, noopResult(current), current);
    return null;
  }

  async #flush(): Promise<void> {
    const pending = this.#pending;
    const operations = this.#operations;
    if (pending.length === 0) return;
    this.#pending = [];
    this.#operations = [];
    this.#pendingIds.clear();
    const results = await this.#write(operations);
    for (let i = 0; i < pending.length; i++) {
      const routed = pending[i];
      const result = results[i];
      if (!(result instanceof Error)) this.#written(routed, operations[i], result);
      else if (mayRetry(routed, result, 0)) await this.#retry(routed);
      else this.#fail(routed, asOpenSearchError(result));
      if (this.#pacer.due()) await this.#pacer.pause();
    }
  }

  async #write(operations: readonly ShardOperation[]): Promise<readonly (WriteResult | Error)[]> {
    const missing = missingCopies(this.#group, operations, this.#waiting);
    if (missing !== null) return operations.map(() => missing);
    try {
      return await this.#group.index.write(this.#group.shardId, operations);
    } catch (error) {
      return operations.map(() => asOpenSearchError(error));
    }
  }

  /**
   * Another write happened between reading and writing: retries as often as the update's `retry_on_conflict`
   * allows.
   */
  async #retry(routed: Routed): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const operation = await this.#prepareUpdate(routed);
      if (!operation) return;
      const [result] = await this.#write([operation]);
      if (!(result instanceof Error)) return this.#written(routed, operation, result);
      if (!mayRetry(routed, result, attempt)) return this.#fail(routed, asOpenSearchError(result));
    }
  }

  #written(routed: Routed, operation: ShardOperation, result: WriteResult): void {
    const { id } = routed;
    const document =
      operation.kind === 'index' && routed.item.action === 'update'
        ? { ...result, id, source: operation.operation.source, routing: operation.operation.routing }
        : null;
    this.#done(routed, result, document);
  }

  #done({ position, item, id }: Routed, result: WriteResult, document: GetResult | null): void {
    const { index, shardId } = this.#group;
    const fetchSource = item.update?.fetchSource;
    const wanted = fetchSource !== undefined && fetchSource !== null && fetchSource !== false;
    const get = wanted && document ? { document, fetchSource } : null;
    this.#outcomes[position] = { kind: 'done', action: item.action, index, shardId, id, result, get };
  }

  #fail({ position, item, id }: Routed, error: OpenSearchError): void {
    const { index } = this.#group;
    this.#outcomes[position] = { ...failedItem(item, error, index.name, id), at: this.#group };
  }
}

export function failedItem(
  item: BulkItem,
  error: OpenSearchError,
  index = item.index,
  id = item.id,
): FailedItem {
  return { kind: 'failed', action: item.action, index, id, error, at: null };
}

/** Converts an error to an item's outcome, disk errors included. Rethrows errors that are bugs. */
export function asOpenSearchError(error: unknown): OpenSearchError {
  if (error instanceof OpenSearchError) return error;
  const known = storageError(error);
  if (known === null) throw error;
  return known;
}

function mayRetry({ item }: Routed, error: Error, attempt: number): boolean {
  if (item.action !== 'update' || !(error instanceof OpenSearchError)) return false;
  return error.type === 'version_conflict_engine_exception' && attempt < (item.update?.retryOnConflict ?? 0);
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
  const { version = -1, seqNo = -2, primaryTerm = 0 } = current ?? {};
  return { result: 'noop', version, seqNo, primaryTerm };
}
