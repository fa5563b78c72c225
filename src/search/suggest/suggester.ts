import type { ExactJsonValue, JsonObject } from '../../common/index.ts';
import type { ShardHit } from '../shard/collector.ts';
import type { ShardSearch } from '../shard/shardContext.ts';
import type { SearchHit } from '../types.ts';

/** The texts of a suggestion, some of which only certain suggesters read. */
export interface SuggestionTexts {
  readonly text: string | null;
  readonly prefix: string | null;
  readonly regex: string | null;
}

/** The shards to query, at least one. */
export interface SuggestContext {
  readonly shards: readonly ShardSearch[];
  /** Fetches a suggested document as the search fetches its hits. */
  fetch(shard: ShardSearch, hit: ShardHit): SearchHit;
}

/** A parsed suggestion: returns the entries of its texts. */
export interface Suggestion {
  /** `term`, `phrase`, `completion`: printed by typed_keys. */
  readonly kind: string;
  /** Throws illegal_argument_exception for an unsupported field. */
  entries(context: SuggestContext): readonly ExactJsonValue[];
}

/** A row of the table of suggesters. */
export interface Suggester {
  readonly kind: string;
  parse(options: JsonObject, texts: SuggestionTexts): Suggestion;
}
