import type { Command } from 'commander';
import { connect } from './connection.ts';
import type { Server } from './server.ts';

/** The server on the other side: its options bear a prefix, `--to-user`. */
export interface RemoteFlags {
  readonly [flag: string]: string | boolean | undefined;
}

/** Gives a command `--<side> URL` and what a connection wants beside. */
export function addRemoteOptions(command: Command, side: 'to' | 'from'): Command {
  return command
    .requiredOption(`--${side} <url>`, 'the cluster on the other side')
    .option(`--${side}-user <name:password>`, 'its user and password')
    .option(`--${side}-ca <file>`, 'certificate authority of its certificate (PEM)')
    .option(`--${side}-insecure`, 'take any certificate of it');
}

/** Throws CommandError for flags that cannot be. */
export function connectRemote(flags: RemoteFlags, side: 'to' | 'from'): Server {
  const text = (name: string): string | undefined => flags[name] as string | undefined;
  return connect({
    url: text(side) ?? '',
    user: text(`${side}User`),
    ca: text(`${side}Ca`),
    insecure: flags[`${side}Insecure`] === true,
  });
}
