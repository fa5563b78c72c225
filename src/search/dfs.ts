import { OpenSearchError, type Turns } from '../common/index.ts';
import type { FieldStatistics, LeafContext, ScoreStatistics, TermCounts } from '../query/index.ts';
import { shardStatistics } from '../query/index.ts';
import { allShardsFailed } from './failures.ts';
import type { QueryRun } from './runner.ts';
import { bindSearch } from './shard/bindSearch.ts';
import { openShardSearch } from './shard/shardContext.ts';
import type { SearchRequest } from './types.ts';

/** The statistics, summed over all shards, of the fields and terms that a query scores with. */
class SummedStatistics {
  readonly #fields = new Map<string, FieldStatistics>();
  readonly #terms = new Map<string, TermCounts>();

  addField(name: string, { docCount, sumTotalTermFreq }: FieldStatistics): void {
    const known = this.#fields.get(name);
    this.#fields.set(name, {
      docCount: docCount + (known?.docCount ?? 0),
      sumTotalTermFreq: sumTotalTermFreq + (known?.sumTotalTermFreq ?? 0),
    });
  }

  addTerm(key: string, { docFreq, totalTermFreq }: TermCounts): void {
    const known = this.#terms.get(key);
    this.#terms.set(key, {
      docFreq: docFreq + (known?.docFreq ?? 0),
      totalTermFreq: totalTermFreq + (known?.totalTermFreq ?? 0),
    });
  }

  /** Statistics that were not requested are the shard's own. */
  over(leaves: readonly LeafContext[]): ScoreStatistics {
    const own = shardStatistics(leaves);
    return {
      field: (name) => this.#fields.get(name) ?? own.field(name),
      term: (field, term, ownDocFreq) =>
        this.#terms.get(termKey(field, term)) ?? own.term(field, term, ownDocFreq),
    };
  }
}

/**
 * The first phase of `dfs_query_then_fetch`: binds the query on every shard, records which statistics its
 * scores need, and sums them. Shards that reject the query are ignored here, unless all do, since the query
 * phase reports the same error.
 */
export function* sumStatistics(run: QueryRun): Turns<(leaves: readonly LeafContext[]) => ScoreStatistics> {
  const summed = new SummedStatistics();
  const failures = [...run.failures];
  for (const open of run.open) {
    const fields = new Map<string, FieldStatistics>();
    const terms = new Map<string, TermCounts>();
    const noting = (leaves: readonly LeafContext[]): ScoreStatistics =>
      note(shardStatistics(leaves), fields, terms);
    const search = openShardSearch(open, { ...run.environment, statistics: noting });
    try {
      const { query } = yield* search.bindInTurns(() => bindSearch(search, run.source));
      const rescorers = run.source.rescore.map((spec) => spec.query.bindDirectly(search.context));
      yield* search.runPreparations();
      for (const one of [query, ...rescorers]) one.gatherStatistics();
    } catch (error) {
      if (!(error instanceof OpenSearchError)) throw error;
      failures.push({ target: open.target, error });
      continue;
    }
    for (const [name, numbers] of fields) summed.addField(name, numbers);
    for (const [key, counts] of terms) summed.addTerm(key, counts);
  }
  if (failures.length === run.open.length + run.failures.length) throw allShardsFailed('dfs', failures);
  return (leaves) => summed.over(leaves);
}

function note(
  own: ScoreStatistics,
  fields: Map<string, FieldStatistics>,
  terms: Map<string, TermCounts>,
): ScoreStatistics {
  return {
    field(name) {
      const numbers = own.field(name);
      fields.set(name, numbers);
      return numbers;
    },
    term(field, term, ownDocFreq) {
      const counts = own.term(field, term, ownDocFreq);
      if (counts.docFreq > 0) terms.set(termKey(field, term), counts);
      return counts;
    },
  };
}

function termKey(field: string, term: string): string {
  return `${field}\u0000${term}`;
}

/** With `dfs_query_then_fetch`, scores use the statistics of all shards. */
export function* withSummedStatistics(request: SearchRequest, run: QueryRun): Turns<QueryRun> {
  if (request.searchType !== 'dfs_query_then_fetch' || run.open.length < 2) return run;
  return { ...run, environment: { ...run.environment, statistics: yield* sumStatistics(run) } };
}
