import { existsSync } from 'node:fs';
import { CommandError } from '../frame/exitCodes.ts';
import { Output } from '../frame/output.ts';
import type { CliServices, CommandModule, DataCheck } from '../types.ts';

/** `rockpool check`: is every file of a data folder whole? Ends with 0 when it is, with 1 when something is wrong. */
export const check: CommandModule = {
  examples: [{ run: 'rockpool check native-data', doc: 'is a data folder whole? (the server must be down)' }],
  define(command, context) {
    command
      .argument('[folder]', 'data folder', 'native-data')
      .option('--json', 'print JSON, for machines')
      .action(async (folder: string, { json = false }: { readonly json?: boolean }) => {
        report(await look(folder, context), new Output(context.terminal, json));
      });
  },
};

async function look(folder: string, services: CliServices): Promise<DataCheck> {
  if (!existsSync(folder)) throw new CommandError('failed', `${folder}: no such folder`);
  try {
    return await services.checkData(folder);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new CommandError('failed', `${folder} could not be checked: ${words}`);
  }
}

function report(found: DataCheck, output: Output): void {
  const { problems, graphs, leftovers, files, shards } = found;
  if (output.isJson) output.json(found);
  else {
    for (const line of problems) output.line(`wrong     ${line}`);
    for (const line of graphs) output.line(`heals     ${line}`);
    for (const line of leftovers) output.line(`left over ${line}`);
    const verdict = problems.length === 0 ? 'all data is whole' : `${problems.length} of them wrong`;
    output.line(`${files} files, ${shards} shards: ${verdict}`);
  }
  if (problems.length > 0) throw new CommandError('failed');
}
