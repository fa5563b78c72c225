import type { IndexShard } from '../../../src/shard/index.ts';
import { index } from '../../rooms/shard/shards.ts';
import type { Found } from './ledger.ts';

/** What a shard gives back, in the words of the ledger: `ids` by id, and whatever a search finds. */
export async function contents(shard: IndexShard, ids: readonly string[]): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  for (const id of ids) {
    const result = await shard.get(id, true);
    found.set(id, result && JSON.parse(Buffer.from(result.source).toString()).t);
  }
  const searcher = shard.acquireSearcher();
  for (const leaf of searcher.leaves) {
    for (let doc = 0; doc < leaf.maxDoc; doc++) {
      if (leaf.liveDocs?.has(doc) ?? true)
        found.set(leaf.id(doc), JSON.parse(Buffer.from(leaf.source(doc)).toString()).t);
    }
  }
  searcher.close();
  return found;
}

/** A shard that has lived through a fault takes another write: `created`, or what it says instead. */
export async function writeAfter(shard: IndexShard): Promise<string> {
  const [result] = await shard.write([index('after', { t: 'after' })]);
  return result instanceof Error ? result.message : result.result;
}
