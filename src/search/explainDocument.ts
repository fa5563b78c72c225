import type { Turns } from '../common/index.ts';
import { explanationJson, NO_EXPLANATION } from './fetch/explanationJson.ts';
import type { QueryRun } from './runner.ts';
import { bindSearch } from './shard/bindSearch.ts';
import { openShardSearch } from './shard/shardContext.ts';
import type { DocumentExplanation } from './types.ts';

/** Explains the score of a document on whichever shard has it; `null` if none does. */
export function* explainDocument(run: QueryRun, id: string): Turns<DocumentExplanation | null> {
  for (const open of run.open) {
    const search = openShardSearch(open, run.environment);
    for (const leaf of search.leaves) {
      const doc = leaf.reader.lookupId(id);
      const { liveDocs } = leaf.reader;
      if (doc < 0 || (liveDocs !== null && !liveDocs.has(doc))) continue;
      yield* search.bindInTurns(() => bindSearch(search, run.source));
      yield* search.runPreparations();
      if (run.source.query?.isUnexplained) return { matched: true, explanation: NO_EXPLANATION };
      const explained = search.explained.explain(leaf, doc);
      return { matched: explained.isMatch, explanation: explanationJson(explained) };
    }
  }
  return null;
}
