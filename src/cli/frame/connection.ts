import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { CliContext } from '../types.ts';
import { CommandError } from './exitCodes.ts';
import { Output } from './output.ts';
import { Server } from './server.ts';

export const DEFAULT_URL = 'http://127.0.0.1:9200';

export interface ConnectionFlags {
  readonly url: string;
  readonly user?: string;
  readonly ca?: string;
  readonly insecure?: boolean;
}

export interface CommonFlags extends ConnectionFlags {
  readonly json?: boolean;
}

/** What an action gets that speaks to a server. */
export interface ServerCommand<Flags> {
  readonly server: Server;
  readonly output: Output;
  readonly flags: Flags & CommonFlags;
  /** As they were defined; a variadic one is a list. */
  readonly args: readonly (string | readonly string[] | undefined)[];
  readonly context: CliContext;
}

/**
 * Gives a command `--url`, `--user`, `--ca`, `--insecure`, `--json`, and an action with a server that is closed
 * behind it. Arguments and options of its own are defined before.
 */
export function onServer<Flags>(
  command: Command,
  context: CliContext,
  run: (call: ServerCommand<Flags>) => Promise<void>,
): void {
  addConnectionOptions(command).option('--json', 'print JSON, for machines');
  command.action(async () => {
    const flags = command.optsWithGlobals<Flags & CommonFlags>();
    const server = connect(flags);
    const output = new Output(context.terminal, flags.json ?? false);
    try {
      await run({ server, output, flags, args: command.processedArgs, context });
    } finally {
      for (const warning of server.warnings) output.note(`warning: ${warning}`);
      server.close();
    }
  });
}

export function addConnectionOptions(command: Command): Command {
  return command
    .addOption(new Option('--url <url>', 'the server').default(DEFAULT_URL).env('ROCKPOOL_URL'))
    .addOption(new Option('--user <name:password>', 'basic authentication').env('ROCKPOOL_USER'))
    .option('--ca <file>', "certificate authority of the server's certificate (PEM)")
    .option('--insecure', 'take any certificate');
}

/** Throws CommandError for flags that cannot be. Nothing is sent yet. */
export function connect({ url, user, ca, insecure = false }: ConnectionFlags): Server {
  return new Server({
    url: user === undefined ? url : withUser(url, user),
    ca: ca === undefined ? null : readText(ca),
    insecure,
  });
}

function withUser(text: string, user: string): string {
  const colon = user.indexOf(':');
  if (colon < 1) throw new CommandError('usage', '--user wants NAME:PASSWORD');
  const [name, password] = [user.slice(0, colon), user.slice(colon + 1)].map(encodeURIComponent);
  return text.replace(/^(?:([a-z]+:)\/\/)?(?:[^@/]*@)?/i, (_all, scheme = 'http:') => {
    return `${scheme}//${name}:${password}@`;
  });
}

/** Throws CommandError, in words, for a file that cannot be read. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError('failed', fileTrouble(file, error));
  }
}

const FILE_TROUBLE: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'it may not be read',
  EISDIR: 'it is a folder',
};

/** `films.csv: no such file`. */
export function fileTrouble(file: string, error: unknown): string {
  const { code = '', message = String(error) } = error as {
    readonly code?: string;
    readonly message?: string;
  };
  return `${file}: ${FILE_TROUBLE[code] ?? message}`;
}
