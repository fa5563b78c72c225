import type { Task, TaskResult } from '../../../cluster/index.ts';
import { NODE_HOST, NODE_ROLES, selectNodes, taskId } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { formatTimeMs, OpenSearchError } from '../../../common/index.ts';
import type { ParameterName } from '../../parameterTable.ts';
import type { RestRequest } from '../../request.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';

const LIST_PARAMETERS: readonly ParameterName[] = [
  'actions',
  'nodes',
  'node_id',
  'parent_task_id',
  'detailed',
  'group_by',
  'wait_for_completion',
  'timeout',
];

export function taskJson(task: Task, runningNanos: bigint, detailed: boolean): JsonObject {
  const status = task.status();
  return {
    node: task.nodeId,
    id: task.id,
    type: task.type,
    action: task.action,
    ...(status === null ? {} : { status }),
    ...(detailed ? { description: task.description } : {}),
    start_time_in_millis: task.startTimeMs,
    running_time_in_nanos: Number(runningNanos),
    cancellable: task.cancellable,
    ...(task.cancellable ? { cancelled: task.aborted } : {}),
    ...(task.parentTaskId === null ? {} : { parent_task_id: task.parentTaskId }),
    headers: task.headers,
  };
}

function selectTasks(request: RestRequest, { cluster }: RestServices): readonly Task[] {
  const nodes = request.param('nodes') ?? request.param('node_id');
  return cluster.tasks.list({
    actions: request.list('actions'),
    nodeIds: nodes === null ? null : new Set(selectNodes(cluster.nodes, nodes).map(({ id }) => id)),
    parentTaskId: request.param('parent_task_id'),
  });
}

/** Tasks by node, by parent, or as a list. */
export function tasksJson(
  tasks: readonly Task[],
  request: RestRequest,
  services: RestServices,
  detailed: boolean,
): JsonObject {
  const now = services.clock.nanoTime();
  const entry = (task: Task): [string, JsonObject] => [
    taskId(task),
    taskJson(task, now - task.startNanos, detailed),
  ];
  const group = request.param('group_by') ?? 'nodes';
  if (group === 'none') return { tasks: tasks.map((task) => entry(task)[1]) };
  if (group === 'parents') return { tasks: Object.fromEntries(tasks.map(entry)) };
  const nodes = services.cluster.nodes
    .map((node) => ({ node, own: tasks.filter((task) => task.nodeId === node.id) }))
    .filter(({ own }) => own.length > 0)
    .map(({ node, own }): [string, JsonObject] => [
      node.id,
      {
        name: node.name,
        transport_address: `${NODE_HOST}:9300`,
        host: NODE_HOST,
        ip: `${NODE_HOST}:9300`,
        roles: [...NODE_ROLES],
        tasks: Object.fromEntries(own.map(entry)),
      },
    ]);
  return { nodes: Object.fromEntries(nodes) };
}

/** Listing tasks is itself a task, as is each node's part of it. */
export async function withListTask<T>(
  request: RestRequest,
  { cluster }: RestServices,
  work: () => T,
): Promise<T> {
  const opaqueId = request.headers['x-opaque-id'];
  const options = { description: '', opaqueId: typeof opaqueId === 'string' ? opaqueId : undefined };
  return cluster.tasks.run({ ...options, action: 'cluster:monitor/tasks/lists' }, (parent) =>
    cluster.tasks.run(
      { ...options, action: 'cluster:monitor/tasks/lists[n]', type: 'direct', parentTaskId: taskId(parent) },
      async () => work(),
    ),
  );
}

function isResult(found: Task | TaskResult): found is TaskResult {
  return 'task' in found;
}

export const taskRoutes: readonly Route[] = [
  ...routes(['GET /_tasks'], { parameters: LIST_PARAMETERS, doc: 'running tasks' }, (request, services) =>
    withListTask(request, services, () =>
      json(tasksJson(selectTasks(request, services), request, services, request.bool('detailed', false))),
    ),
  ),
  ...routes(
    ['GET /_tasks/{task_id}'],
    { parameters: ['wait_for_completion', 'timeout'], doc: 'a task, running or over' },
    async (request, { cluster, clock }) => {
      const id = request.pathParam('task_id');
      if (request.bool('wait_for_completion', false)) {
        const done = await cluster.tasks.waitFor(id, request.time('timeout', 30_000));
        if (!done)
          throw new OpenSearchError('timeout_exception', `Timed out waiting for completion of [${id}]`);
      }
      const found = cluster.tasks.get(id);
      if (!isResult(found)) {
        return json({ completed: false, task: taskJson(found, clock.nanoTime() - found.startNanos, true) });
      }
      const { task, runningNanos, response, error } = found;
      const outcome = error ? { error: error.toJson() } : { response };
      return json({ completed: true, task: taskJson(task, runningNanos, true), ...outcome });
    },
  ),
  ...routes(
    ['POST /_tasks/_cancel', 'POST /_tasks/{task_id}/_cancel'],
    { parameters: LIST_PARAMETERS, doc: 'cancel tasks' },
    (request, services) => {
      const id = request.param('task_id');
      const found = id === null ? null : runningTask(id, 'is not found', services);
      if (found !== null && 'failure' in found) return json(found.failure);
      const tasks =
        found === null ? selectTasks(request, services).filter((task) => task.cancellable) : [found.task];
      for (const task of tasks) services.cluster.tasks.cancel(task, 'by user request');
      return json(tasksJson(tasks, request, services, false));
    },
  ),
];

/** A running task, or its node's response: `said` if the task does not exist. Throws for an invalid id. */
export function runningTask(
  id: string,
  said: string,
  { cluster }: RestServices,
): { readonly task: Task } | { readonly failure: JsonObject } {
  const task = cluster.tasks.running(id);
  const nodeId = id.slice(0, id.lastIndexOf(':'));
  const known = cluster.nodes.some((node) => node.id === nodeId);
  if (known && task !== null) return { task };
  const cause: JsonObject = known
    ? { type: 'resource_not_found_exception', reason: `task [${id}] ${said}` }
    : { type: 'no_such_node_exception', reason: `No such node [${nodeId}]`, node_id: nodeId };
  const reason = `Failed node [${nodeId}]`;
  const failure = { type: 'failed_node_exception', reason, node_id: nodeId, caused_by: cause };
  return { failure: { node_failures: [failure], nodes: {} } };
}

export function runningTime(task: Task, now: bigint): string {
  return formatTimeMs(Number((now - task.startNanos) / 1_000_000n));
}
