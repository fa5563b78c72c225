import { bash } from './bash.ts';
import type { DescribedCommand } from './described.ts';
import { fish } from './fish.ts';
import { zsh } from './zsh.ts';

/** Writes the script by which a shell completes `rockpool`. */
type Script = (commands: readonly DescribedCommand[]) => string;

export type ShellName = 'bash' | 'zsh' | 'fish';

export const scripts: Readonly<Record<ShellName, Script>> = { bash, zsh, fish };
