import { type Task, type TaskManager, taskId } from '../cluster/index.ts';
import {
  type Clock,
  formatTimeMs,
  fromFirstWait,
  type JsonObject,
  parseTimeMs,
  type Soon,
  soon,
  stringifyJson,
  type Turns,
} from '../common/index.ts';
import type { ShardTarget } from './shard/target.ts';
import { parseSearchSource } from './source/searchSource.ts';
import type { SearchRequest } from './types.ts';

export const SEARCH_ACTION = 'indices:data/read/search';
export const SCROLL_ACTION = 'indices:data/read/scroll';

export interface SearchTaskOptions {
  readonly tasks?: TaskManager;
  readonly clock: Clock;
  readonly clusterSetting?: (key: string) => string | null;
}

/** Searches as tasks, which `_tasks` lists and cancels. */
export class SearchTasks {
  readonly #options: SearchTaskOptions;

  constructor(options: SearchTaskOptions) {
    this.#options = options;
  }

  /** Runs `work` as a task with the same end; its signal tells when it is cancelled. */
  run<T>(
    action: string,
    description: () => string,
    request: Pick<SearchRequest, 'cancelAfterMs' | 'parentTaskId' | 'opaqueId'>,
    work: (task: Task | null) => Turns<T>,
  ): Soon<T> {
    const { tasks } = this.#options;
    if (tasks === undefined) return soon(work(null));
    const { parentTaskId, opaqueId } = request;
    const { task, show } = tasks.prepare({ action, description, cancellable: true, parentTaskId, opaqueId });
    return soon(fromFirstWait(work(task), () => this.#list(tasks, task, show, request)));
  }

  /** Lists a task; the result removes it. What ends before its first wait is never listed: nobody could see it. */
  #list(
    tasks: TaskManager,
    task: Task,
    show: () => void,
    request: Pick<SearchRequest, 'cancelAfterMs'>,
  ): () => void {
    const afterMs = this.#cancelAfterMs(request);
    const timer =
      afterMs < 0
        ? null
        : this.#options.clock.schedule(afterMs, () => {
            tasks.cancel(task, `Cancellation timeout of ${formatTimeMs(afterMs)} is expired`);
          });
    show();
    return () => {
      timer?.cancel();
      tasks.unregister(task);
    };
  }

  /** The part of a search that runs on a shard. */
  shard<T>(parent: Task | null, phase: string, target: ShardTarget, work: Turns<T>): Turns<T> {
    const { tasks } = this.#options;
    if (tasks === undefined || parent === null) return work;
    return fromFirstWait(work, () => {
      const { index, shardId, handle } = target;
      const task = tasks.register({
        action: `${parent.action}[${phase}]`,
        description: () => `shardId[[${index.name}][${shardId}]]`,
        type: 'direct',
        cancellable: true,
        parentTaskId: taskId(parent),
        nodeId: handle.routing.nodeId ?? parent.nodeId,
      });
      return () => tasks.unregister(task);
    });
  }

  #cancelAfterMs({ cancelAfterMs }: Pick<SearchRequest, 'cancelAfterMs'>): number {
    if (cancelAfterMs !== undefined && cancelAfterMs !== null) return cancelAfterMs;
    const key = 'search.cancel_after_time_interval';
    return parseTimeMs(this.#options.clusterSetting?.(key) ?? '-1', key);
  }
}

/** Members of a body in the order in which the original prints them. */
const ORDER = [
  'from',
  'size',
  'timeout',
  'terminate_after',
  'query',
  'post_filter',
  'min_score',
  'version',
  'seq_no_primary_term',
  'explain',
  'profile',
  '_source',
  'stored_fields',
  'docvalue_fields',
  'fields',
  'script_fields',
  'sort',
  'track_scores',
  'track_total_hits',
  'search_after',
  'slice',
  'indices_boost',
  'aggregations',
  'highlight',
  'suggest',
  'rescore',
  'stats',
  'ext',
  'collapse',
  'pit',
];

/** `indices[a,b], search_type[QUERY_THEN_FETCH], source[…]`. */
export function describeSearch({ indices, searchType, scrollMs, source }: SearchRequest): string {
  const scroll = scrollMs === null ? '' : `scroll[${formatTimeMs(scrollMs)}], `;
  return `indices[${indices ?? ''}], search_type[${searchType.toUpperCase()}], ${scroll}source[${bodyText(source)}]`;
}

/** The body with the query as printed by the original, with all its members and defaults. */
function bodyText(source: JsonObject): string {
  const { aggs, aggregations = aggs, ...rest } = source;
  const { query, postFilter } = parseSearchSource(source, {});
  const members: JsonObject = { ...rest };
  if (aggregations !== undefined) members.aggregations = aggregations;
  if (source.query !== undefined && query !== null) members.query = query.toJson();
  if (source.post_filter !== undefined && postFilter !== null) members.post_filter = postFilter.toJson();
  const names = Object.keys(members).sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  return stringifyJson(Object.fromEntries(names.map((name) => [name, members[name]])));
}
