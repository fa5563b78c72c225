import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32, ManualClock, SeededRandom } from '../../../src/common/index.ts';
import { type Directory, RamDirectory } from '../../../src/directory/index.ts';
import { checkShard } from '../../../src/shard/index.ts';
import { FaultDirectory } from '../../robustness/crash/faultDirectory.ts';
import { index, openLastingShard, openShard, searchable, write } from './shards.ts';

/** What was acknowledged and is missing or damaged is named, never skipped. */

async function put(directory: Directory, name: string, bytes: Uint8Array): Promise<void> {
  const output = await directory.create(name);
  output.write(bytes);
  await output.close();
}

/** Acknowledged writes `0` to `8` in three generations, none of which a commit holds: three lives end with a kill. */
async function threeLives(directory: Directory = new RamDirectory()): Promise<Directory> {
  for (let life = 0; life < 3; life++) {
    const shard = await openShard({ directory });
    for (let i = 0; i < 3; i++) await write(shard, index(String(life * 3 + i), { n: i }));
  }
  return directory;
}

const ACKNOWLEDGED = Array.from({ length: 9 }, (_, i) => String(i));

/** What is wrong: an answer that lacks something, or a refusal that names no file of the log. null: nothing. */
async function judge(directory: Directory): Promise<string | null> {
  const { problems } = await checkShard(directory);
  try {
    const shard = await openShard({ directory });
    const found = searchable(shard).map((line) => line.split(':')[0]);
    const isWhole = ACKNOWLEDGED.every((id) => found.includes(id));
    if (problems.length > 0) return `opened, but the check says ${problems[0]}`;
    return isWhole ? null : `found only ${found}`;
  } catch (error) {
    const { message } = error as Error;
    if (!/^translog from source \[translog[-.\w]+\] is corrupted, /.test(message)) return message;
    return problems[0] === message ? null : `refused with ${message}, the check says ${problems}`;
  }
}

type Damage = (bytes: Uint8Array, random: SeededRandom) => Uint8Array | null;
const within = (random: SeededRandom, limit: number): number => Math.floor(random.next() * limit);

const damages: Readonly<Record<string, Damage>> = {
  cut: (bytes, random) => bytes.slice(0, within(random, bytes.length)),
  emptied: () => new Uint8Array(0),
  missing: () => null,
  flipped: (bytes, random) => {
    bytes[within(random, bytes.length)] ^= 1 << within(random, 8);
    return bytes;
  },
  zeroed: (bytes, random) => bytes.fill(0, within(random, bytes.length)),
  longer: (bytes, random) => Buffer.concat([bytes, bytes.subarray(within(random, bytes.length))]),
};

async function damagedBy(files: RegExp, seed: number): Promise<string | null> {
  const random = new SeededRandom(seed);
  const directory = await threeLives();
  const names = (await directory.list()).filter((name) => files.test(name));
  const name = names[within(random, names.length)];
  const kinds = Object.keys(damages);
  const kind = kinds[within(random, kinds.length)];
  const bytes = damages[kind](Uint8Array.from(await directory.read(name)), random);
  if (bytes === null) await directory.delete(name);
  else await put(directory, name, bytes);
  const problem = await judge(directory);
  return problem === null ? null : `${name} ${kind}: ${problem}`;
}

describe('a damaged translog', () => {
  it.each([/^translog-/, /^translog\.ckp/])(
    '%s: is named, or everything acknowledged is there',
    async (files) => {
      const property = fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 - 1 }), async (seed) => {
        expect(await damagedBy(files, seed)).toBeNull();
      });
      await fc.assert(property, { numRuns: Number(process.env.TRANSLOG_DAMAGES ?? 80) });
    },
  );

  /** Missing, flipped, cut, emptied: once opened without a word. */
  it.each([8, 23, 39, 50])('is named, as damaged by seed %i', async (seed) => {
    expect(await damagedBy(/^translog-/, seed)).toBeNull();
  });

  const lastFrame = 64 + 2 * 64;
  const cases: readonly [what: string, file: string, Damage, message: string][] = [
    ['cut within a record', 'translog-4.tlog', (b) => b.slice(0, -1), 'cut, expected 256 bytes, found 255'],
    [
      'cut between records',
      'translog-4.tlog',
      (b) => b.slice(0, lastFrame),
      'cut, expected 256 bytes, found 192',
    ],
    ['emptied', 'translog-4.tlog', () => new Uint8Array(0), 'cut, expected 256 bytes, found 0'],
    ['missing', 'translog-4.tlog', () => null, 'missing, expected 256 bytes'],
    ['header', 'translog-4.tlog', (b) => b.fill(1, 3, 4), 'bad header, expected 256 bytes, found 256'],
    [
      'last record',
      'translog-4.tlog',
      (b) => b.fill(1, 230, 231),
      'bad record at 192, expected 256 bytes, found 256',
    ],
    [
      'older one cut within a record',
      'translog-2.tlog',
      (b) => b.slice(0, -1),
      'bad record at 192, found 255',
    ],
    [
      'older one cut between records',
      'translog-2.tlog',
      (b) => b.slice(0, lastFrame),
      'operations 2 to 2 are missing',
    ],
    ['older one emptied', 'translog-3.tlog', () => new Uint8Array(0), 'cut, found 0'],
    ['older one missing', 'translog-3.tlog', () => null, 'missing'],
    [
      'first one emptied of its records',
      'translog-2.tlog',
      (b) => b.slice(0, 64),
      'operations 0 to 2 are missing',
    ],
    ['checkpoint missing', 'translog.ckp', () => null, 'missing'],
    ['checkpoint zeroed', 'translog.ckp', (b) => b.fill(0), 'neither of its two checkpoints is whole'],
    ['checkpoint cut', 'translog.ckp', (b) => b.slice(0, 20), 'neither of its two checkpoints is whole'],
  ];
  it.each(cases)('%s: is refused in words', async (_what, file, damage, message) => {
    const directory = await threeLives();
    const bytes = damage(Uint8Array.from(await directory.read(file)), new SeededRandom(1));
    if (bytes === null) await directory.delete(file);
    else await put(directory, file, bytes);
    const whole = `translog from source [${file}] is corrupted, ${message}`;
    expect((await checkShard(directory)).problems).toEqual([whole]);
    await expect(openShard({ directory })).rejects.toThrow(whole);
  });

  it('refuses the checkpoint of another shard', async () => {
    const directory = await threeLives();
    const other = new RamDirectory();
    await openShard({ directory: other, shardId: 1 });
    await put(directory, 'translog.ckp', await other.read('translog.ckp'));
    await expect(openShard({ directory })).rejects.toThrow(
      '[translog.ckp] is corrupted, belongs to another shard',
    );
  });

  it('opens with the older checkpoint when a loss of power has torn the newer one', async () => {
    const directory = await threeLives();
    const bytes = Uint8Array.from(await directory.read('translog.ckp'));
    const slots = [0, 4096].map((at) => Buffer.from(bytes.subarray(at, at + 16)).readDoubleLE(8));
    const newest = slots[0] > slots[1] ? 0 : 4096;
    bytes.fill(0xff, newest + 30, newest + 48);
    await put(directory, 'translog.ckp', bytes);
    expect(searchable(await openShard({ directory }))).toHaveLength(9);
  });
});

