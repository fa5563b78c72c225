import type { DoneItem, DroppedItem, FailedItem, ItemOutcome, LocalIndex } from '../../../cluster/index.ts';
import { type Pacer, RawJson, stringifyJson } from '../../../common/index.ts';
import { bodySourceFilter, renderSource } from '../../sourceFilter.ts';
import type { RefreshPolicy } from './writeParameters.ts';

/**
 * Refreshes shards as requested: for `true` every shard that was asked to write, even if it rejected the
 * write (TransportWriteAction); for `wait_for` those that wrote something.
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

/** Text shared by the responses to all writes on one shard. */
export interface ShardTexts {
  readonly index: LocalIndex;
  readonly shardId: number;
  readonly indexName: string;
  /** Numbers of copies of the shard, all and assigned. */
  readonly shards: string;
}

/** The texts of an item's shard; reuses `last` if the previous item went to the same shard. */
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

/**
 * Text shared by responses with the same outcome, as most items of a request have: everything except id and
 * sequence number.
 */
interface AnswerFrame {
  readonly texts: ShardTexts;
  readonly action: DoneItem['action'];
  readonly version: number;
  readonly result: DoneItem['result']['result'];
  readonly primaryTerm: number;
  /** Whether anything was ever written. */
  readonly hasSeqNo: boolean;
  readonly beforeId: string;
  readonly beforeSeqNo: string;
  readonly afterSeqNo: string;
}

/** The frame of a response; reuses `last` if it is equal. */
function answerFrame(done: DoneItem, forcedRefresh: boolean, last: AnswerFrame | null): AnswerFrame {
  const { action } = done;
  const { version, result, primaryTerm, seqNo } = done.result;
  const texts = shardTexts(done, last?.texts ?? null);
  const hasSeqNo = seqNo >= 0;
  if (
    last?.texts === texts &&
    last.action === action &&
    last.version === version &&
    last.result === result &&
    last.primaryTerm === primaryTerm &&
    last.hasSeqNo === hasSeqNo
  ) {
    return last;
  }
  const refreshed = forcedRefresh ? '"forced_refresh":true,' : '';
  const shards = result === 'noop' ? NOOP_SHARDS : texts.shards;
  const rest = `,"_version":${version},"result":"${result}",${refreshed}"_shards":${shards}`;
  return {
    ...{ texts, action, version, result, primaryTerm, hasSeqNo },
    beforeId: `"_index":${texts.indexName},"_id":`,
    beforeSeqNo: hasSeqNo ? `${rest},"_seq_no":` : rest,
    afterSeqNo: hasSeqNo ? `,"_primary_term":${primaryTerm}` : '',
  };
}

function framedText({ id, result }: DoneItem, frame: AnswerFrame): string {
  const seqNo = frame.hasSeqNo ? result.seqNo : '';
  return frame.beforeId + JSON.stringify(id) + frame.beforeSeqNo + seqNo + frame.afterSeqNo;
}

/** The members of a write's response, without braces. */
export function writeResultText(done: DoneItem, forcedRefresh: boolean): string {
  return framedText(done, answerFrame(done, forcedRefresh, null));
}

/** The version numbers mean "must not exist" and "any". */
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

/** The items of a bulk response, and whether any failed. */
export async function bulkItems(
  outcomes: readonly ItemOutcome[],
  forcedRefresh: boolean,
  pacer: Pacer,
): Promise<{ readonly items: readonly RawJson[]; readonly errors: boolean }> {
  const items: RawJson[] = [];
  let errors = false;
  let frame: AnswerFrame | null = null;
  for (const outcome of outcomes) {
    let text: string;
    if (outcome.kind === 'failed') {
      errors = true;
      text = failedItemText(outcome);
    } else if (outcome.kind === 'dropped') {
      text = `{"${outcome.action}":{${droppedText(outcome)},"status":200}}`;
    } else {
      frame = answerFrame(outcome, forcedRefresh, frame);
      const result = framedText(outcome, frame) + updateGetText(outcome);
      text = `{"${outcome.action}":{${result},"status":${writeStatus(outcome)}}}`;
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

/** `get` of an update that requested the new document, or whose upsert was a no-op. */
export function updateGetText({ get, result }: DoneItem): string {
  if (!get) return result.result === 'noop' && result.seqNo < 0 ? ',"get":{"found":false}' : '';
  const { seqNo, primaryTerm, source } = get.document;
  const rendered = renderSource(source, bodySourceFilter(get.fetchSource));
  const sourceText = rendered === null ? '' : `,"_source":${stringifyJson(rendered)}`;
  return `,"get":{"_seq_no":${seqNo},"_primary_term":${primaryTerm},"found":true${sourceText}}`;
}
