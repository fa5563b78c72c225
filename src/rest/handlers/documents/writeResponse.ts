import type { DoneItem, ItemOutcome, LocalIndex } from '../../../cluster/index.ts';
import { stringifyJson } from '../../../common/index.ts';
import { bodySourceFilter, renderSource } from '../../sourceFilter.ts';
import type { RefreshPolicy } from './writeParameters.ts';

/** Refreshes the shards that were written, as the request asks. */
export async function refreshWritten(outcomes: readonly ItemOutcome[], policy: RefreshPolicy): Promise<void> {
  if (policy === 'false') return;
  const shards = new Map<LocalIndex, Set<number>>();
  for (const outcome of outcomes) {
    if (outcome.kind !== 'done' || outcome.result.result === 'noop') continue;
    const ids = shards.get(outcome.index);
    if (ids) ids.add(outcome.shardId);
    else shards.set(outcome.index, new Set([outcome.shardId]));
  }
  await Promise.all([...shards].flatMap(([index, ids]) => [...ids].map((shardId) => index.refresh(shardId))));
}

/** Copies of a shard, all and assigned. */
function shardsText(index: LocalIndex, shardId: number): string {
  const total = index.numberOfReplicas + 1;
  return `{"total":${total},"successful":${index.openCopies(shardId).length},"failed":0}`;
}

const NOOP_SHARDS = '{"total":0,"successful":0,"failed":0}';

/** Writes the members of a write's answer: without braces, for documents and bulk items alike. */
export function writeResultText(done: DoneItem, forcedRefresh: boolean): string {
  const { index, id, result } = done;
  const noop = result.result === 'noop';
  const refreshed = forcedRefresh && !noop ? '"forced_refresh":true,' : '';
  const shards = noop ? NOOP_SHARDS : shardsText(index, done.shardId);
  return (
    `"_index":${JSON.stringify(index.name)},"_id":${JSON.stringify(id)},"_version":${result.version},` +
    `"result":"${result.result}",${refreshed}"_shards":${shards},` +
    `"_seq_no":${result.seqNo},"_primary_term":${result.primaryTerm}`
  );
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

/** One item of a bulk answer. */
export function bulkItemText(outcome: ItemOutcome, forcedRefresh: boolean): string {
  if (outcome.kind === 'done') {
    const result = writeResultText(outcome, forcedRefresh);
    const get = updateGetText(outcome);
    return `{"${outcome.action}":{${result}${get},"status":${writeStatus(outcome)}}}`;
  }
  const { action, index, id, error } = outcome;
  return (
    `{"${action}":{"_index":${JSON.stringify(index)},"_id":${JSON.stringify(id)},` +
    `"status":${error.status},"error":${stringifyJson(error.toJson())}}}`
  );
}

/** `get` of an update that asked for the new document. */
export function updateGetText({ get }: DoneItem): string {
  if (!get) return '';
  const { seqNo, primaryTerm, source } = get.document;
  const rendered = renderSource(source, bodySourceFilter(get.fetchSource));
  const sourceText = rendered === null ? '' : `,"_source":${stringifyJson(rendered)}`;
  return `,"get":{"_seq_no":${seqNo},"_primary_term":${primaryTerm},"found":true${sourceText}}`;
}
