import { Option } from 'commander';
import { count, counted } from '../../figures/index.ts';
import { type DumpFormat, dumpForms } from '../files/dumpForms.ts';
import { readHits } from '../files/hits.ts';
import { openTarget } from '../files/target.ts';
import { onServer, type ServerCommand } from '../frame/connection.ts';
import { objectOf } from '../frame/files.ts';
import { withInterrupt } from '../frame/interrupt.ts';
import { startProgress } from '../frame/progress.ts';
import type { CommandModule } from '../types.ts';

interface Flags {
  readonly query?: string;
  readonly format: DumpFormat;
  readonly output?: string;
}

/** `rockpool dump`: the documents of an index, as they were at one moment. */
export const dump: CommandModule = {
  examples: [
    { run: 'rockpool dump people --format csv', doc: 'a table on standard output' },
    {
      run: 'rockpool dump people --format bulk -o people.ndjson.gz',
      doc: 'with ids, for `rockpool load` or _bulk',
    },
    { run: `rockpool dump people --query '{"range": {"age": {"gte": 40}}}'`, doc: 'some of the documents' },
  ],
  define(command, context) {
    const forms = Object.entries(dumpForms).map(([name, { doc }]) => `${name}: ${doc}`);
    command
      .argument('<index>', 'index, alias, or pattern')
      .option('--query <dsl>', 'only what this matches (query DSL as JSON; @FILE reads it)')
      .addOption(
        new Option('--format <format>', forms.join('; ')).choices(Object.keys(dumpForms)).default('ndjson'),
      )
      .option('-o, --output <file>', 'the file; gzipped when its name ends with .gz');
    onServer<Flags>(command, context, run);
  },
};

async function run({ server, flags, args, output, context }: ServerCommand<Flags>): Promise<void> {
  const [index] = args as readonly [string];
  const query = objectOf(flags.query ?? '{"match_all":{}}', '--query');
  const form = await dumpForms[flags.format].open(server, index);
  const target = openTarget(flags.output ?? null, context.terminal);
  const bar = flags.output === undefined ? null : startProgress(context.terminal.errors, index, 1);
  let documents = 0;
  try {
    await target.write(form.head);
    await withInterrupt(async (signal) => {
      for await (const { hits, total } of readHits(server, index, query, signal)) {
        await target.write(hits.map((hit) => form.line(hit)).join(''));
        documents += hits.length;
        bar?.setTotal(total);
        bar?.update(documents, `${count(documents)} documents`);
      }
    });
    await target.finish();
  } catch (error) {
    target.abandon();
    throw error;
  } finally {
    bar?.stop();
  }
  if (flags.output === undefined) return;
  if (output.isJson) output.json({ index, documents, file: flags.output });
  else output.line(`${counted(documents, 'document')} of ${index} in ${flags.output}`);
}
