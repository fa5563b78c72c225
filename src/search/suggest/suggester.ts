import type { ExactJsonValue, JsonObject } from '../../common/index.ts';
import type { ShardHit } from '../shard/collector.ts';
import type { ShardSearch } from '../shard/shardContext.ts';
import type { SearchHit } from '../types.ts';

/** What stands beside the kind of a suggestion: the text, and the forms that only some kinds read. */
export interface SuggestionTexts {
  readonly text: string | null;
  readonly prefix: string | null;
  readonly regex: string | null;
}

/** The shards that are asked, at least one. */
export interface SuggestContext {
  readonly shards: readonly ShardSearch[];
  /** The content of a suggested document, as the search wants its hits. */
  fetch(shard: ShardSearch, hit: ShardHit): SearchHit;
}

/** A suggestion of a request, parsed: answers the entries of its texts. */
export interface Suggestion {
  /** `term`, `phrase`, `completion`: printed by typed_keys. */
  readonly kind: string;
  /** Throws illegal_argument_exception for a field that cannot be asked. */
  entries(context: SuggestContext): readonly ExactJsonValue[];
}

/** A row of the table of suggesters. */
export interface Suggester {
  readonly kind: string;
  parse(options: JsonObject, texts: SuggestionTexts): Suggestion;
}
