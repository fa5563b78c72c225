import { FixedBitSet } from '../../common/index.ts';
import type { SegmentReader } from '../../segment/index.ts';
import { allDocs, docArray, docSetOfArray, docSetOfBits, intersect, NO_DOCS } from '../docSet.ts';
import type { DocSet, Explanation, LeafContext, QueryShardContext, ScoredDocs } from '../types.ts';
import { filtered } from './booleanQuery.ts';
import { explanation, noMatch } from './explain.ts';
import { type BoundQuery, constantQuery, NOTHING_SCORED, type Weight } from './query.ts';
import { restrictScores } from './scoreSum.ts';
import { parsedText, plainShape, shapeOf } from './shape.ts';

export type NestedScoreMode = 'none' | 'avg' | 'sum' | 'max' | 'min';

/** The nested documents of a path, live ones only. */
function childDocs(leaf: LeafContext, path: string): DocSet {
  const children = leaf.reader.nestedDocs(path);
  if (children === null) return NO_DOCS;
  const { liveDocs } = leaf.reader;
  return docSetOfBits(liveDocs === null ? children : children.clone().and(liveDocs));
}

/** The nested documents of a path, as the original tells them. */
export function nestedPathQuery(path: string): BoundQuery {
  const text = `_nested_path:${path}`;
  const query = constantQuery(
    text,
    (leaf) => childDocs(leaf, path),
    () => plainShape('TermQuery', text),
  );
  return { ...query, mayReach: (test) => test('_nested_path') };
}

/** Where a query might match nested documents, the original's has a filter on root documents. */
export function amongRoots({ mapper }: QueryShardContext, query: BoundQuery): BoundQuery {
  const hasNested = mapper.matching('*').some(({ nestedPath }) => nestedPath !== null);
  const isNested = (field: string): boolean =>
    field.startsWith('_') || (mapper.field(field)?.nestedPath ?? null) !== null;
  if (!hasNested || query.mayReach?.(isNested) === false) return query;
  const text = 'FieldExistsQuery [field=_primary_term]';
  const roots = constantQuery(
    text,
    ({ reader }) => (reader.rootDocs === null ? allDocs(reader.maxDoc) : docSetOfBits(reader.rootDocs)),
    () => plainShape('FieldExistsQuery', text),
  );
  return filtered(query, roots);
}

/** The live documents that a clause stands among: root documents, or the nested ones of its scope. */
export function scopeDocs(leaf: LeafContext, scope: string | null): DocSet {
  if (scope !== null) return childDocs(leaf, scope);
  const { rootDocs, liveDocs, maxDoc } = leaf.reader;
  const live = liveDocs === null ? allDocs(maxDoc) : docSetOfBits(liveDocs);
  return rootDocs === null ? live : intersect(live, docSetOfBits(rootDocs));
}

/** `query` restricted to the nested documents of a path. */
export function withinNested(path: string, query: BoundQuery): BoundQuery {
  return {
    key: `within(${path},${query.key})`,
    shape: () => shapeOf(query),
    match: (leaf) => intersect(query.match(leaf), childDocs(leaf, path)),
    explain: (leaf, doc, boost) => query.explain(leaf, doc, boost),
    visitTerms: (visitor, boost) => query.visitTerms?.(visitor, boost),
    weight(boost) {
      const weight = query.weight(boost);
      return {
        score(leaf) {
          const scored = weight.score(leaf);
          const docs = intersect(scored.docs, childDocs(leaf, path));
          return docs.kind === 'none' ? NOTHING_SCORED : restrictScores(scored, docs);
        },
      };
    },
  };
}

/** How nested documents are joined to the documents around them. */
export interface NestedJoin {
  readonly path: string;
  /** The nested object that the clause itself stands in; null: root documents. */
  readonly scope: string | null;
  readonly scoreMode: NestedScoreMode;
  /** The query as Lucene prints and explains it. */
  readonly shown: BoundQuery;
}

