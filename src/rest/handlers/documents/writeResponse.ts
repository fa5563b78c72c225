import type { DoneItem, DroppedItem, FailedItem, ItemOutcome, LocalIndex } from '../../../cluster/index.ts';
import { type Pacer, RawJson, stringifyJson } from '../../../common/index.ts';
import { bodySourceFilter, renderSource } from '../../sourceFilter.ts';
import type { RefreshPolicy } from './writeParameters.ts';

/**
 * Refreshes shards as the request asks: `true` every shard that was asked to write, also where all it did was to
 * refuse (TransportWriteAction); `wait_for` those that wrote something.
 */
export async function refreshWritten(outcomes: readonly ItemOutcome[], policy: RefreshPolicy): Promise<void> {
  if (policy === 'false') return;
  const shards = new Map<LocalIndex, Set<number>>();
  for (const outcome of outcomes) {
    const at = policy === 'true' ? reached(outcome) : written(outcome);
    if (at === null) continue;
    const ids = shards.get(at.index);
    if (ids) ids.add(at.shardId);
    else shards.set(at.index, new Set([at.shardId]));
  }
  await Promise.all([...shards].flatMap(([index, ids]) => [...ids].map((shardId) => index.refresh(shardId))));
}

function written(outcome: ItemOutcome): DoneItem | null {
  return outcome.kind === 'done' && outcome.result.result !== 'noop' ? outcome : null;
}

function reached(outcome: ItemOutcome): DoneItem | FailedItem['at'] {
  if (outcome.kind === 'done') return outcome;
  return outcome.kind === 'failed' ? outcome.at : null;
}

/** What the answers of all writes to one shard have in common. */
export interface ShardTexts {
  readonly index: LocalIndex;
  readonly shardId: number;
  readonly indexName: string;
  /** Copies of the shard, all and assigned. */
  readonly shards: string;
}

/** The texts of an item's shard: `last` where the item before went there too. */
export function shardTexts({ index, shardId }: DoneItem, last: ShardTexts | null = null): ShardTexts {
  if (last?.index === index && last.shardId === shardId) return last;
  const successful = index.openCopies(shardId).length;
  return {
    index,
    shardId,
    indexName: JSON.stringify(index.name),
    shards: `{"total":${index.numberOfReplicas + 1},"successful":${successful},"failed":0}`,
  };
}

const NOOP_SHARDS = '{"total":0,"successful":0,"failed":0}';

/** Writes the members of a write's answer: without braces, for documents and bulk items alike. */
export function writeResultText(done: DoneItem, forcedRefresh: boolean, texts = shardTexts(done)): string {
  const { id, result } = done;
  const noop = result.result === 'noop';
  const refreshed = forcedRefresh ? '"forced_refresh":true,' : '';
  const shards = noop ? NOOP_SHARDS : texts.shards;
  return (
    `"_index":${texts.indexName},"_id":${JSON.stringify(id)},"_version":${result.version},` +
    `"result":"${result.result}",${refreshed}"_shards":${shards}${positionText(done)}`
  );
}

/** Nothing was written, not even before: there is no sequence number. */
function positionText({ result }: DoneItem): string {
  return result.seqNo < 0 ? '' : `,"_seq_no":${result.seqNo},"_primary_term":${result.primaryTerm}`;
}

/** The versions stand for "must not exist" and "any". */
export function droppedText({ action, index, id }: DroppedItem): string {
  const name = JSON.stringify(id ?? 'auto-generated');
  const version = action === 'create' ? -4 : -3;
  return `"_index":${JSON.stringify(index)},"_id":${name},"_version":${version},"result":"noop","_shards":${NOOP_SHARDS}`;
}

export function writeStatus(done: DoneItem): number {
  switch (done.result.result) {
    case 'created':
      return 201;
    case 'not_found':
      return 404;
    default:
      return 200;
  }
}

const ITEMS_BETWEEN_PAUSES = 512;

/** The items of a bulk answer, and whether one has failed. */
export async function bulkItems(
  outcomes: readonly ItemOutcome[],
  forcedRefresh: boolean,
  pacer: Pacer,
): Promise<{ readonly items: readonly RawJson[]; readonly errors: boolean }> {
  const items: RawJson[] = [];
  let errors = false;
  let texts: ShardTexts | null = null;
  for (const outcome of outcomes) {
    let text: string;
    if (outcome.kind === 'failed') {
      errors = true;
      text = failedItemText(outcome);
    } else if (outcome.kind === 'dropped') {
      text = `{"${outcome.action}":{${droppedText(outcome)},"status":200}}`;
    } else {
      texts = shardTexts(outcome, texts);
      const result = writeResultText(outcome, forcedRefresh, texts);
      text = `{"${outcome.action}":{${result}${updateGetText(outcome)},"status":${writeStatus(outcome)}}}`;
    }
    items.push(new RawJson(text));
    if (items.length % ITEMS_BETWEEN_PAUSES === 0) await pacer.pause();
  }
  return { items, errors };
}

function failedItemText({ action, index, id, error }: FailedItem): string {
  return (
    `{"${action}":{"_index":${JSON.stringify(index)},"_id":${JSON.stringify(id)},` +
    `"status":${error.status},"error":${stringifyJson(error.toJson())}}}`
  );
}

/** `get` of an update that asked for the new document, or whose upsert came to nothing. */
export function updateGetText({ get, result }: DoneItem): string {
  if (!get) return result.result === 'noop' && result.seqNo < 0 ? ',"get":{"found":false}' : '';
  const { seqNo, primaryTerm, source } = get.document;
  const rendered = renderSource(source, bodySourceFilter(get.fetchSource));
  const sourceText = rendered === null ? '' : `,"_source":${stringifyJson(rendered)}`;
  return `,"get":{"_seq_no":${seqNo},"_primary_term":${primaryTerm},"found":true${sourceText}}`;
}
