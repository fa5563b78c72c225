import { describe, expect, it } from 'vitest';
import { crc32 } from '../../../src/common/index.ts';
import type { Directory } from '../../../src/directory/index.ts';
import {
  checkShard,
  markDamaged,
  readDamage,
  repairShard,
  type ShardRepair,
} from '../../../src/shard/index.ts';
import { FaultDirectory } from '../../robustness/crash/faultDirectory.ts';
import { index, openShard } from './shards.ts';

const SHARD = { indexUuid: 'uuid', shardId: 0 };

async function change(folder: Directory, name: string, to: (bytes: Uint8Array) => Uint8Array): Promise<void> {
  const bytes = to(await folder.read(name));
  const output = await folder.create(name);
  output.write(bytes);
  await output.sync();
  await folder.syncFolder();
}

const flipped = (bytes: Uint8Array): Uint8Array => {
  bytes[bytes.length >> 1] ^= 0x10;
  return bytes;
};

/** A disk with a copy that has two segments, and three operations behind its commit. */
async function newDisk(): Promise<FaultDirectory> {
  const disk = new FaultDirectory(null);
  const shard = await openShard({ directory: disk.folder('shard') });
  for (const id of ['a', 'b']) {
    await shard.write([index(id, { t: id })]);
    await shard.refresh();
  }
  await shard.flush();
  for (const id of ['c', 'd', 'e']) await shard.write([index(id, { t: id })]);
  await shard.close({ flush: false });
  return disk.restart(1);
}

async function logOf(folder: Directory): Promise<string> {
  const logs = (await folder.list()).filter((name) => name.endsWith('.tlog'));
  return String(logs.at(-1));
}

function repair(disk: FaultDirectory): Promise<ShardRepair> {
  const folder = disk.folder('shard');
  let moves = 0;
  return repairShard(folder, SHARD, async (names) => {
    const there = new Set(await folder.list());
    const target = disk.folder(`aside-${disk.calls}-${moves++}`);
    for (const name of names) if (there.has(name)) await folder.move(name, target, name);
  });
}

/** Repairs copies of the disk, each of which loses power at another call; resolves to them after a second repair. */
async function* interrupted(disk: FaultDirectory): AsyncGenerator<Directory> {
  for (let atCall = 0; ; atCall++) {
    const first = disk.restart(atCall, { kind: 'power', atCall, forEver: true });
    const isWhole = await repair(first).then(
      () => true,
      () => false,
    );
    if (isWhole) return;
    const second = first.restart(atCall);
    await repair(second);
    yield second.folder('shard');
  }
}

describe('a repair that is interrupted', () => {
  it('does not hide from the next one what it has lost', async () => {
    const disk = await newDisk();
    const folder = disk.folder('shard');
    await change(folder, '_0.seg', flipped);
    await change(folder, await logOf(folder), (bytes) => bytes.subarray(0, bytes.length - 5));
    let count = 0;
    for await (const repaired of interrupted(disk)) {
      const mark = await readDamage(repaired);
      expect(mark, `interrupted at call ${count}`).toMatch(/documents of the segment _0 are lost/);
      expect(mark, `interrupted at call ${count}`).toMatch(/the translog ends early/);
      expect((await checkShard(repaired, SHARD)).problems).toEqual([]);
      count++;
    }
    expect(count).toBeGreaterThan(10);
  });

  it('is ended by the next one where nothing is lost', async () => {
    const disk = await newDisk();
    await disk.folder('shard').delete('translog.ckp');
    for await (const repaired of interrupted(disk)) {
      expect(await readDamage(repaired)).toBeNull();
      expect(await checkShard(repaired, SHARD)).toMatchObject({ problems: [], operations: 3 });
    }
  });
});

it('a copy of a newer Rockpool is not marked by a repair', async () => {
  const disk = await newDisk();
  const folder = disk.folder('shard');
  const commit = String((await folder.list()).find((name) => name.startsWith('segments_')));
  await change(folder, commit, (bytes) => {
    const [body] = Buffer.from(bytes).toString().split('\n');
    const newer = Buffer.from(JSON.stringify({ ...JSON.parse(body), format: 99 }));
    return Buffer.from(`${newer}\n${crc32(newer).toString(16)}`);
  });
  await expect(repair(disk)).rejects.toThrow('written by a newer Rockpool');
  expect(await readDamage(folder)).toBeNull();
  await markDamaged(folder, 'before');
  await expect(repair(disk)).rejects.toThrow('written by a newer Rockpool');
  expect(await readDamage(folder)).toBe('before');
});
