import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Scratch } from '../support/scratch.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { driverJar, driverObstacle } from './jdbc/driver.ts';

/**
 * Runs what lies in examples/ against a server with the films, and compares what it prints with its `output.txt`.
 * Those that need much are left to `npm run test:clients`.
 */

const root = join(import.meta.dirname, '../..');
const isAll = process.env.ROCKPOOL_CLIENTS !== undefined;
const langchainModules = join(root, 'test/clients/langchain/node_modules');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Example {
  readonly name: string;
  readonly command: readonly string[];
  /** Where its packages are, when they are not the project's own. */
  readonly modules?: string;
  /** Why it cannot run here; null when it can. */
  readonly obstacle: string | null;
}

async function pythonObstacle(): Promise<string | null> {
  try {
    await promisify(execFile)('python3', ['--version']);
    return null;
  } catch {
    return 'there is no python3';
  }
}

const examples: readonly Example[] = [
  { name: 'javascript', command: ['node', 'films.mjs'], obstacle: null },
  { name: 'python', command: ['python3', 'films.py'], obstacle: await pythonObstacle() },
  {
    name: 'jdbc',
    command: ['java', '-cp', driverJar, 'Films.java'],
    obstacle: isAll ? await driverObstacle() : 'npm run test:clients has it',
  },
  {
    name: 'langchain',
    command: ['node', 'films.mjs'],
    modules: langchainModules,
    obstacle: existsSync(langchainModules) ? null : 'npm run test:clients installs it',
  },
];

describe('examples', () => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await startServer(['--ephemeral', '--demo']);
  });
  afterAll(() => server?.stop());

  for (const { name, command, modules, obstacle } of examples) {
    const title = obstacle === null ? name : `${name} (left out: ${obstacle})`;
    it.skipIf(obstacle !== null)(title, async () => {
      const scratch = new Scratch(modules);
      try {
        scratch.copy(`examples/${name}`);
        const [program, ...args] = command;
        expect(await scratch.run(program, ...args, server.url)).toBe(read(`examples/${name}/output.txt`));
      } finally {
        scratch.remove();
      }
    });
  }

  it('ask for the versions of LangChain that are tried here', () => {
    const dependencies = (path: string) => JSON.parse(read(path)).dependencies;
    expect(dependencies('examples/langchain/package.json')).toEqual(
      dependencies('test/clients/langchain/package.json'),
    );
  });
});
