import { count, counted } from '../../figures/index.ts';
import {
  type CopyReport,
  compareIndices,
  copyIndex,
  differenceWords,
  ExtraDocumentsError,
  type IndexDefinition,
  readDefinitions,
  type Send,
  TransferError,
} from '../../transfer/index.ts';
import { onServer, type ServerCommand } from '../frame/connection.ts';
import { CommandError } from '../frame/exitCodes.ts';
import type { Output } from '../frame/output.ts';
import { startProgress } from '../frame/progress.ts';
import { refusal, Server } from '../frame/server.ts';
import { addServerOptions, type Flags as ServerFlags, serverOf } from '../frame/serverOptions.ts';
import type { CommandModule } from '../types.ts';

interface Flags {
  readonly check?: boolean;
  readonly delete?: boolean;
}

interface Sides {
  readonly from: Send;
  readonly to: Send;
}

/** `rockpool push` and `rockpool pull` are one command that looks in two directions. */
export function copyCommand(side: 'to' | 'from', examples: CommandModule['examples']): CommandModule {
  return {
    examples,
    define(command, context) {
      command
        .argument('<index...>', 'names, aliases or patterns')
        .option('--check', 'copy nothing: only compare the two sides')
        .option('--delete', 'delete documents of the copy that the original does not have');
      command.optionsGroup('The other server:');
      addServerOptions(command, side, 'the server on the other side', true);
      command.optionsGroup('Options:');
      onServer<Flags>(command, context, async (call) => {
        const remote = new Server(serverOf(call.flags as ServerFlags, side, context.terminal));
        try {
          const [here, there] = [call.server.send, remote.send];
          await copyAll(call, side === 'to' ? { from: here, to: there } : { from: there, to: here });
        } finally {
          remote.close();
        }
      });
    },
  };
}

async function copyAll({ args, flags, output, context }: ServerCommand<Flags>, sides: Sides): Promise<void> {
  const [names] = args as readonly [readonly string[]];
  const definitions = await inWords(readDefinitions(sides.from, names.join(',')));
  if (definitions.length === 0) throw new CommandError('failed', `no index is called ${names.join(', ')}`);
  let different = 0;
  for (const definition of definitions) {
    if (flags.check) {
      if (!(await inWords(checkIndex(definition, sides, output)))) different++;
      continue;
    }
    const progress = startProgress(
      context.terminal.errors,
      definition.name,
      await countOf(definition, sides.from),
    );
    const onProgress = (looked: number, sent: number): void => progress.update(looked, `${count(sent)} sent`);
    try {
      const report = await inWords(
        copyIndex(definition, { ...sides, deleteExtra: flags.delete, onProgress }),
      );
      progress.stop();
      tell(report, output);
    } finally {
      progress.stop();
    }
  }
  if (different > 0)
    throw new CommandError('failed', `${counted(different, 'index', 'indices')} not the same`);
}

async function checkIndex({ name }: IndexDefinition, sides: Sides, output: Output): Promise<boolean> {
  const compared = await compareIndices(name, sides);
  const { same, from, to } = compared;
  if (output.isJson) {
    const { missing, changed, extra } = compared.differences;
    const ids = (documents: typeof missing): readonly string[] => documents.map(({ id }) => id);
    output.json({
      index: name,
      same,
      documents: { from: from.documents, to: to.documents },
      checksum: { from: from.checksum, to: to.checksum },
      missing: ids(missing),
      changed: ids(changed),
      extra: ids(extra),
    });
  } else {
    const words = same ? `the same ${counted(from.documents, 'document')}` : differenceWords(compared);
    output.line(`${name}: ${words}${same ? `, checksum ${from.checksum}` : ''}`);
  }
  return same;
}

function tell({ index, documents, checksum, made, sent, deleted }: CopyReport, output: Output): void {
  if (output.isJson) {
    output.json({ index, documents, sent, deleted, made, checksum });
    return;
  }
  const done = made ? 'made' : `${count(sent)} sent, ${count(deleted)} deleted`;
  output.line(`${index}: ${counted(documents, 'document')} on both sides (${done}), checksum ${checksum}`);
}

async function countOf({ name }: IndexDefinition, send: Send): Promise<number> {
  const { status, text } = await send({ method: 'GET', path: `/${encodeURIComponent(name)}/_count` });
  return status === 200 ? (JSON.parse(text) as { count: number }).count : 0;
}

/** A refusal in the words of the server. */
async function inWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ExtraDocumentsError) {
      throw new CommandError('failed', `${error.message}; --delete deletes them`);
    }
    if (!(error instanceof TransferError)) throw error;
    throw new CommandError('failed', `${error.what}: ${refusal(error.answer).message}`);
  }
}
