import { type JsonValue, ManualClock, Pacer, readJson, stringifyJson } from '../../common/index.ts';
import { LeafReader, SegmentBuilder, SegmentCore, type SegmentReader } from '../../segment/index.ts';
import { explainScore } from '../bound/explain.ts';
import { type LeafMatcher, LookingMatcher } from '../bound/matcher.ts';
import { scopeDocs } from '../bound/nestedQuery.ts';
import { oncePerLeaf } from '../bound/oncePerLeaf.ts';
import { type BoundQuery, SimpleQuery } from '../bound/query.ts';
import { LeafScorer } from '../bound/scorer.ts';
import { NOTHING_SCORED } from '../bound/scoreSum.ts';
import { plainShape, type QueryShape } from '../bound/shape.ts';
import { MEMORY_SCORING } from '../bound/similarity.ts';
import { type Weight, weightOf } from '../bound/weight.ts';
import { bindingError } from '../builder.ts';
import type { ClauseBuilder } from '../clause.ts';
import { allDocs, docArray, intersect, NO_DOCS } from '../docSet.ts';
import type { DocSet, Explanation, LeafContext, Query, QueryShardContext, ScoredDocs } from '../types.ts';

/** The matches of one stored query among the percolated documents. */
interface Percolated {
  /** 0-based indexes of the matching documents. */
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
  const found = oncePerLeaf(() => new Map<number, Percolated | null>());
  const percolated = (leaf: LeafContext, doc: number): Percolated | null => {
    const known = found(leaf);
    let one = known.get(doc);
    if (one === undefined) {
      one = memory === null ? null : percolate(leaf.reader, doc, field, memory, parse);
      known.set(doc, one);
    }
    return one;
  };
  const slotField = `_percolator_document_slot${name === null ? '' : `_${name}`}`;
  context.onHitField?.(slotField, (leaf, doc) => percolated(leaf, doc)?.slots ?? []);
  const { checkCancelled } = context;
  return new PercolateQuery({ field, name, percolated, checkCancelled });
}

interface Percolation {
  readonly field: string;
  readonly name: string | null;
  /** The matches of the query that a document holds; `null` if none. */
  readonly percolated: (leaf: LeafContext, doc: number) => Percolated | null;
  readonly checkCancelled: () => void;
}

class PercolateQuery extends SimpleQuery {
  readonly key: string;
  readonly #percolation: Percolation;

  constructor(percolation: Percolation) {
    super();
    const { field, name } = percolation;
    this.key = `percolate(${field},${name},${percolations++})`;
    this.#percolation = percolation;
  }

  shape(): QueryShape {
    return plainShape('PercolateQuery', `PercolateQuery{${this.#percolation.field}}`);
  }

  explain(leaf: LeafContext, doc: number, boost: number): Explanation {
    return explainScore(this, leaf, doc, boost);
  }

  weight(boost: number): Weight {
    const { percolated } = this.#percolation;
    return weightOf((leaf) => {
      const scoreOf = (doc: number): number => (percolated(leaf, doc)?.score ?? 0) * boost;
      return new PercolateScorer(this.matcher(leaf), scoreOf);
    });
  }

  protected makeMatcher(leaf: LeafContext): LeafMatcher {
    const { field, percolated, checkCancelled } = this.#percolation;
    const look = (docs: Uint32Array): Uint32Array => docs.filter((doc) => percolated(leaf, doc) !== null);
    const holders = (): DocSet =>
      leaf.reader.column(field) === null ? NO_DOCS : allDocs(leaf.reader.maxDoc);
    return new LookingMatcher(look, checkCancelled, holders);
  }
}

/** Each stored query costs as much as a small search, so it only runs when its document is asked about. */
class PercolateScorer extends LeafScorer {
  readonly isCostly = true;
  readonly #matcher: LeafMatcher;
  readonly #scoreOf: (doc: number) => number;

  constructor(matcher: LeafMatcher, scoreOf: (doc: number) => number) {
    super();
    this.#matcher = matcher;
    this.#scoreOf = scoreOf;
  }

  among(asked: DocSet): ScoredDocs {
    const docs = this.#matcher.among(asked);
    if (docs.kind === 'none') return NOTHING_SCORED;
    return { docs, scores: Float32Array.from(docArray(docs), this.#scoreOf), constant: 0 };
  }
}

/** Keeps the keys of percolations distinct, since their documents are not part of them. */
let percolations = 0;

export interface MemoryIndex {
  readonly leaf: LeafContext;
  /** Root document → index of its JSON in the request. */
  readonly slotOf: ReadonlyMap<number, number>;
  readonly context: QueryShardContext;
}

/** Indexes documents as a segment in memory, with a context for it. */
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
  const leaf = { reader, ord: 0, docBase: 0, scoring: MEMORY_SCORING };
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

/** Runs the queries that one document holds; the last one with matches wins. */
function percolate(
  reader: SegmentReader,
  doc: number,
  field: string,
  memory: MemoryIndex,
  parse: (json: JsonValue) => ClauseBuilder,
): Percolated | null {
  const column = reader.column(field);
  if (column === null || column.kind !== 'binary') return null;
  let found: Percolated | null = null;
  for (const bytes of column.values(doc)) {
    const builder = parse(readJson(Buffer.from(bytes).toString()));
    found = runStored(builder.toQuery(memory.context), memory) ?? found;
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
