import { explanationJson, NO_EXPLANATION } from './fetch/explanationJson.ts';
import type { QueryRun } from './runner.ts';
import { bindSearch } from './shard/bindSearch.ts';
import { openShardSearch } from './shard/shardContext.ts';
import type { DocumentExplanation } from './types.ts';

/** How the search's query scores one document, on whichever of its shards that is; null: on none. */
export async function explainDocument(run: QueryRun, id: string): Promise<DocumentExplanation | null> {
  for (const open of run.open) {
    const search = openShardSearch(open, run.environment);
    for (const leaf of search.leaves) {
      const doc = leaf.reader.lookupId(id);
      const { liveDocs } = leaf.reader;
      if (doc < 0 || (liveDocs !== null && !liveDocs.has(doc))) continue;
      await search.bindInTurns(() => bindSearch(search, run.source));
      await search.runPreparations();
      if (run.source.query?.isUnexplained) return { matched: true, explanation: NO_EXPLANATION };
      const explained = search.explained.explain(leaf, doc);
      return { matched: explained.isMatch, explanation: explanationJson(explained) };
    }
  }
  return null;
}
