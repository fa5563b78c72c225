import { setTimeout as sleep } from 'node:timers/promises';
import { counted } from '../../figures/index.ts';
import { onServer, type ServerCommand } from '../frame/connection.ts';
import { CommandError } from '../frame/exitCodes.ts';
import { withInterrupt } from '../frame/interrupt.ts';
import { startProgress } from '../frame/progress.ts';
import type { CommandModule } from '../types.ts';

interface Flags {
  readonly watch?: boolean;
}

interface TaskAnswer {
  readonly completed: boolean;
  readonly task: { readonly status?: { readonly graphs?: Graphs }; readonly cancelled?: boolean };
  readonly error?: { readonly reason?: string };
  readonly response?: { readonly _shards: { readonly failed: number } };
}

interface Graphs {
  readonly total: number;
  readonly loaded: number;
  readonly failed: number;
}

const LOOK_AGAIN_MS = 100;
const NOTHING: Graphs = { total: 0, loaded: 0, failed: 0 };

/** `rockpool warmup`: brings graphs into memory. */
export const warmup: CommandModule = {
  examples: [
    { run: 'rockpool warmup movies', doc: 'the graphs of an index; ready when the command is' },
    { run: 'rockpool warmup movies --watch', doc: 'with progress; Ctrl-C cancels it on the server' },
  ],
  define(command, context) {
    command
      .argument('<indices...>', 'indices with vectors')
      .option('--watch', 'show how far it is, as a task of the server that Ctrl-C cancels');
    onServer<Flags>(command, context, run);
  },
};

async function run(call: ServerCommand<Flags>): Promise<void> {
  const { server, args, flags, output } = call;
  const [indices] = args as readonly [readonly string[]];
  const path = `/_plugins/_knn/warmup/${indices.map(encodeURIComponent).join(',')}`;
  if (flags.watch) return withInterrupt((signal) => watch(call, path, indices, signal));
  const answer = await server.json<{ _shards: { total: number; failed: number } }>('GET', path);
  const { total, failed } = answer._shards;
  if (output.isJson) output.json(answer);
  else output.line(`${indices.join(', ')}: the graphs of ${counted(total - failed, 'shard')} are in memory`);
  if (failed > 0) throw new CommandError('failed', `${counted(failed, 'shard')} failed`);
}

/** Until all graphs are loaded; when the signal comes, until the server has cancelled the rest. */
async function watch(
  call: ServerCommand<Flags>,
  path: string,
  indices: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const { server, context } = call;
  const { task } = await server.json<{ task: string }>('GET', `${path}?wait_for_completion=false`);
  const bar = startProgress(context.terminal.errors, indices.join(', '), 1);
  try {
    let isCancelled = false;
    for (;;) {
      const answer = await server.json<TaskAnswer>('GET', `/_tasks/${encodeURIComponent(task)}`);
      const graphs = { ...NOTHING, ...answer.task.status?.graphs };
      bar.setTotal(Math.max(1, graphs.total));
      bar.update(graphs.loaded + graphs.failed, `${graphs.loaded} of ${counted(graphs.total, 'graph')}`);
      if (answer.completed) {
        bar.stop();
        return finished(answer, graphs, call, indices);
      }
      if (signal.aborted && !isCancelled) {
        isCancelled = true;
        await server.text('POST', `/_tasks/${encodeURIComponent(task)}/_cancel`);
      }
      await sleep(LOOK_AGAIN_MS);
    }
  } finally {
    bar.stop();
  }
}

function finished(
  { error, response, task }: TaskAnswer,
  graphs: Graphs,
  { output }: ServerCommand<Flags>,
  indices: readonly string[],
): void {
  if (output.isJson) output.json({ indices: [...indices], ...graphs, cancelled: task.cancelled ?? false });
  else output.line(`${indices.join(', ')}: ${graphs.loaded} of ${counted(graphs.total, 'graph')} in memory`);
  if (task.cancelled) throw new CommandError('interrupted', 'the warmup was cancelled');
  if (error) throw new CommandError('failed', error.reason ?? 'the warmup ended early');
  if ((response?._shards.failed ?? 0) > 0)
    throw new CommandError('failed', 'some graphs could not be loaded');
}
