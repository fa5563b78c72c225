import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FsDirectory, LockHeldError } from '../../../src/directory/index.ts';
import { type Bundle, bundle } from '../../support/bundle.ts';

const root = mkdtempSync(join(tmpdir(), 'rockpool-lock-'));
/** Beside no packages: the native addon is not found from here. */
const alone = join(root, 'lockProcess.mjs');
const packages = join(import.meta.dirname, '../../../node_modules');
let program: Bundle;
let folders = 0;

beforeAll(async () => {
  chmodSync(root, 0o755);
  program = await bundle(join(import.meta.dirname, 'lockProcess.ts'), ['fs-native-extensions']);
  copyFileSync(program.path, alone);
});
afterAll(() => {
  program.remove();
  rmSync(root, { recursive: true, force: true });
});

function newFolder(): string {
  const path = join(root, `data-${folders++}`);
  mkdirSync(path);
  return path;
}

const lockFile = (folder: string) => join(folder, 'node.lock');

class Taker {
  readonly child: ChildProcess;
  /** What it said of the lock. */
  readonly answer: Promise<string>;
  readonly #ended: Promise<string>;

  constructor(command: readonly string[], options: SpawnOptions = {}) {
    this.child = spawn(command[0], command.slice(1), { ...options, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#ended = once(this.child, 'close').then(([code]) => `ended with ${code}`);
    const said = once(createInterface({ input: this.child.stdout as NodeJS.ReadableStream }), 'line');
    this.answer = Promise.race([said.then(([line]) => String(line)), this.#ended]);
  }

  async end(signal: NodeJS.Signals | null = null): Promise<void> {
    if (signal === null) this.child.stdin?.end();
    else this.child.kill(signal);
    await this.#ended;
  }
}

const node = (folder: string, script = program.path) => [process.execPath, script, folder];

/** What a process says that takes the lock and ends. */
async function attempt(command: readonly string[], options: SpawnOptions = {}): Promise<string> {
  const taker = new Taker(command, options);
  const answer = await taker.answer;
  await taker.end();
  return answer;
}

/** A process in namespaces of its own: it is pid 1 there, and sees no other. */
const apart = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc'];
const hasNamespaces = spawnSync(apart[0], [...apart.slice(1), 'true']).status === 0;

describe('the lock of a folder', () => {
  it('is refused a second time in this process, naming the process', async () => {
    const folder = newFolder();
    const lock = await new FsDirectory(folder).lock('node.lock');
    expect(lock.weakness).toBeNull();
    const second = new FsDirectory(folder).lock('node.lock');
    await expect(second).rejects.toThrow(LockHeldError);
    await expect(second).rejects.toThrow(`(pid ${process.pid}, this process)`);
    await lock.release();
    expect(existsSync(lockFile(folder))).toBe(false);
    await (await new FsDirectory(folder).lock('node.lock')).release();
  });

  it('is granted to one of many concurrent attempts, repeatedly', async () => {
    const directory = new FsDirectory(newFolder());
    for (let round = 0; round < 50; round++) {
      const takers = Array.from({ length: 8 }, () => directory.lock('node.lock'));
      const taken = (await Promise.allSettled(takers)).filter(({ status }) => status === 'fulfilled');
      expect(taken.length).toBe(1);
      for (const result of taken) if (result.status === 'fulfilled') await result.value.release();
    }
  });

  it('has one holder at a time under contention', async () => {
    const directory = new FsDirectory(newFolder());
    let holders = 0;
    let turns = 0;
    const take = async () => {
      while (turns < 200) {
        const lock = await directory.lock('node.lock').catch(() => null);
        if (lock === null) continue;
        expect(++holders).toBe(1);
        turns++;
        await new Promise((resolve) => setImmediate(resolve));
        holders--;
        await lock.release();
      }
    };
    await Promise.all([take(), take(), take()]);
  });

  it('is refused to another process, naming the holder', async () => {
    const folder = newFolder();
    const lock = await new FsDirectory(folder).lock('node.lock');
    expect(await attempt(node(folder))).toMatch(
      new RegExp(`^LockHeldError: .*node.lock is in use by another process \\(pid ${process.pid} on .+\\)$`),
    );
    await lock.release();
    expect(await attempt(node(folder))).toBe('held');
  });

  it('is refused to a worker thread, and by one', async () => {
    const folder = newFolder();
    const lock = await new FsDirectory(folder).lock('node.lock');
    const said = async () => {
      const worker = new Worker(program.path, { argv: [folder], stdin: true, stdout: true });
      const [line] = await once(createInterface({ input: worker.stdout }), 'line');
      return { worker, line: String(line) };
    };
    const refused = await said();
    expect(refused.line).toContain(`(pid ${process.pid}, this process)`);
    await refused.worker.terminate();
    await lock.release();
    const holding = await said();
    expect(holding.line).toBe('held');
    await expect(new FsDirectory(folder).lock('node.lock')).rejects.toThrow(LockHeldError);
    await holding.worker.terminate();
    await (await new FsDirectory(folder).lock('node.lock')).release();
  });

  it.skipIf(!hasNamespaces)('holds between PID namespaces (needs unshare and user namespaces)', async () => {
    const folder = newFolder();
    const first = new Taker([...apart, ...node(folder)]);
    expect(await first.answer).toBe('held');
    expect(readFileSync(lockFile(folder), 'utf8')).toMatch(/^1 /);
    expect(await attempt([...apart, ...node(folder)])).toMatch(/^LockHeldError/);
    await expect(new FsDirectory(folder).lock('node.lock')).rejects.toThrow(LockHeldError);
    await first.end();
    expect(await attempt([...apart, ...node(folder)])).toBe('held');
  });

  it('is free after kill -9 of its holder', async () => {
    const folder = newFolder();
    const holder = new Taker(node(folder));
    expect(await holder.answer).toBe('held');
    await holder.end('SIGKILL');
    expect(existsSync(lockFile(folder))).toBe(true);
    const lock = await new FsDirectory(folder).lock('node.lock');
    expect(lock.weakness).toBeNull();
    await lock.release();
  });

  it('is not released by garbage collection', async () => {
    const directory = new FsDirectory(newFolder());
    await directory.lock('node.lock');
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    for (let i = 0; i < 4; i++) {
      collect();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect(directory.lock('node.lock')).rejects.toThrow(LockHeldError);
  });
});

describe('a lock file that was left behind', () => {
  const stale: readonly (readonly [string, string])[] = [
    ['empty', ''],
    ['torn', '70'],
    ['not of Rockpool', 'hello world'],
    ['of a dead process', `${spawnSync(process.execPath, ['-e', '']).pid} 1`],
    ['of a pid that another process has now', '1 1'],
    ['of a kernel lock whose pid is running elsewhere', `${process.ppid} ${ticks(process.ppid)} box kernel`],
  ];

  it.each(stale)('%s does not prevent a start', async (_name, text) => {
    const folder = newFolder();
    writeFileSync(lockFile(folder), text);
    await (await new FsDirectory(folder).lock('node.lock')).release();
    expect(existsSync(lockFile(folder))).toBe(false);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'with the pid of another user’s process does not prevent a start (needs root)',
    async () => {
      const folder = newFolder();
      writeFileSync(lockFile(folder), '1 1');
      for (const path of [folder, lockFile(folder)]) chmodSync(path, 0o777);
      expect(await attempt(node(folder, alone), { uid: 65_534, env: { NODE_PATH: packages } })).toBe('held');
    },
  );

  it('by a running process that locks by its pid is respected', async () => {
    const folder = newFolder();
    writeFileSync(lockFile(folder), `${process.ppid} ${ticks(process.ppid)}`);
    await expect(new FsDirectory(folder).lock('node.lock')).rejects.toThrow(`(pid ${process.ppid})`);
    expect(readFileSync(lockFile(folder), 'utf8')).toBe(`${process.ppid} ${ticks(process.ppid)}`);
  });
});

describe('if the native addon cannot be loaded', () => {
  it('the folder is locked by pid, and the lock says so', async () => {
    const folder = newFolder();
    const holder = new Taker(node(folder, alone));
    expect(await holder.answer).toBe('held, but fs-native-extensions cannot be loaded (MODULE_NOT_FOUND)');
    expect(await attempt(node(folder, alone))).toMatch(/^LockHeldError/);
    expect(await attempt(node(folder))).toMatch(/^LockHeldError/);
    await holder.end('SIGKILL');
    expect(await attempt(node(folder, alone))).toMatch(/^held, but/);
    expect(existsSync(lockFile(folder))).toBe(false);
  });

  it('a kernel lock is respected by its pid', async () => {
    const folder = newFolder();
    const lock = await new FsDirectory(folder).lock('node.lock');
    expect(await attempt(node(folder, alone))).toMatch(/^LockHeldError/);
    await lock.release();
    expect(await attempt(node(folder, alone))).toMatch(/^held, but/);
  });
});

/** Start of a process in clock ticks. */
function ticks(pid: number): string {
  return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ')[19];
}
