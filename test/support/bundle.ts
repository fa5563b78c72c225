import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');

/** For programs that make millions of small objects: the heap's young part at twice its size takes a quarter less time. */
export const YOUNG_HEAP = '--max-semi-space-size=32';

export interface Bundle {
  /** What `node` runs. */
  readonly path: string;
  remove(): void;
}

/**
 * A program of the tests (`test/robustness/load/attackProcess.ts`) as one file of plain JavaScript: what runs for long and often
 * neither loads hundreds of modules by a hook nor names its functions at each call. It lies as deep in the project as
 * the sources do, so that what they look for beside themselves is found, and packages too: all stay outside, or only those
 * named.
 */
export async function bundle(entry: string, outside?: readonly string[]): Promise<Bundle> {
  const folder = mkdtempSync(join(root, 'node_modules/.bundle-'));
  const path = join(folder, basename(entry).replace(/\.ts$/, '.mjs'));
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: path,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    ...(outside === undefined ? { packages: 'external' as const } : { external: [...outside] }),
    logLevel: 'warning',
  });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What a program of the tests prints: JSON, from a process of its own in which the collector can be called. */
export async function measured<T>(entry: string, ...args: readonly (string | number)[]): Promise<T> {
  const { path, remove } = await bundle(entry);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--expose-gc',
      path,
      ...args.map(String),
    ]);
    return JSON.parse(stdout);
  } finally {
    remove();
  }
}
