import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bundle, YOUNG_HEAP } from '../../support/bundle.ts';

const root = join(import.meta.dirname, '../../..');

export type Environment = Readonly<Record<string, string>>;

export interface SuiteResult {
  readonly passed: boolean;
  /** Everything that was printed, without colours. */
  readonly output: string;
  /** What tests reported as figures (test/support/figure.ts). */
  readonly figures: readonly string[];
}

/** What one goal has transformed the next one need not. */
export const CACHED = ['--experimental.fsModuleCache'];

const LINES_OF_A_FAILURE = 60;

/** Runs a tool of the project; a failure shows the end of what it printed, and the line that runs it again. */
export async function command(
  program: string,
  args: readonly string[],
  env: Environment = {},
): Promise<SuiteResult> {
  return run([join(root, 'node_modules/.bin', program), ...args], ['npx', program, ...args], env);
}

/** Runs a program of the tests (`test/conformance/fuzz/run.ts`), bundled; a failure shows the same. */
export async function script(entry: string, args: readonly string[]): Promise<SuiteResult> {
  const { path, remove } = await bundle(entry);
  try {
    return await run([process.execPath, YOUNG_HEAP, path, ...args], ['npx', 'tsx', entry, ...args], {});
  } finally {
    remove();
  }
}

async function run(
  [program, ...args]: readonly string[],
  shown: readonly string[],
  env: Environment,
): Promise<SuiteResult> {
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env, NO_COLOR: '1', FIGURES: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [status] = await once(child, 'close');
  if (status !== 0) {
    const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    console.error(output.trimEnd().split('\n').slice(-LINES_OF_A_FAILURE).join('\n'));
    console.error(`replay: ${[...settings, ...shown].join(' ')}`);
  }
  const figures = [...output.matchAll(/^figure: (.*)$/gm)].map(([, text]) => text);
  return { passed: status === 0, output, figures };
}

/** Runs test files with vitest; more of everything takes longer than a test may by itself. */
export function suite(files: readonly string[], env: Environment = {}): Promise<SuiteResult> {
  return command('vitest', ['run', ...files, '--testTimeout=3600000', ...CACHED], env);
}

/** The first thing that the pattern captures, or what stands for nothing. */
export function found(output: string, pattern: RegExp): string {
  return pattern.exec(output)?.[1] ?? '–';
}

export function testsPassed(output: string): string {
  return found(output, /Tests\s+(?:\d+ failed \| )?(\d+) passed/);
}
