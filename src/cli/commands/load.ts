import { statSync } from 'node:fs';
import { InvalidArgumentError, Option } from 'commander';
import { parseSizeBytes, readJson } from '../../common/index.ts';
import type { FileFormat, LocalForms } from '../../documents/index.ts';
import { count, counted, duration } from '../../figures/index.ts';
import { Loading, type LoadResult } from '../files/loading.ts';
import { givenIndex } from '../files/newIndex.ts';
import { onServer, type ServerCommand } from '../frame/connection.ts';
import { CommandError } from '../frame/exitCodes.ts';
import { fileTrouble, readText } from '../frame/files.ts';
import { withInterrupt } from '../frame/interrupt.ts';
import type { CommandModule } from '../types.ts';

interface Flags {
  readonly index: string;
  readonly mapping?: string;
  readonly id?: string;
  readonly vector: string[];
  readonly format?: FileFormat;
  readonly decimal?: LocalForms['decimal'];
  readonly dates?: LocalForms['dates'];
  readonly batch?: number;
  readonly again?: boolean;
}

const REFUSED_SHOWN = 100;

/** `rockpool load`: documents of files → an index. */
export const load: CommandModule = {
  examples: [
    { run: 'rockpool load people.csv --index people', doc: 'a table; its columns become typed fields' },
    {
      run: 'rockpool load notes.ndjson --index notes --id id --vector embedding',
      doc: 'ids of their own, and a field to search by nearness',
    },
    {
      run: 'rockpool dump people --format bulk | rockpool load - --index people-2',
      doc: 'from standard input: a copy',
    },
  ],
  define(command, context) {
    command
      .argument('<files...>', 'NDJSON, JSON, CSV or TSV, also gzipped; -: standard input')
      .requiredOption(
        '--index <name>',
        'where to; an index that is not there is made, with the mapping that fits',
      )
      .option('--mapping <file>', 'make the index with this body, or these mappings (JSON)')
      .option('--id <field>', 'take the ids of the documents from this field')
      .option('--vector <field>', 'map this field for search by nearness (may be repeated)', collect, [])
      .addOption(
        new Option('--format <format>', 'of the files; otherwise their names and starts tell').choices(
          FORMATS,
        ),
      )
      .addOption(
        new Option('--decimal <sign>', 'decimal sign of numbers in a table').choices(['comma', 'point']),
      )
      .addOption(
        new Option(
          '--dates <order>',
          'day and month of dates in a table; text: leave dates as they are',
        ).choices([...['dmy', 'mdy', 'text']]),
      )
      .addOption(new Option('--batch <size>', 'of a request (4mb)').argParser(size))
      .option('--again', 'from the start, also where an interrupted load could go on');
    onServer<Flags>(command, context, run);
  },
};

const FORMATS: readonly FileFormat[] = ['ndjson', 'json', 'csv'];
const collect = (value: string, before: string[]): string[] => [...before, value];

function size(text: string): number {
  try {
    return parseSizeBytes(text, '--batch');
  } catch {
    throw new InvalidArgumentError('expected a size, such as 4mb');
  }
}

async function run(call: ServerCommand<Flags>): Promise<void> {
  const { server, context, flags, args, output } = call;
  const [files] = args as readonly [readonly string[]];
  for (const file of files) if (file !== '-') mustBeFile(file);
  let refusedShown = 0;
  const options = {
    ...flags,
    read: { format: flags.format, decimal: flags.decimal, dates: flags.dates },
    body: flags.mapping === undefined ? null : givenIndex(readJson(readText(flags.mapping))),
    isAgain: flags.again ?? false,
    hint: (text: string) => output.hint(text),
    onRefused: (place: string, reason: string) => {
      if (++refusedShown <= REFUSED_SHOWN)
        output.note(`refused ${place}: ${reason.replaceAll(/\s*\n\s*/g, ' ')}`);
    },
  };
  const results: LoadResult[] = [];
  await withInterrupt(async (signal) => {
    const loading = new Loading(server, context.terminal, { ...options, signal });
    for (const file of files) results.push(await loading.load(file));
  });
  if (refusedShown > REFUSED_SHOWN)
    output.note(`… and ${count(refusedShown - REFUSED_SHOWN)} more were refused`);
  report(call, results);
}

function mustBeFile(file: string): void {
  try {
    if (statSync(file).isFile()) return;
  } catch (error) {
    throw new CommandError('failed', fileTrouble(file, error));
  }
  throw new CommandError('failed', `${file}: this is no file`);
}

function report({ output, flags }: ServerCommand<Flags>, results: readonly LoadResult[]): void {
  const sum = (pick: (result: LoadResult) => number): number =>
    results.reduce((all, one) => all + pick(one), 0);
  const [documents, refused, tookMs] = [sum((r) => r.documents), sum((r) => r.refused), sum((r) => r.tookMs)];
  const isDone = results.every((result) => result.isDone);
  if (output.isJson) {
    output.json({
      index: flags.index,
      documents: documents - refused,
      refused,
      complete: isDone,
      took_ms: Math.round(tookMs),
    });
  } else {
    const rate = count(Math.round(documents / (tookMs / 1000)));
    const words = `${counted(documents - refused, 'document')} in ${flags.index}`;
    output.line(output.isTerminal ? `${words}, after ${duration(tookMs)} (${rate}/s)` : words);
  }
  if (!isDone) throw new CommandError('interrupted', 'interrupted; the same command goes on from here');
  if (refused > 0)
    throw new CommandError('failed', `${counted(refused, 'document was', 'documents were')} refused`);
}
