// A program that searches by graph: which graph library did it load?
import { openRockpool } from 'rockpool';

const documents = Array.from({ length: 2000 }, (_, i) => ({ _id: i, v: [i % 40, Math.floor(i / 40)] }));
const seed = {
  points: {
    settings: { index: { knn: true } },
    mappings: { properties: { v: { type: 'knn_vector', dimension: 2 } } },
    documents,
  },
};
const pool = await openRockpool({ seed });
const query = { knn: { v: { vector: [7, 9], k: 1 } } };
const { hits } = (await pool.request('POST', '/points/_search', { query })).json();
console.log('nearest', hits.hits[0]._id);
const loaded = process.report.getReport().sharedObjects.find((file) => /hnswlib-node|rockpool.dist.prebuilds/.test(file));
console.log('library', loaded?.replace(/.*node_modules./, '').replaceAll('\\', '/') ?? 'none');
await pool.close();
