import { appendFileSync } from 'node:fs';
import { SeededRandom, SystemClock } from '../../../src/common/index.ts';
import { FsDirectory } from '../../../src/directory/index.ts';
import { openIndexShard } from '../../../src/shard/index.ts';
import { FakeMapper } from '../../rooms/shard/fakeMapper.ts';
import { index, remove } from '../../rooms/shard/shards.ts';

/**
 * The process that is killed: writes without end to the shard in the folder argv[2]. What it asks and what is
 * acknowledged goes to the ledger file argv[3], one line each: `? number id content`, `! number`.
 */
const [folder, ledgerFile, seed] = process.argv.slice(2);
const random = new SeededRandom(Number(seed));
const pick = (count: number): number => Math.floor(random.next() * count);

const shard = await openIndexShard({
  directory: new FsDirectory(folder),
  shardId: 0,
  indexName: 'ledger',
  indexUuid: 'uuid',
  mapper: new FakeMapper(),
  clock: new SystemClock(),
  settings: new Map([['index.refresh_interval', '5ms']]),
  listener: null,
});

let asked = 0;

/** Each writer has documents of its own: between requests that run at once there is no order. */
async function writeBatch(writer: string): Promise<void> {
  const first = asked;
  const changes = Array.from({ length: 1 + pick(20) }, () => ({
    id: `${writer}${pick(70)}`,
    content: random.next() < 0.2 ? null : `${seed}-${asked} ${'x'.repeat(pick(300))}`,
    number: asked++,
  }));
  const lines = changes.map(({ number, id, content }) => `? ${number} ${id} ${JSON.stringify(content)}\n`);
  appendFileSync(ledgerFile, lines.join(''));
  await shard.write(
    changes.map(({ id, content }) => (content === null ? remove(id) : index(id, { t: content }))),
  );
  appendFileSync(ledgerFile, changes.map((_, i) => `! ${first + i}\n`).join(''));
}

async function writeForEver(writer: string): Promise<never> {
  for (;;) await writeBatch(writer);
}

async function maintainForEver(): Promise<never> {
  for (;;) {
    const what = pick(4);
    if (what === 0) await shard.flush();
    else if (what === 1) await shard.forceMerge({ maxNumSegments: 1 + pick(3), onlyExpungeDeletes: false });
    else await new Promise((resolve) => setTimeout(resolve, pick(10)));
  }
}

await Promise.all([...['a', 'b', 'c'].map(writeForEver), maintainForEver()]);
