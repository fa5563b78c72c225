import type { Command } from 'commander';
import { stringifyJson } from '../../common/index.ts';
import { counted } from '../../figures/index.ts';
import { onServer } from '../frame/connection.ts';
import { refusal, type Server } from '../frame/server.ts';
import type { CliContext, CommandModule } from '../types.ts';

interface Flags {
  readonly repository: string;
  readonly indices?: string;
  readonly replace?: boolean;
}

interface Snapshot {
  readonly snapshot: string;
  readonly state: string;
  readonly start_time: string;
  readonly indices: readonly string[];
}

/** `rockpool snapshot create|list|restore`: all indices under a name, and back. */
export const snapshot: CommandModule = {
  examples: [
    { run: 'rockpool snapshot create before', doc: 'keep every index under a name' },
    { run: 'rockpool snapshot list', doc: 'what is kept' },
    { run: 'rockpool snapshot restore before --replace', doc: 'go back; indices of the same names go away' },
  ],
  define(command, context) {
    part(command, 'create', 'keep indices under a name').argument('<name>');
    part(command, 'list', 'what is kept');
    part(command, 'restore', 'bring indices back')
      .argument('<name>')
      .option('--replace', 'indices of the same names go away first');
    const [create, list, restore] = command.commands;
    onServer<Flags>(create, context, ({ server, output, flags, args }) =>
      createSnapshot(server, String(args[0]), flags).then((made) =>
        output.isJson
          ? output.json(made)
          : output.line(`${made.snapshot}: ${counted(made.indices.length, 'index', 'indices')}`),
      ),
    );
    defineList(list, context);
    onServer<Flags>(restore, context, ({ server, output, flags, args }) =>
      restoreSnapshot(server, String(args[0]), flags).then((indices) =>
        output.isJson
          ? output.json({ indices: [...indices] })
          : output.line(`restored: ${indices.join(', ')}`),
      ),
    );
  },
};

function part(command: Command, name: string, doc: string): Command {
  const made = command
    .command(name)
    .description(doc)
    .option('--repository <name>', 'where snapshots lie', 'rockpool');
  return name === 'list' ? made : made.option('--indices <names>', 'only these (patterns, comma-separated)');
}

function defineList(command: Command, context: CliContext): void {
  onServer<Flags>(command, context, async ({ server, output, flags }) => {
    const answer = await server.call({
      method: 'GET',
      path: `/_snapshot/${encodeURIComponent(flags.repository)}/_all`,
    });
    const { snapshots = [] } =
      answer.status === 404 ? {} : server.parsed<{ snapshots?: readonly Snapshot[] }>(answer.text);
    if (output.isJson) output.json([...snapshots]);
    else {
      const rows = snapshots.map(({ snapshot: name, state, start_time, indices }) => [
        ...[name, state, start_time],
        indices.join(', '),
      ]);
      output.table([{ name: 'snapshot' }, { name: 'state' }, { name: 'made' }, { name: 'indices' }], rows);
    }
  });
}

/** The repository is made where it is not there: a folder of its name below the data folder. */
async function createSnapshot(
  server: Server,
  name: string,
  { repository, indices }: Flags,
): Promise<Snapshot> {
  const path = `/_snapshot/${encodeURIComponent(repository)}`;
  if ((await server.call({ method: 'GET', path })).status === 404) {
    await server.text('PUT', path, { type: 'fs', settings: { location: repository } });
  }
  const body = { include_global_state: false, ...(indices === undefined ? {} : { indices }) };
  const made = `${path}/${encodeURIComponent(name)}?wait_for_completion=true`;
  return (await server.json<{ snapshot: Snapshot }>('PUT', made, body)).snapshot;
}

async function restoreSnapshot(
  server: Server,
  name: string,
  { repository, indices, replace }: Flags,
): Promise<readonly string[]> {
  const path = `/_snapshot/${encodeURIComponent(repository)}/${encodeURIComponent(name)}`;
  const chosen = indices === undefined ? {} : { indices };
  if (replace) {
    const { snapshots } = await server.json<{ snapshots: readonly Snapshot[] }>('GET', path);
    const names = indices?.split(',') ?? snapshots[0].indices;
    await server.text('DELETE', `/${names.map(encodeURIComponent).join(',')}?ignore_unavailable=true`);
  }
  const answer = await server.call({
    method: 'POST',
    path: `${path}/_restore?wait_for_completion=true`,
    body: stringifyJson({ include_global_state: false, ...chosen }),
  });
  if (answer.status > 299) throw refusal(answer);
  return server.parsed<{ snapshot: { indices: readonly string[] } }>(answer.text).snapshot.indices;
}
