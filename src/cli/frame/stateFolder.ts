import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Terminal } from './terminal.ts';

/** Where commands keep what outlives them: `$XDG_STATE_HOME/rockpool`, else `~/.local/state/rockpool`. */
export function stateFolder({ environment }: Pick<Terminal, 'environment'>): string {
  return join(environment.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'rockpool');
}

/** What people write for the commands: `$XDG_CONFIG_HOME/rockpool/config.json`, else below `~/.config`. */
export function configFile({ environment }: Pick<Terminal, 'environment'>): string {
  return join(environment.XDG_CONFIG_HOME || join(homedir(), '.config'), 'rockpool', 'config.json');
}