describe('a shard of an earlier format', () => {
  /** As it was written before there were checkpoints. */
  async function earlier(): Promise<Directory> {
    const directory = await threeLives();
    const name = (await directory.list()).find((file) => file.startsWith('segments_')) as string;
    const [body] = Buffer.from(await directory.read(name))
      .toString()
      .split('\n');
    const older = JSON.stringify({ ...JSON.parse(body), format: 2 });
    const checksum = crc32(Buffer.from(older)).toString(16);
    await put(directory, name, Buffer.from(`${older}\n${checksum}\n`));
    await directory.delete('translog.ckp');
    return directory;
  }

  it('opens without a checkpoint, and is guarded by one from then on', async () => {
    const directory = await earlier();
    expect((await checkShard(directory)).problems).toEqual([]);
    const shard = await openShard({ directory });
    expect(searchable(shard)).toHaveLength(9);
    await write(shard, index('9', { n: 9 }));
    const newest = (await directory.list()).filter((file) => /^translog-/.test(file)).at(-1) as string;
    await put(directory, newest, (await directory.read(newest)).subarray(0, -1));
    await expect(openShard({ directory })).rejects.toThrow(`[${newest}] is corrupted, cut, expected`);
  });

  it('has a torn end cut', async () => {
    const directory = await earlier();
    await put(directory, 'translog-4.tlog', (await directory.read('translog-4.tlog')).slice(0, -1));
    expect(searchable(await openShard({ directory }))).toHaveLength(8);
  });
});

describe('the checkpoint', () => {
  it('is exact after a kill, and follows the sync of an async translog', async () => {
    const directory = new RamDirectory();
    const clock = new ManualClock();
    const config = { 'index.translog.durability': 'async', 'index.translog.sync_interval': '5s' };
    const shard = await openShard({ directory, clock, config });
    await write(shard, index('1', { n: 1 }));
    const before = await directory.read('translog.ckp');
    clock.advance(5000);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await directory.read('translog.ckp')).not.toEqual(before);
    await put(directory, 'translog-2.tlog', (await directory.read('translog-2.tlog')).slice(0, -1));
    await expect(openShard({ directory })).rejects.toThrow('[translog-2.tlog] is corrupted, cut, expected');
  });

  it('is never ahead of the log, whatever a loss of power leaves of both', async () => {
    const disk = new FaultDirectory(null);
    const moments: FaultDirectory[] = [];
    disk.watch(() => moments.push(disk.copy()));
    const shard = await openShard({ directory: disk });
    for (let i = 0; i < 6; i++) {
      await write(shard, index(String(i), { n: i }));
      if (i === 3) await shard.flush();
    }
    for (const [i, moment] of moments.entries()) {
      for (let seed = 0; seed < 5; seed++) await openShard({ directory: moment.restart(i * 5 + seed) });
    }
    expect(moments.length).toBeGreaterThan(30);
  });

  it('is durable a second after the last write', async () => {
    const disk = new FaultDirectory(null);
    const clock = new ManualClock();
    const shard = await openShard({ directory: disk, clock });
    await write(shard, index('1', { n: 1 }));
    clock.advance(1000);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const after = disk.restart(3);
    await put(after, 'translog-2.tlog', (await after.read('translog-2.tlog')).slice(0, -1));
    await expect(openShard({ directory: after })).rejects.toThrow(
      '[translog-2.tlog] is corrupted, cut, expected',
    );
  });

  it('does not stand on what only the cache holds after a failed fsync', async () => {
    const probe = new FaultDirectory(null);
    await openShard({ directory: probe });
    const disk = new FaultDirectory({ kind: 'failedSync', atCall: probe.calls, forEver: false });
    const shard = await openLastingShard({ directory: disk });
    await expect(write(shard, index('unsure', { n: 1 }))).rejects.toThrow('Input/output error');
    await write(shard, index('kept', { n: 2 }));
    for (let seed = 0; seed < 10; seed++) {
      const again = await openShard({ directory: disk.restart(seed) });
      expect(searchable(again)).toContain('kept:{"n":2}');
    }
  });
});
