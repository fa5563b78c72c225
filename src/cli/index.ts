import { Command } from 'commander';
import { checkCommand } from './check.ts';
import { serveCommand } from './serve.ts';
import type { CliServices } from './types.ts';

export type { CliServices, DataCheck, OpenedNode, ServeOptions } from './types.ts';

/** The `rockpool` command. Each command is a file of this room. */
export function createProgram(services: CliServices): Command {
  const program = new Command('rockpool');
  program.description('A search engine in one process: OpenSearch 2.7 with SQL and k-NN, emulated.');
  program.showHelpAfterError();
  program.addCommand(serveCommand(services));
  program.addCommand(checkCommand(services));
  return program;
}
