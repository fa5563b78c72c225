import { call, segment } from '../lib/api.ts';
import { counted, milliseconds, timeOfDay } from '../lib/format.ts';
import { useResource } from '../lib/hooks.ts';
import { attempt } from '../lib/messages.ts';
import { Scroll } from '../ui/Scroll.tsx';
import { Empty, Loaded } from '../ui/states.tsx';

const EVERY_MS = 1500;

interface TaskRow {
  readonly node: string;
  readonly id: number;
  readonly action: string;
  readonly description: string;
  readonly start_time_in_millis: number;
  readonly running_time_in_nanos: number;
  readonly cancellable: boolean;
  readonly cancelled?: boolean;
  readonly status?: Readonly<Record<string, unknown>>;
}

/** Listing the tasks is a task, too. */
const OWN = 'cluster:monitor/tasks/lists';

async function listTasks(signal: AbortSignal): Promise<readonly TaskRow[]> {
  const path = '/_tasks?detailed=true&group_by=none';
  const { tasks } = await call<{ readonly tasks: readonly TaskRow[] }>('GET', path, undefined, { signal });
  return tasks.filter(({ action }) => !action.startsWith(OWN));
}

export function Tasks() {
  const tasks = useResource(listTasks, 'all', { everyMs: EVERY_MS });
  return (
    <Loaded resource={tasks}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty title="Nothing is running">
            <p>Warmups, graph builds, reindexing and long searches are listed here while they run.</p>
          </Empty>
        ) : (
          <TaskTable rows={rows} onChange={tasks.reload} />
        )
      }
    </Loaded>
  );
}

interface TableProps {
  readonly rows: readonly TaskRow[];
  readonly onChange: () => void;
}

function TaskTable({ rows, onChange }: TableProps) {
  return (
    <Scroll label={counted(rows.length, 'task')}>
      <table class="list-table">
        <thead>
          <tr>
            <th scope="col">Action</th>
            <th scope="col">What</th>
            <th scope="col">Since</th>
            <th scope="col" class="number">
              Running
            </th>
            <th scope="col">
              <span class="hidden">Cancel</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((task) => (
            <TaskLine key={`${task.node}:${task.id}`} task={task} onChange={onChange} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function TaskLine({ task, onChange }: { readonly task: TaskRow; readonly onChange: () => void }) {
  const id = `${task.node}:${task.id}`;
  const cancel = async (): Promise<void> => {
    await attempt(() => call('POST', `/_tasks/${segment(id)}/_cancel`), `${task.action} is asked to end`);
    onChange();
  };
  return (
    <tr>
      <th scope="row" class="mono field-name">
        {task.action}
      </th>
      <td>
        {task.description}
        {task.status && <div class="mono muted">{JSON.stringify(task.status)}</div>}
      </td>
      <td class="number">{timeOfDay(task.start_time_in_millis)}</td>
      <td class="number">{milliseconds(task.running_time_in_nanos / 1e6)}</td>
      <td>
        {task.cancellable && !task.cancelled && (
          <button type="button" class="small" onClick={() => void cancel()}>
            Cancel
          </button>
        )}
      </td>
    </tr>
  );
}
