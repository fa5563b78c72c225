import type { SeededRandom } from '../../../../src/common/index.ts';
import type { Directory } from '../../../../src/directory/index.ts';
import type { IndexShard, ShardOperation } from '../../../../src/shard/index.ts';
import { index, openShard, remove } from '../../../rooms/shard/shards.ts';
import type { Ledger } from '../ledger.ts';

/** A shard that a workload goes on with, also after it was closed and opened again. */
interface Subject {
  readonly directory: Directory;
  readonly ledger: Ledger;
  shard: IndexShard;
}

type Step = (subject: Subject, random: SeededRandom, text: string) => Promise<unknown>;

const IDS = ['a', 'b', 'c', 'd'];

/** One request of one to three operations. */
const write: Step = async ({ shard, ledger }, random, text) => {
  const count = 1 + Math.floor(random.next() * 3);
  const changes = Array.from({ length: count }, (_, i) => {
    const id = IDS[Math.floor(random.next() * IDS.length)];
    return { id, content: random.next() < 0.25 ? null : `${text}.${i} ${'x'.repeat(random.next() * 80)}` };
  });
  const entries = changes.map(({ id, content }) => ledger.ask(id, content));
  const operations = changes.map(
    ({ id, content }): ShardOperation => (content === null ? remove(id) : index(id, { t: content })),
  );
  const results = await shard.write(operations);
  for (const [i, result] of results.entries()) entries[i].acknowledged = !(result instanceof Error);
};

const flush: Step = ({ shard }) => shard.flush();

const steps: readonly { readonly weight: number; readonly run: Step }[] = [
  { weight: 8, run: write },
  { weight: 3, run: ({ shard }) => shard.refresh() },
  { weight: 3, run: flush },
  { weight: 1, run: ({ shard }) => shard.forceMerge({ maxNumSegments: 1, onlyExpungeDeletes: false }) },
  {
    // Operations that arrive while a commit is made.
    weight: 2,
    run: (subject, random, text) => Promise.all([flush(subject, random, text), write(subject, random, text)]),
  },
  {
    weight: 1,
    run: async (subject) => {
      await subject.shard.close();
      subject.shard = await openShard({ directory: subject.directory });
    },
  },
];

const totalWeight = steps.reduce((sum, { weight }) => sum + weight, 0);

/** A few random steps; what fails is left, as a server leaves it: the shard may go on or have closed itself. */
export async function work(directory: Directory, ledger: Ledger, random: SeededRandom): Promise<void> {
  const shard = await openShard({ directory });
  const subject: Subject = { directory, ledger, shard };
  const length = 4 + Math.floor(random.next() * 5);
  for (let i = 0; i < length; i++) {
    let at = random.next() * totalWeight;
    const step = steps.find(({ weight }) => (at -= weight) < 0) ?? steps[0];
    await step.run(subject, random, String(i)).catch(() => undefined);
  }
  await write(subject, random, 'last').catch(() => undefined);
}
