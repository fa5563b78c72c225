import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export interface SuiteResult {
  readonly passed: boolean;
  /** Everything that was printed, without colours. */
  readonly output: string;
  readonly seconds: number;
}

/** Runs a command of the project; its output is kept, and shown when it fails. */
export function command(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): SuiteResult {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', program), args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env, NO_COLOR: '1' },
    maxBuffer: 64 * 1024 * 1024,
  });
  const output = `${stdout}${stderr}`;
  if (status !== 0) console.error(output.slice(-4000));
  return { passed: status === 0, output, seconds: (performance.now() - start) / 1000 };
}

/** Runs test files with vitest. */
export function suite(files: readonly string[], env: Readonly<Record<string, string>> = {}): SuiteResult {
  return command('vitest', ['run', '--disable-console-intercept', ...files], env);
}

/** The first thing that the pattern captures, or what stands for nothing. */
export function found(output: string, pattern: RegExp): string {
  return pattern.exec(output)?.[1] ?? '–';
}

export function testsPassed(output: string): string {
  return found(output, /Tests\s+(?:\d+ failed \| )?(\d+) passed/);
}
