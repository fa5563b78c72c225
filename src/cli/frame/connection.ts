import type { Command } from 'commander';
import type { CliContext } from '../types.ts';
import { Output } from './output.ts';
import { Server } from './server.ts';
import { addServerOptions, type Flags, serverOf } from './serverOptions.ts';

export interface CommonFlags {
  readonly json?: boolean;
}

/** What an action gets that speaks to a server. */
export interface ServerCommand<Own> {
  readonly server: Server;
  readonly output: Output;
  readonly flags: Own & CommonFlags;
  /** As they were defined; a variadic one is a list. */
  readonly args: readonly (string | readonly string[] | undefined)[];
  readonly context: CliContext;
}

/**
 * Gives a command the options of a server, `--json`, and an action with a server that is closed behind it. Arguments and
 * options of its own are defined before.
 */
export function onServer<Own>(
  command: Command,
  context: CliContext,
  run: (call: ServerCommand<Own>) => Promise<void>,
): void {
  command.option('--json', 'print JSON, for machines').optionsGroup('Server:');
  addServerOptions(command, 'url', 'the server');
  command.action(async () => {
    const flags = command.optsWithGlobals<Own & CommonFlags>();
    const server = new Server(serverOf(flags as Flags, 'url', context.terminal));
    const output = new Output(context.terminal, flags.json ?? false);
    try {
      await run({ server, output, flags, args: command.processedArgs, context });
    } finally {
      for (const warning of server.warnings) output.note(`warning: ${warning}`);
      server.close();
    }
  });
}
