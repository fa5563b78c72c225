import { formatSizeBytes, illegalArgument, numberFormat, type OpenSearchError } from '../../common/index.ts';
import type { ShardOperation } from '../../shard/index.ts';
import type { LocalIndex } from '../localIndex.ts';
import { shardsUnavailable } from '../metadata/errors.ts';
import type { ShardGroup } from './types.ts';

/** How many copies of a shard a write needs and how long it waits for them. */
export interface WriteWaiting {
  /**
   * As given, such as `1m`, because messages repeat it. Nothing actually waits, since a missing copy will not
   * appear by waiting.
   */
  readonly timeout: string;
  /** `null` for the index's setting. */
  readonly activeCopies: number | 'all' | null;
  readonly refresh: 'true' | 'false' | 'wait_for';
}

export const DEFAULT_WAITING: WriteWaiting = { timeout: '1m', activeCopies: null, refresh: 'false' };

/** Parses `wait_for_active_shards`: a count, `all`, or absent (`null`). Throws illegal_argument_exception. */
export function parseActiveCopies(text: string | null): number | 'all' | null {
  if (text === null || text === 'all') return text;
  if (!/^[+-]?\d{1,10}$/.test(text))
    throw illegalArgument(`cannot parse ActiveShardCount[${text}]`, numberFormat(text));
  const count = Number(text);
  if (count >= 0) return count;
  throw illegalArgument('shard count cannot be a negative value');
}

/**
 * The error if the primary, or some of the required copies, are missing; `null` if the group's writes can
 * proceed.
 */
export function missingCopies(
  group: ShardGroup,
  operations: readonly ShardOperation[],
  waiting: WriteWaiting,
): OpenSearchError | null {
  const { index, shardId } = group;
  const fail = (what: string): OpenSearchError =>
    shardsUnavailable(
      index.name,
      shardId,
      what,
      `Timeout: [${waiting.timeout}], request: [${shardRequestText(group, operations, waiting)}]`,
    );
  if (index.isPrimaryMissing(shardId)) return fail('primary shard is not active');
  const wanted = waiting.activeCopies ?? settingOf(index);
  if (wanted === 0 || wanted === 1) return null;
  const needed = wanted === 'all' ? index.numberOfReplicas + 1 : wanted;
  const active = index.openCopies(shardId).length;
  if (active >= needed) return null;
  const shown = wanted === 'all' ? 'ALL' : wanted;
  return fail(
    `Not enough active copies to meet shard count of [${shown}] (have ${active}, needed ${needed}).`,
  );
}

function settingOf(index: LocalIndex): number | 'all' {
  return parseActiveCopies(index.settings.get('index.write.wait_for_active_shards') ?? '1') ?? 1;
}

/** `BulkShardRequest [[a][0]] containing [3] requests and a refresh`. */
function shardRequestText(
  { index, shardId, routed }: ShardGroup,
  operations: readonly ShardOperation[],
  { refresh }: WriteWaiting,
): string {
  const what =
    routed.length > 1 ? `${routed.length}] requests` : `${operationText(operations[0], index.name)}]`;
  const after =
    refresh === 'true' ? ' and a refresh' : refresh === 'wait_for' ? ' blocking until refresh' : '';
  return `BulkShardRequest [[${index.name}][${shardId}]] containing [${what}${after}`;
}

const SHOWN_SOURCE_BYTES = 2048;

function operationText({ kind, operation }: ShardOperation, index: string): string {
  const place = `${kind} {[${index}][${operation.id}]`;
  if (kind === 'delete' || !('source' in operation)) return `${place}}`;
  const { source } = operation;
  const text =
    source.length <= SHOWN_SOURCE_BYTES
      ? Buffer.from(source).toString('utf8')
      : `n/a, actual length: [${formatSizeBytes(source.length)}], max length: 2kb`;
  return `${place}, source[${text}]}`;
}