/** The best child tells how; the parent's score joins those of all. */
function explainJoin(
  children: BoundQuery,
  join: NestedJoin,
  leaf: LeafContext,
  doc: number,
  boost: number,
): Explanation {
  const { reader } = leaf;
  const matched = docArray(children.match(leaf));
  const parents = parentsOf(reader, matched, join.scope);
  const own = matched.filter((_, i) => parents[i] === doc);
  if (own.length === 0) return noMatch('Not a match');
  const explained = Array.from(own, (child) =>
    join.shown.explain(leaf, child, join.scoreMode === 'none' ? 0 : boost),
  );
  const best = explained.reduce((a, b) => (isBetter(b.value, a.value, join.scoreMode) ? b : a));
  const sum = explained.reduce((total, { value }) => total + value, 0);
  const score = join.scoreMode === 'sum' ? sum : join.scoreMode === 'avg' ? sum / own.length : best.value;
  const range = `from ${own[0]} to ${own[own.length - 1]}`;
  return explanation(
    Math.fround(score),
    `Score based on ${own.length} child docs in range ${range}, best match:`,
    [best],
  );
}

function isBetter(value: number, than: number, mode: NestedScoreMode): boolean {
  return mode === 'min' ? value < than : value > than;
}

/** Documents around a nested document of `path` that matches, with the scores of such documents joined. */
export function nestedQuery(query: BoundQuery, join: NestedJoin): BoundQuery {
  const children = withinNested(join.path, query);
  const matchParents = (leaf: LeafContext): DocSet =>
    parentSet(leaf.reader, parentsOf(leaf.reader, docArray(children.match(leaf)), join.scope));
  return {
    key: `nested(${join.path},${join.scope},${query.key},${join.scoreMode})`,
    shape: () => ({
      type: 'OpenSearchToParentBlockJoinQuery',
      text: `ToParentBlockJoinQuery (${shapeOf(join.shown).text})`,
      parsed: `ToParentBlockJoinQuery (${parsedText(join.shown)})`,
      parts: [children],
    }),
    match: matchParents,
    explain: (leaf, doc, boost) => explainJoin(children, join, leaf, doc, boost),
    mayReach: (test) => test(join.scope === null ? '' : `${join.scope}._`),
    visitTerms: (visitor, boost) => query.visitTerms?.(visitor, boost),
    weight(boost): Weight {
      if (join.scoreMode === 'none') {
        return { score: (leaf) => ({ docs: matchParents(leaf), scores: null, constant: 0 }) };
      }
      const weight = children.weight(boost);
      return { score: (leaf) => joinScores(leaf.reader, weight.score(leaf), join) };
    },
  };
}

/** The document around each child, parallel to `children`; blocks keep the order. */
function parentsOf(reader: SegmentReader, children: Uint32Array, scope: string | null): Uint32Array {
  const parents = new Uint32Array(children.length);
  for (let i = 0; i < children.length; i++) {
    let parent = reader.parent(children[i]);
    while (reader.nestedPath(parent) !== scope && reader.parent(parent) >= 0) parent = reader.parent(parent);
    parents[i] = parent;
  }
  return parents;
}

function parentSet(reader: SegmentReader, parents: Uint32Array): DocSet {
  if (parents.length === 0) return NO_DOCS;
  const bits = new FixedBitSet(reader.maxDoc);
  for (let i = 0; i < parents.length; i++) bits.add(parents[i]);
  return docSetOfBits(bits);
}

function joinScores(reader: SegmentReader, scored: ScoredDocs, join: NestedJoin): ScoredDocs {
  const children = docArray(scored.docs);
  if (children.length === 0) return NOTHING_SCORED;
  const mode = join.scoreMode;
  const parentOf = parentsOf(reader, children, join.scope);
  const parents = docArray(parentSet(reader, parentOf));
  const scores = new Float32Array(parents.length);
  let at = 0;
  for (let p = 0; p < parents.length; p++) {
    let sum = 0;
    let best = mode === 'min' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    let count = 0;
    for (; at < children.length && parentOf[at] === parents[p]; at++, count++) {
      const score = scored.scores === null ? scored.constant : scored.scores[at];
      sum += score;
      best = mode === 'min' ? Math.min(best, score) : Math.max(best, score);
    }
    scores[p] = mode === 'sum' ? sum : mode === 'avg' ? sum / count : best;
  }
  return { docs: docSetOfArray(parents), scores, constant: 0 };
}
