import { type JsonValue, ManualClock, Pacer, readJson, stringifyJson } from '../../common/index.ts';
import { LeafReader, SegmentBuilder, SegmentCore, type SegmentReader } from '../../segment/index.ts';
import { explainScore } from '../bound/explain.ts';
import { type LeafMatcher, WholeMatcher } from '../bound/matcher.ts';
import { scopeDocs } from '../bound/nestedQuery.ts';
import { type BoundQuery, SimpleQuery } from '../bound/query.ts';
import { WholeScorer } from '../bound/scorer.ts';
import { NOTHING_SCORED } from '../bound/scoreSum.ts';
import { plainShape, type QueryShape } from '../bound/shape.ts';
import { type Weight, weightOf } from '../bound/weight.ts';
import { bindingError } from '../builder.ts';
import type { ClauseBuilder } from '../clause.ts';
import { docArray, docSetOfArray, intersect } from '../docSet.ts';
import type { Explanation, LeafContext, Query, QueryShardContext, ScoredDocs } from '../types.ts';

/** What one stored query finds among the documents that are percolated. */
interface Percolated {
  /** Places of the documents that match, counted from 0. */
  readonly slots: readonly number[];
  readonly score: number;
}

/** The documents of `field` whose query matches one of the given documents, which are indexed in memory. */
export function percolateQuery(
  context: QueryShardContext,
  field: string,
  name: string | null,
  parse: (json: JsonValue) => ClauseBuilder,
  documents: () => Promise<readonly JsonValue[]>,
): BoundQuery {
  let memory: MemoryIndex | null = null;
  context.prepare(async () => {
    const given = await documents();
    try {
      memory = await indexInMemory(context, given);
    } catch (error) {
      throw bindingError(context, error);
    }
  });
  const found = new Map<number, ReadonlyMap<number, Percolated>>();
  const leafOf = (leaf: LeafContext): ReadonlyMap<number, Percolated> => {
    let own = found.get(leaf.ord);
    if (own === undefined) {
      own = memory === null ? new Map() : percolate(context, leaf.reader, field, memory, parse);
      found.set(leaf.ord, own);
    }
    return own;
  };
  const slotField = `_percolator_document_slot${name === null ? '' : `_${name}`}`;
  context.onHitField?.(slotField, (leaf, doc) => leafOf(leaf).get(doc)?.slots ?? []);
  return new PercolateQuery(field, name, leafOf);
}

class PercolateQuery extends SimpleQuery {
  readonly key: string;
  readonly #field: string;
  readonly #found: (leaf: LeafContext) => ReadonlyMap<number, Percolated>;

  constructor(
    field: string,
    name: string | null,
    found: (leaf: LeafContext) => ReadonlyMap<number, Percolated>,
  ) {
    super();
    this.key = `percolate(${field},${name},${percolations++})`;
    this.#field = field;
    this.#found = found;
  }

  shape(): QueryShape {
    return plainShape('PercolateQuery', `PercolateQuery{${this.#field}}`);
  }

  explain(leaf: LeafContext, doc: number, boost: number): Explanation {
    return explainScore(this, leaf, doc, boost);
  }

  weight(boost: number): Weight {
    return weightOf((leaf) => new WholeScorer(() => this.#score(leaf, boost)));
  }

  protected makeMatcher(leaf: LeafContext): LeafMatcher {
    return new WholeMatcher(() => this.#score(leaf, 1).docs);
  }

  #score(leaf: LeafContext, boost: number): ScoredDocs {
    const own = this.#found(leaf);
    if (own.size === 0) return NOTHING_SCORED;
    const docs = Uint32Array.from(own.keys());
    const scores = Float32Array.from(own.values(), (one) => one.score * boost);
    return { docs: docSetOfArray(docs), scores, constant: 0 };
  }
}

/** Two percolations are never the same query: their documents are not part of their keys. */
let percolations = 0;

export interface MemoryIndex {
  readonly leaf: LeafContext;
  /** Root document → the place of its JSON in the request. */
  readonly slotOf: ReadonlyMap<number, number>;
  readonly context: QueryShardContext;
}

/** Documents as a segment of their own, and a context over it. */
export async function indexInMemory(
  context: QueryShardContext,
  documents: readonly JsonValue[],
): Promise<MemoryIndex> {
  const builder = new SegmentBuilder();
  const slotOf = new Map<number, number>();
  documents.forEach((document, slot) => {
    const source = Buffer.from(stringifyJson(document));
    const parsed = context.mapper.parse({ id: '_temp_id', routing: '_temp', source });
    slotOf.set(builder.add(parsed, { seqNo: 0, version: 1, primaryTerm: 1 }), slot);
  });
  const data = await builder.finish(new Pacer(new ManualClock()));
  const reader = new LeafReader(new SegmentCore('_percolated', data, 0), null);
  const leaf = { reader, ord: 0, docBase: 0 };
  const inner: QueryShardContext = {
    ...context,
    leaves: [leaf],
    nestedScope: null,
    prepare: () => {},
    onNamedQuery: undefined,
    onInnerHits: undefined,
    onHitField: undefined,
  };
  return { leaf, slotOf, context: inner };
}

function percolate(
  context: QueryShardContext,
  reader: SegmentReader,
  field: string,
  memory: MemoryIndex,
  parse: (json: JsonValue) => ClauseBuilder,
): Map<number, Percolated> {
  const found = new Map<number, Percolated>();
  const column = reader.column(field);
  if (column === null || column.kind !== 'binary') return found;
  for (let doc = 0; doc < reader.maxDoc; doc++) {
    if ((doc & 1023) === 1023) context.checkCancelled();
    for (const bytes of column.values(doc)) {
      const builder = parse(readJson(Buffer.from(bytes).toString()));
      const one = runStored(builder.toQuery(memory.context), memory);
      if (one !== null) found.set(doc, one);
    }
  }
  return found;
}

function runStored(query: Query, { leaf, slotOf }: MemoryIndex): Percolated | null {
  const roots = intersect(query.match(leaf), scopeDocs(leaf, null));
  if (roots.kind === 'none') return null;
  const scored = query.score(leaf);
  const best = scored.scores === null ? scored.constant : Math.max(...scored.scores);
  return { slots: [...docArray(roots)].map((doc) => slotOf.get(doc) ?? 0), score: best };
}
