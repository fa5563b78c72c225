import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SeededRandom } from '../../../src/common/index.ts';
import { graphFiles } from '../../../src/knn/graphFile.ts';
import type { KnnShard } from '../../../src/knn/knnShard.ts';
import type { VectorHits } from '../../../src/knn/types.ts';
import { damages } from '../../support/damage.ts';
import { reportFigure } from '../../support/figure.ts';
import {
  mapperOf,
  pluginFor,
  putFile,
  randomRows,
  segmentOf,
  shardCopy,
  temporaryDirectory,
  vectorField,
  vectorInfo,
  vectorsOf,
} from './support.ts';

/**
 * Damaged graph files through the whole way of a search: the process lives, the answer is right, the file is built anew
 * and the damage counted. `DAMAGED_FILES=5000 npx vitest run test/rooms/knn/damage.test.ts` is the long run, and says how many.
 */
const FILES = Number(process.env.DAMAGED_FILES ?? 90);

const { directory, remove } = temporaryDirectory();
afterAll(remove);

const field = vectorField('v', vectorInfo({ efConstruction: 16 }));
const mapper = mapperOf(field);
const segments = ['_0', '_1'].map((name, i) => segmentOf(name, { v: vectorsOf(randomRows(600, 4, i + 1)) }));
const files = segments.map(({ name }) => graphFiles(name, 'v'));

describe('damaged graph files', () => {
  const { plugin, set } = pluginFor(directory.folder('tmp'));
  const node = plugin.node('node-0');
  let shard: KnnShard;
  let healed = 0;

  const query = {
    segment: segments[0],
    field,
    vector: Float32Array.of(0.1, 0.2, 0.3, 0.4),
    k: 10,
    filter: null,
  };
  const search = async (): Promise<VectorHits> => shard.search(query);
  /** Out of memory, so that the next search reads the file. */
  const forget = (): void => set('knn.cache.item.expiry.minutes', '3h');

  beforeAll(async () => {
    const copy = shardCopy('index', { 'index.knn.algo_param.ef_search': '100' });
    shard = node.openShard(copy, directory);
    for (const segment of segments) {
      await shard.segmentCreated({ segment, directory, mapper, cause: 'refresh' });
    }
  });
  afterAll(() => {
    reportFigure(`${healed} damaged graphs, all healed`);
    return plugin.close();
  });

  it.each(Object.keys(damages))(
    '%s: answered right, healed and counted',
    async (kind) => {
      const random = new SeededRandom(Object.keys(damages).indexOf(kind) + 1);
      const runs = Math.ceil(FILES / Object.keys(damages).length);
      const right = await search();
      for (let run = 0; run < runs; run++) {
        const part = run % 4 === 3 ? 'header' : 'graph';
        const good = await directory.read(files[0][part]);
        await putFile(
          directory,
          files[0][part],
          damages[kind](good, random, await directory.read(files[1][part])),
        );
        forget();
        const before = node.counters.graphIndexErrors;
        expect(await search(), `${part}, run ${run}`).toEqual(right);
        expect(node.counters.graphIndexErrors, `${part}, run ${run}`).toBe(before + 1);
        expect(Buffer.compare(await directory.read(files[0][part]), good), `${part}, run ${run}`).toBe(0);
        healed++;
      }
    },
    60_000 + 400 * FILES,
  );
});
