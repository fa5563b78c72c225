import { describe, expect, it } from 'vitest';
import { ManualClock, type Timer } from '../../../src/common/index.ts';
import { type IndexOutput, RamDirectory } from '../../../src/directory/index.ts';
import type { SegmentListener } from '../../../src/shard/index.ts';
import { index, openLastingShard, openShard, searchable } from './shards.ts';

/** A disk that is full for as long as it is told. */
class FullDirectory extends RamDirectory {
  isFull = false;

  override async create(name: string): Promise<IndexOutput> {
    this.#check();
    const output = await super.create(name);
    return {
      get position() {
        return output.position;
      },
      write: (bytes) => output.write(bytes),
      flush: () => output.flush(),
      sync: async () => {
        this.#check();
        await output.sync();
      },
      close: () => output.close(),
    };
  }

  #check(): void {
    if (this.isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  }
}

class CountingClock extends ManualClock {
  running = 0;

  override every(periodMs: number, task: () => void): Timer {
    const timer = super.every(periodMs, task);
    this.running++;
    return {
      cancel: () => {
        this.running--;
        timer.cancel();
      },
    };
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe('a shard whose disk fails', () => {
  it('answers with the reason until the disk is well again, then goes on with what was acknowledged', async () => {
    const directory = new FullDirectory();
    const clock = new ManualClock();
    const failures: string[] = [];
    let reopened = 0;
    const shard = await openLastingShard({
      directory,
      clock,
      onFailure: (error) => failures.push(error.message),
      onReopened: () => reopened++,
    });
    await shard.write([index('a', { t: 'kept' })]);
    directory.isFull = true;
    await expect(shard.write([index('b', { t: 'lost' })])).rejects.toThrow('No space left on device');
    await settled();
    await expect(shard.write([index('c', { t: 'lost' })])).rejects.toThrow('engine is closed: No space left');
    clock.advance(1000);
    await settled();
    expect([failures, reopened, shard.failure === null]).toEqual([['no space'], 0, false]);
    directory.isFull = false;
    clock.advance(1999);
    await settled();
    expect(reopened).toBe(0);
    clock.advance(1);
    await settled();
    expect([reopened, shard.failure]).toEqual([1, null]);
    await shard.write([index('d', { t: 'new' })]);
    // Whether `b`, which failed half-way, is there is the disk's to say.
    const found = await Promise.all(['a', 'c', 'd'].map((id) => shard.get(id, true)));
    expect(found.map((result) => result !== null)).toEqual([true, false, true]);
    await shard.close();
  });

  it('never gives a segment a name that the failed one used, and lets its graphs go', async () => {
    const directory = new FullDirectory();
    const events: string[] = [];
    const listener: SegmentListener = {
      segmentCreated: async ({ segment, cause }) => {
        events.push(`${cause} ${segment.name}`);
        return [];
      },
      segmentRemoved: (name) => events.push(`removed ${name}`),
    };
    const shard = await openLastingShard({ directory, listener });
    await shard.write([index('a', { t: 'a' })]);
    await shard.refresh();
    directory.isFull = true;
    await shard.write([index('b', { t: 'b' })]).catch(() => undefined);
    directory.isFull = false;
    await shard.write([index('c', { t: 'c' })]);
    await shard.refresh();
    expect(events).toEqual(['refresh _0', 'removed _0', 'refresh _1', 'refresh _2']);
    await shard.close();
  });

  it('opens under a higher term, and not before that is durable', async () => {
    const directory = new FullDirectory();
    const clock = new ManualClock();
    let isSaved = false;
    const nextTerm = async (): Promise<number> => {
      if (!isSaved) throw new Error('the term cannot be saved');
      return 7;
    };
    const shard = await openLastingShard({ directory, clock, primaryTerm: 3, nextTerm });
    directory.isFull = true;
    await shard.write([index('a', { t: 'seen' })]).catch(() => undefined);
    directory.isFull = false;
    await settled();
    await expect(shard.write([index('b', { t: 'b' })])).rejects.toThrow('engine is closed');
    isSaved = true;
    clock.advance(1000);
    await settled();
    expect(await shard.write([index('b', { t: 'b' })])).toMatchObject([{ primaryTerm: 7 }]);
    await shard.close();
  });

  it('takes terms and settings that come while it waits to be admitted again', async () => {
    const directory = new FullDirectory();
    const clock = new ManualClock();
    const settings = new Map([['index.refresh_interval', '-1']]);
    const admitted: (() => void)[] = [];
    const shard = await openLastingShard({
      directory,
      clock,
      currentSettings: () => settings,
      beforeReopened: async () => admitted.forEach((admit) => void admit()),
    });
    admitted.push(() => {
      shard.startTerm(9);
      settings.set('index.refresh_interval', '1s');
      shard.applySettings(settings);
    });
    directory.isFull = true;
    await shard.write([index('a', { t: 'a' })]).catch(() => undefined);
    directory.isFull = false;
    expect(await shard.write([index('b', { t: 'b' })])).toMatchObject([{ primaryTerm: 9 }]);
    clock.advance(1000);
    await settled();
    expect(searchable(shard).some((text) => text.startsWith('b:'))).toBe(true);
    await shard.close();
  });

  it('uses no name of a segment again when it is not admitted, and lets its graphs go', async () => {
    const directory = new FullDirectory();
    const clock = new ManualClock();
    const events: string[] = [];
    const listener: SegmentListener = {
      segmentCreated: async ({ segment, cause }) => {
        events.push(`${cause} ${segment.name}`);
        return [];
      },
      segmentRemoved: (name) => events.push(`removed ${name}`),
    };
    let isAdmitted = false;
    const beforeReopened = async (): Promise<void> => {
      if (!isAdmitted) throw new Error('the state cannot be saved');
    };
    const shard = await openLastingShard({ directory, clock, listener, beforeReopened });
    await shard.write([index('a', { t: 'a' })]);
    directory.isFull = true;
    await shard.write([index('b', { t: 'b' })]).catch(() => undefined);
    directory.isFull = false;
    await settled();
    isAdmitted = true;
    clock.advance(1000);
    await settled();
    expect([...new Set(events)]).toEqual(['refresh _0', 'removed _0', 'refresh _1']);
    await shard.close();
  });

  it('starts no timers when settings change after its failure', async () => {
    const clock = new CountingClock();
    const directory = new FullDirectory();
    const shard = await openShard({ directory, clock });
    directory.isFull = true;
    await shard.write([index('a', { t: 'a' })]).catch(() => undefined);
    shard.applySettings(new Map([['index.refresh_interval', '1s']]));
    expect(clock.running).toBe(0);
  });

  it('takes a term that is started while it is opened again', async () => {
    const directory = new FullDirectory();
    const started: (() => void)[] = [];
    const nextTerm = async (): Promise<number> => {
      started.forEach((start) => void start());
      return 4;
    };
    const shard = await openLastingShard({ directory, primaryTerm: 3, nextTerm });
    started.push(() => shard.startTerm(9));
    directory.isFull = true;
    await shard.write([index('a', { t: 'a' })]).catch(() => undefined);
    directory.isFull = false;
    expect(await shard.write([index('b', { t: 'b' })])).toMatchObject([{ primaryTerm: 9 }]);
    expect(() => shard.startTerm(8)).toThrow('the primary term falls from 9 to 8');
    await shard.close();
  });
});
