import { existsSync } from 'node:fs';
import { Command } from 'commander';
import type { CliServices, DataCheck } from './types.ts';

/** `rockpool check`: is every file of a data folder whole? Ends with 0 when it is, with 1 when something is wrong. */
export function checkCommand(services: CliServices): Command {
  return new Command('check')
    .description('verify every file of a data folder that no server has open')
    .argument('[folder]', 'data folder', 'native-data')
    .action((folder: string) => check(folder, services));
}

async function check(folder: string, services: CliServices): Promise<void> {
  if (!existsSync(folder)) return fail(`${folder}: no such folder`);
  let found: DataCheck;
  try {
    found = await services.checkData(folder);
  } catch (error) {
    return fail(`${folder} could not be checked: ${error instanceof Error ? error.message : error}`);
  }
  const { problems, graphs, leftovers, files, shards } = found;
  for (const line of problems) console.log(`wrong     ${line}`);
  for (const line of graphs) console.log(`heals     ${line}`);
  for (const line of leftovers) console.log(`left over ${line}`);
  const verdict = problems.length === 0 ? 'all data is whole' : `${problems.length} of them wrong`;
  console.log(`${files} files, ${shards} shards: ${verdict}`);
  if (problems.length > 0) process.exitCode = 1;
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
