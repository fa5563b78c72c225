import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { plainEnvironment } from '../support/scratch.ts';

export const root = join(import.meta.dirname, '../..');

/** ```sh is what is typed, in this project's folder with `cwd=rockpool`; a block with `file=` is a file with its content. */
const BLOCK = /^```\w+(?: (file|cwd)=(\S+))?\n([\s\S]*?)^```$/gm;

/** Two folders beside each other, as the pages of `clients/` have them: this project, and an empty one. */
export class Walk {
  readonly #place = mkdtempSync(join(tmpdir(), 'rockpool-walk-'));
  readonly project = join(this.#place, 'films');

  constructor() {
    symlinkSync(root, join(this.#place, 'rockpool'));
    mkdirSync(this.project);
  }

  /** Does what a page says, in its order. Resolves to what its last commands printed. Throws for what fails. */
  async follow(page: string): Promise<string> {
    const begun = performance.now();
    let printed = '';
    for (const [block, kind, value, content] of readFileSync(join(root, page), 'utf8').matchAll(BLOCK)) {
      if (kind === 'file') this.#write(value, content);
      else if (block.startsWith('```sh')) printed = await this.#type(kind === 'cwd', content);
    }
    console.log(`${page} walked in ${seconds(begun)}`);
    return printed;
  }

  remove(): void {
    rmSync(this.#place, { recursive: true, force: true });
  }

  #write(name: string, content: string): void {
    mkdirSync(dirname(join(this.project, name)), { recursive: true });
    writeFileSync(join(this.project, name), content);
  }

  async #type(isAtHome: boolean, commands: string): Promise<string> {
    const begun = performance.now();
    const printed = await run('sh', ['-e', '-c', commands], isAtHome ? root : this.project);
    console.log(`  ${commands.trim().split('\n').at(-1)}: ${seconds(begun)}`);
    return printed;
  }
}

/** What it printed, on both streams. Throws with that when it fails. */
export async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { ...plainEnvironment, ...environment };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${printed}`);
  return printed;
}

function seconds(begun: number): string {
  return `${((performance.now() - begun) / 1000).toFixed(1)} s`;
}
