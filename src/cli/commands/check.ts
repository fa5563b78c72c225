import { existsSync } from 'node:fs';
import { CommandError } from '../frame/exitCodes.ts';
import { Output } from '../frame/output.ts';
import type { CommandModule, DataCheck, DataRepair } from '../types.ts';

interface Flags {
  readonly json?: boolean;
  readonly repair?: boolean;
}

/**
 * `rockpool check`: is every file of a data folder undamaged? The exit code is 0 when it is, 1 when something is wrong
 * (with `--repair`: when something is still wrong). Without `--repair` nothing is written.
 */
export const check: CommandModule = {
  examples: [
    { run: 'rockpool check native-data', doc: 'is a data folder whole? (the server must be down)' },
    {
      run: 'rockpool check native-data --repair',
      doc: 'set damaged files aside, rebuild what can be rebuilt',
    },
  ],
  define(command, context) {
    command
      .argument('[folder]', 'data folder', 'native-data')
      .option('--json', 'print JSON, for machines')
      .option(
        '--repair',
        'move damaged files to quarantine/ and rebuild what can be rebuilt; deletes nothing',
      )
      .action(async (folder: string, { json = false, repair = false }: Flags) => {
        const output = new Output(context.terminal, json);
        if (repair) reportRepair(await onFolder(folder, context.repairData), output);
        else report(await onFolder(folder, context.checkData), folder, output);
      });
  },
};

/** Runs a task on an existing folder. Throws a CommandError in words. */
async function onFolder<T>(folder: string, task: (folder: string) => Promise<T>): Promise<T> {
  if (!existsSync(folder)) throw new CommandError('failed', `${folder}: no such folder`);
  try {
    return await task(folder);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new CommandError('failed', `${folder} could not be checked: ${words}`);
  }
}

function report(found: DataCheck, folder: string, output: Output): void {
  if (output.isJson) output.json(found);
  else {
    print(found, output);
    if (found.problems.length > 0) {
      output.line(
        `\`rockpool check ${folder} --repair\` sets aside what is damaged and rebuilds what can be rebuilt`,
      );
    }
  }
  if (found.problems.length > 0) throw new CommandError('failed');
}

function reportRepair(repair: DataRepair, output: Output): void {
  const { before, done, report: path, after } = repair;
  if (output.isJson) output.json(repair);
  else {
    print(before, output);
    for (const line of done) output.line(`done      ${line}`);
    if (path !== null) {
      print(after, output);
      output.line(`the report is in ${path}`);
    }
  }
  if (after.problems.length > 0) throw new CommandError('failed');
}

function print({ problems, graphs, leftovers, setAside, files, shards }: DataCheck, output: Output): void {
  for (const line of problems) output.line(`wrong     ${line}`);
  for (const line of graphs) output.line(`heals     ${line}`);
  for (const line of leftovers) output.line(`left over ${line}`);
  for (const line of setAside) output.line(`set aside ${line}`);
  const verdict = problems.length === 0 ? 'all data is whole' : `${problems.length} of them wrong`;
  output.line(`${files} files, ${shards} shards: ${verdict}`);
}
