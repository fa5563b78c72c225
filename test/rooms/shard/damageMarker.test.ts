import { describe, expect, it } from 'vitest';
import { RamDirectory } from '../../../src/directory/index.ts';
import { clearDamage, DAMAGE_MARKER, markDamaged, readDamage } from '../../../src/shard/index.ts';
import { FaultDirectory } from '../../robustness/crash/faultDirectory.ts';

describe('the mark of a damaged copy', () => {
  it('is not there before, says its reason, and goes', async () => {
    const folder = new RamDirectory();
    expect(await readDamage(folder)).toBeNull();
    await markDamaged(folder, '_0.seg: checksum mismatch, “twice”\nin lines');
    expect(await readDamage(folder)).toBe('_0.seg: checksum mismatch, “twice”\nin lines');
    expect(await folder.list()).toEqual([DAMAGE_MARKER]);
    await clearDamage(folder);
    expect(await readDamage(folder)).toBeNull();
    await clearDamage(folder);
  });

  it('keeps the first reason', async () => {
    const folder = new RamDirectory();
    await markDamaged(folder, 'the cause');
    await markDamaged(folder, 'what followed');
    expect(await readDamage(folder)).toBe('the cause');
  });

  it('holds when every byte of it is wrong, one by one, and when it is cut', async () => {
    const folder = new RamDirectory();
    await markDamaged(folder, 'why');
    const good = await folder.read(DAMAGE_MARKER);
    for (let at = 0; at < good.length; at++) {
      for (const bad of [good.slice(0, at), good.map((byte, i) => (i === at ? byte ^ 1 : byte))]) {
        const output = await folder.create(DAMAGE_MARKER);
        output.write(bad);
        await output.close();
        expect(await readDamage(folder)).toContain('it is damaged itself');
      }
    }
  });

  it('survives a power loss at every call of the disk once it is made, and is whole or missing before', async () => {
    const counted = new FaultDirectory(null);
    await markDamaged(counted, 'why');
    for (let atCall = 0; atCall < counted.calls; atCall++) {
      for (let seed = 0; seed < 8; seed++) {
        const disk = new FaultDirectory({ kind: 'power', atCall, forEver: true });
        await expect(markDamaged(disk, 'why')).rejects.toThrow('simulated');
        expect(['why', null]).toContain(await readDamage(disk.restart(seed)));
      }
    }
    for (let seed = 0; seed < 8; seed++) expect(await readDamage(counted.restart(seed))).toBe('why');
  });
});
