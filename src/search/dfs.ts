import { OpenSearchError } from '../common/index.ts';
import type { LeafContext, ScoreStatistics } from '../query/index.ts';
import { shardStatistics } from '../query/index.ts';
import type { QueryRun } from './runner.ts';
import { bindSearch } from './shard/queryPhase.ts';
import { openShardSearch } from './shard/shardContext.ts';

type FieldNumbers = ReturnType<ScoreStatistics['field']>;

/** The numbers of all shards together, of the fields and terms that a query scores with. */
class SummedStatistics {
  readonly #fields = new Map<string, FieldNumbers>();
  readonly #docFreqs = new Map<string, number>();

  addField(name: string, { docCount, sumTotalTermFreq }: FieldNumbers): void {
    const known = this.#fields.get(name);
    this.#fields.set(name, {
      docCount: docCount + (known?.docCount ?? 0),
      sumTotalTermFreq: sumTotalTermFreq + (known?.sumTotalTermFreq ?? 0),
    });
  }

  addTerm(key: string, docFreq: number): void {
    this.#docFreqs.set(key, docFreq + (this.#docFreqs.get(key) ?? 0));
  }

  /** What no shard was asked for is the shard's own. */
  over(leaves: readonly LeafContext[]): ScoreStatistics {
    const own = shardStatistics(leaves);
    return {
      field: (name) => this.#fields.get(name) ?? own.field(name),
      docFreq: (field, term, given) =>
        this.#docFreqs.get(termKey(field, term)) ?? own.docFreq(field, term, given),
    };
  }
}

/**
 * The first phase of `dfs_query_then_fetch`: binds the query on every shard, notes which numbers its scores ask for,
 * and adds them up. Shards that refuse the query are left to the query phase, which meets the same error.
 */
export async function sumStatistics(
  run: QueryRun,
): Promise<(leaves: readonly LeafContext[]) => ScoreStatistics> {
  const summed = new SummedStatistics();
  for (const open of run.open) {
    const fields = new Map<string, FieldNumbers>();
    const docFreqs = new Map<string, number>();
    const noting = (leaves: readonly LeafContext[]): ScoreStatistics =>
      note(shardStatistics(leaves), fields, docFreqs);
    const search = openShardSearch(open, { ...run.environment, statistics: noting });
    try {
      const { query } = bindSearch(search, run.source);
      const rescorers = run.source.rescore.map((spec) => spec.query.toQuery(search.context));
      await search.runPreparations();
      for (const one of [query, ...rescorers]) one.gatherStatistics();
    } catch (error) {
      if (error instanceof OpenSearchError) continue;
      throw error;
    }
    for (const [name, numbers] of fields) summed.addField(name, numbers);
    for (const [key, docFreq] of docFreqs) summed.addTerm(key, docFreq);
  }
  return (leaves) => summed.over(leaves);
}

function note(
  own: ScoreStatistics,
  fields: Map<string, FieldNumbers>,
  docFreqs: Map<string, number>,
): ScoreStatistics {
  return {
    field(name) {
      const numbers = own.field(name);
      fields.set(name, numbers);
      return numbers;
    },
    docFreq(field, term, given) {
      const docFreq = own.docFreq(field, term, given);
      if (docFreq > 0) docFreqs.set(termKey(field, term), docFreq);
      return docFreq;
    },
  };
}

function termKey(field: string, term: string): string {
  return `${field}\u0000${term}`;
}
