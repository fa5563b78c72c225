import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Terminal } from './terminal.ts';

/** Where commands keep what outlives them: `$XDG_STATE_HOME/rockpool`, else `~/.local/state/rockpool`. */
export function stateFolder({ environment }: Terminal): string {
  return join(environment.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'rockpool');
}
