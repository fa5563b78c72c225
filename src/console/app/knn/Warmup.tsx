import { useState } from 'preact/hooks';
import { call, segment, wordsOf } from '../lib/api.ts';
import { attempt, say } from '../lib/messages.ts';
import { isOfCluster, refresh } from './live.ts';

const LOOK_AGAIN_MS = 200;

interface TaskAnswer {
  readonly completed: boolean;
  readonly task: {
    readonly status?: { readonly graphs?: Progress };
    readonly cancelled?: boolean;
  };
  readonly response?: { readonly _shards: { readonly failed: number; readonly total: number } };
  readonly error?: { readonly reason?: string };
}

interface Progress {
  readonly total: number;
  readonly loaded: number;
  readonly failed: number;
}

interface Running extends Progress {
  readonly task: string;
}

/** Starts the warmup as a task and looks after it until it ends. */
async function warmUp(index: string, onProgress: (running: Running) => void): Promise<TaskAnswer> {
  const path = `/_plugins/_knn/warmup/${segment(index)}?wait_for_completion=false`;
  const { task } = await call<{ readonly task: string }>('GET', path);
  for (;;) {
    const answer = await call<TaskAnswer>('GET', `/_tasks/${segment(task)}`);
    onProgress({ task, total: 0, loaded: 0, failed: 0, ...answer.task.status?.graphs });
    if (answer.completed) return answer;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/** Brings the graphs of an index into memory, shows how far it is, and can be cancelled. */
export function Warmup({ index }: { readonly index: string }) {
  const [running, setRunning] = useState<Running | null>(null);
  const start = async (): Promise<void> => {
    if (isOfCluster.value) {
      // There it is no task: the answer comes when all is loaded.
      const path = `/_plugins/_knn/warmup/${segment(index)}`;
      setRunning({ task: '', total: 0, loaded: 0, failed: 0 });
      await attempt(() => call('GET', path), `Warmup of ${index}: its graphs are loaded`);
      setRunning(null);
      await refresh();
      return;
    }
    setRunning({ task: '', total: 0, loaded: 0, failed: 0 });
    try {
      const { error, response, task } = await warmUp(index, setRunning);
      const loaded = task.status?.graphs?.loaded ?? 0;
      if (error) throw new Error(error.reason ?? 'The warmup ended early');
      if (task.cancelled) say(`Warmup of ${index} cancelled: ${loaded} loaded`);
      else if ((response?._shards.failed ?? 0) > 0)
        throw new Error(`Some graphs of ${index} could not be loaded`);
      else say(`Warmup of ${index}: ${loaded} of its graphs are loaded`);
    } catch (error) {
      await attempt(() => Promise.reject(new Error(`Warmup of ${index}: ${wordsOf(error)}`)));
    }
    setRunning(null);
    await refresh();
  };
  if (!running) {
    return (
      <button type="button" class="small" onClick={() => void start()}>
        Warm up
      </button>
    );
  }
  const cancel = (): Promise<unknown> =>
    attempt(() => call('POST', `/_tasks/${segment(running.task)}/_cancel`));
  return (
    <div class="row warmup">
      <progress
        aria-label={`Warmup of ${index}`}
        value={running.loaded + running.failed}
        max={Math.max(1, running.total)}
      />
      <span class="card-note number">
        {running.loaded} / {running.total}
      </span>
      <button type="button" class="small" disabled={running.task === ''} onClick={() => void cancel()}>
        Cancel
      </button>
    </div>
  );
}
