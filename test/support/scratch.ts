import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

/** What a test runner inside this one must not inherit. */
const OWN_VARIABLES =
  /^(VITEST|JEST|NODE_ENV|NODE_OPTIONS|TEST$|MODE$|DEV$|PROD$|SSR$|npm_(package|lifecycle|command))/;

/** The environment of a program that somebody starts at a terminal. */
export const plainEnvironment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN_VARIABLES.test(name))),
  NO_COLOR: '1',
};

/** The tests' global setup, where there is one. */
export const SETUP_FILE = 'rockpool.setup.mts';

/**
 * The linked build is a package, as for somebody who has installed it: nothing to transform. The machine may be slow: a
 * worker is begun once, not for each file.
 */
const VITEST_CONFIG = `import { existsSync } from 'node:fs';
export default {
  test: {
    globalSetup: existsSync('${SETUP_FILE}') ? '${SETUP_FILE}' : [],
    server: { deps: { external: [/\\/dist\\//] } },
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
};`;

/** A folder elsewhere in which examples run as they stand: `rockpool` is the build of this project. */
export class Scratch {
  readonly path = mkdtempSync(join(tmpdir(), 'rockpool-examples-'));

  /** Other packages come from this folder of modules; the project's own when it is not given. */
  constructor(modules = join(root, 'node_modules')) {
    const installed = join(this.path, 'node_modules');
    mkdirSync(installed);
    symlinkSync(root, join(installed, 'rockpool'));
    for (const name of readdirSync(modules)) symlinkSync(join(modules, name), join(installed, name));
    this.write('vitest.config.mjs', VITEST_CONFIG);
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.path, name), text);
  }

  /** Copies what lies in a folder of the project. */
  copy(folder: string): void {
    cpSync(join(root, folder), this.path, { recursive: true });
  }

  async run(command: string, ...args: readonly string[]): Promise<string> {
    const options = { cwd: this.path, env: plainEnvironment };
    return (await promisify(execFile)(command, args, options)).stdout;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
