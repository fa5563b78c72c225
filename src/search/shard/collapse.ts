import { illegalArgument, OpenSearchError, topN } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { docArray, type LeafContext, type QueryShardContext, type ScoredDocs } from '../../query/index.ts';
import type { SortValue } from '../sort/sortKey.ts';
import type { CollapseSpec } from '../source/collapseSpec.ts';
import { compareHits, type ShardHit, type TopHitsOptions } from './collector.ts';

/** The field of a collapse. Throws for fields without exact single values. */
export function bindCollapse(spec: CollapseSpec, context: QueryShardContext): MappedFieldType {
  const field = context.mapper.field(spec.field);
  if (field === undefined) {
    throw illegalArgument(`no mapping found for \`${spec.field}\` in order to collapse on`);
  }
  if (field.family !== 'keyword' && field.family !== 'numeric') {
    throw illegalArgument(
      `unknown type for collapse field \`${spec.field}\`, only keywords and numbers are accepted`,
    );
  }
  if (!field.hasDocValues) {
    throw illegalArgument(`cannot collapse on field \`${spec.field}\` without \`doc_values\``);
  }
  return field;
}

/** The value by which a document is grouped; `null` for documents without one. */
function groupOf(leaf: LeafContext, field: MappedFieldType): (doc: number) => SortValue {
  const column = leaf.reader.column(field.name);
  if (column === null) return () => null;
  return (doc) => {
    if (column.presence !== null && !column.presence.has(doc)) return null;
    const at = column.kind === 'binary' || column.offsets === null ? doc : column.offsets[doc];
    if (column.kind !== 'binary' && column.offsets !== null) {
      const count = column.offsets[doc + 1] - at;
      if (count === 0) return null;
      if (count > 1) throw manyValues(field, leaf.docBase + doc);
    }
    if (column.kind === 'numeric') return column.values[at];
    return column.kind === 'ordinals' ? column.dictionary.term(column.ords[at]) : null;
  };
}

function manyValues(field: MappedFieldType, doc: number): OpenSearchError {
  return new OpenSearchError(
    'illegal_state_exception',
    `failed to extract doc:${doc}, the grouping field must be single valued: ${field.name}`,
    { status: 400 },
  );
}

/** How many times the requested number of groups is kept before the worst are dropped. */
const SPARE = 2;
const FEWEST_KEPT = 1000;

/** Keeps the best hit of each group, for the best groups only. */
export class CollapseCollector {
  /** It reads the group of each hit. */
  readonly isCostly = true;
  readonly #options: TopHitsOptions;
  readonly #field: MappedFieldType;
  readonly #most: number;
  #best = new Map<SortValue, ShardHit>();
  /** Enough groups are better than this hit: hits of other groups must beat it. */
  #bar: ShardHit | null = null;

  constructor(options: TopHitsOptions, field: MappedFieldType) {
    if (options.searchAfter !== null) {
      throw illegalArgument('cannot use `collapse` in conjunction with `search_after`');
    }
    this.#options = options;
    this.#field = field;
    this.#most = Math.max(FEWEST_KEPT, SPARE * options.limit);
  }

  collect(leaf: LeafContext, scored: ScoredDocs): void {
    const docs = docArray(scored.docs);
    const { sortKeys } = this.#options;
    const keys = sortKeys.map((key) => key.leaf(leaf, docs, scored.scores, scored.constant));
    const compare = compareHits(sortKeys);
    const group = groupOf(leaf, this.#field);
    for (let i = 0; i < docs.length; i++) {
      const value = group(docs[i]);
      const hit: ShardHit = {
        leaf,
        doc: docs[i],
        score: scored.scores === null ? scored.constant : scored.scores[i],
        sort: keys.map((key) => key.value(i)),
        group: value,
      };
      const best = this.#best.get(value) ?? this.#bar;
      if (best !== null && compare(hit, best) >= 0) continue;
      this.#best.set(value, hit);
      if (this.#best.size > this.#most) this.#letGo();
    }
  }

  /** Number of hits currently held. */
  get held(): number {
    return this.#best.size;
  }

  #letGo(): void {
    const kept = this.hits();
    this.#bar = kept[kept.length - 1] ?? null;
    this.#best = new Map(kept.map((hit) => [hit.group ?? null, hit]));
  }

  hits(): readonly ShardHit[] {
    const { sortKeys, limit } = this.#options;
    return topN(this.#best.values(), limit, compareHits(sortKeys));
  }
}
