import { Option } from 'commander';
import { isJsonObject, type JsonObject, readJson } from '../../common/index.ts';
import { count, counted, kilobytes } from '../../figures/index.ts';
import { onServer } from '../frame/connection.ts';
import { CommandError } from '../frame/exitCodes.ts';
import { readText } from '../frame/files.ts';
import { integer } from '../frame/numbers.ts';
import type { Output } from '../frame/output.ts';
import type { CommandModule } from '../types.ts';

interface Flags {
  readonly mapping?: string;
  readonly documents?: number;
  readonly segments: number;
  readonly nodes: number;
  readonly shards: number;
  readonly replicas: number;
  readonly limits?: string;
}

interface Plan {
  readonly fields: readonly {
    field: string;
    graphs: number;
    vectors: number;
    kb: number;
    heaviest_kb: number;
  }[];
  readonly nodes: readonly { node: string; graphs: number; kb: number }[];
  readonly limit_that_holds_kb: number;
  readonly limits?: readonly {
    readonly limit_kb: number;
    readonly holds_all: boolean;
    readonly graphs_after_warmup: number;
    readonly loads_per_search: number;
  }[];
}

/** `rockpool capacity`: what graphs weigh, of an index or of one that does not exist yet, and which limit holds them. */
export const capacity: CommandModule = {
  examples: [
    { run: 'rockpool capacity movies', doc: 'the graphs of an index' },
    {
      run: 'rockpool capacity --mapping vectors.json --documents 1000000 --shards 2 --replicas 1 --nodes 2 --limits 512mb,1gb',
      doc: 'of an index that does not exist yet',
    },
  ],
  define(command, context) {
    command
      .argument('[index]')
      .option('--mapping <file>', 'the mappings of an index that is not there (JSON)')
      .addOption(number('--documents <n>', 'how many it will have'))
      .addOption(number('--segments <n>', 'of a shard').default(1))
      .addOption(number('--shards <n>', 'primaries').default(1))
      .addOption(number('--replicas <n>', 'copies of each').default(0))
      .addOption(number('--nodes <n>', 'of the cluster').default(1))
      .option('--limits <sizes>', 'what would these limits do? (50mb,1gb)');
    onServer<Flags>(command, context, async ({ server, output, flags, args }) => {
      const body = question(args[0] as string | undefined, flags);
      if (flags.limits !== undefined) body.limits = flags.limits.split(',');
      const answer = await server.json<Plan>('POST', '/_rockpool/knn/plan', body);
      if (output.isJson) output.json(answer);
      else print(output, answer);
    });
  },
};

function number(flags: string, doc: string): Option {
  return new Option(flags, doc).argParser(integer(0));
}

function question(index: string | undefined, flags: Flags): JsonObject {
  if (index !== undefined) return { index };
  if (flags.mapping === undefined || flags.documents === undefined) {
    throw new CommandError('usage', 'expected an index, or --mapping FILE with --documents N');
  }
  const given = readJson(readText(flags.mapping));
  if (!isJsonObject(given)) throw new CommandError('failed', `${flags.mapping} has no JSON object`);
  const { documents, segments, nodes, shards, replicas } = flags;
  return {
    mappings: isJsonObject(given.mappings) ? given.mappings : given,
    settings: { 'index.knn': true, number_of_shards: shards, number_of_replicas: replicas },
    ...{ documents, segments, nodes },
  };
}

function print(output: Output, { fields, nodes, limit_that_holds_kb, limits = [] }: Plan): void {
  const right = (name: string) => ({ name, isNumber: true });
  output.table(
    [{ name: 'field' }, right('vectors'), right('graphs'), right('heaviest'), right('together')],
    fields.map(({ field, vectors, graphs, heaviest_kb, kb }) => [
      ...[field, count(vectors), count(graphs)],
      ...[kilobytes(heaviest_kb), kilobytes(kb)],
    ]),
  );
  const most = nodes.reduce((max, { kb }) => Math.max(max, kb), 0);
  output.line(
    `\n${kilobytes(limit_that_holds_kb)} (${limit_that_holds_kb}kb) hold all graphs of ${counted(nodes.length, 'node')}; ` +
      `the fullest has ${kilobytes(most)}`,
  );
  if (limits.length === 0) return;
  output.line();
  output.table(
    [right('limit'), { name: 'holds all' }, right('graphs after warmup'), right('loads a search')],
    limits.map(({ limit_kb, holds_all, graphs_after_warmup, loads_per_search }) => [
      ...[kilobytes(limit_kb), holds_all ? 'yes' : 'no'],
      ...[count(graphs_after_warmup), count(loads_per_search)],
    ]),
  );
}
