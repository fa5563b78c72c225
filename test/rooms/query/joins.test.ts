import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/common/index.ts';
import { Pacer } from '../../../src/common/index.ts';
import { docArray, type InnerHitsDefinition, parseQuery } from '../../../src/query/index.ts';
import { LeafReader, SegmentBuilder, SegmentCore } from '../../../src/segment/index.ts';
import { clock, contextOf, createMapper, find, ids, leavesOf } from './shard.ts';

const family = createMapper({
  properties: {
    link: { type: 'join', relations: { question: ['answer', 'comment'], answer: 'vote' } },
    n: { type: 'integer' },
  },
});

/** Parents and children in two segments: `_id`, what it is, whose child. */
const PEOPLE: readonly [id: string, name: string, parent: string | null][] = [
  ['q1', 'question', null],
  ['q2', 'question', null],
  ['a1', 'answer', 'q1'],
  ['a2', 'answer', 'q1'],
  ['a3', 'answer', 'q2'],
  ['c1', 'comment', 'q2'],
  ['v1', 'vote', 'a1'],
];

async function familyContext() {
  const leaves = [];
  let docBase = 0;
  for (const [ord, part] of [PEOPLE.slice(0, 3), PEOPLE.slice(3)].entries()) {
    const builder = new SegmentBuilder();
    part.forEach(([id, name, parent], i) => {
      const link = parent === null ? name : { name, parent };
      const source = Buffer.from(JSON.stringify({ link, n: i }));
      const parsed = family.parse({ id, routing: parent === null ? null : 'r', source });
      builder.add(parsed, { seqNo: i, version: 1, primaryTerm: 1 });
    });
    const core = new SegmentCore(`_${ord}`, await builder.finish(new Pacer(clock)), 0);
    const reader = new LeafReader(core, null);
    leaves.push({ reader, ord, docBase });
    docBase += reader.maxDoc;
  }
  return contextOf(family, leaves);
}

describe('join fields', async () => {
  const context = await familyContext();
  const found = (query: JsonValue): string =>
    find(context, query)
      .map(({ id, score }) => `${id}:${score}`)
      .join(' ');

  it.each<[JsonObject, string]>([
    [{ has_child: { type: 'answer', query: { match_all: {} } } }, 'q1:1 q2:1'],
    [{ has_child: { type: 'answer', query: { match_all: {} }, min_children: 2 } }, 'q1:1'],
    [{ has_child: { type: 'answer', query: { match_all: {} }, max_children: 1 } }, 'q2:1'],
    [{ has_child: { type: 'comment', query: { match_all: {} }, score_mode: 'sum' } }, 'q2:1'],
    [{ has_child: { type: 'answer', query: { match_all: {} }, score_mode: 'sum' } }, 'q1:2 q2:1'],
    [
      { has_child: { type: 'answer', query: { has_child: { type: 'vote', query: { match_all: {} } } } } },
      'q1:1',
    ],
    [{ has_parent: { parent_type: 'question', query: { ids: { values: ['q2'] } } } }, 'a3:1 c1:1'],
    [{ has_parent: { parent_type: 'answer', query: { match_all: { boost: 3 } }, score: true } }, 'v1:3'],
    [{ has_child: { type: 'none', query: { match_all: {} }, ignore_unmapped: true } }, ''],
  ])('%j', (query, expected) => {
    expect(found(query)).toBe(expected);
  });

  it('find the children of one parent', () => {
    expect(ids(context, { parent_id: { type: 'answer', id: 'q1' } })).toBe('a1 a2');
  });

  it('return the other side as inner hits', () => {
    const definitions: InnerHitsDefinition[] = [];
    const query = { has_child: { type: 'answer', query: { match_all: {} }, inner_hits: {} } };
    parseQuery(query).toQuery({ ...context, onInnerHits: (definition) => void definitions.push(definition) });
    const [leaf] = context.leaves;
    const related = definitions[0].related?.(leaf, 0) ?? [];
    const names = related.flatMap(({ leaf: own, scored }) =>
      Array.from(docArray(scored.docs), (doc) => own.reader.id(doc)),
    );
    expect(names).toEqual(['a1', 'a2']);
  });
});

describe('percolator fields', async () => {
  const mapper = createMapper({ properties: { query: { type: 'percolator' }, text: { type: 'text' } } });
  const queries: JsonObject[] = [
    { query: { match: { text: 'bonsai' } } },
    { query: { bool: { must: [{ match: { text: 'tree' } }], must_not: [{ match: { text: 'old' } }] } } },
    { text: 'no query at all' },
  ];
  const leaves = await leavesOf(mapper, queries);

  it.each<[JsonObject, string, string]>([
    [{ document: { text: 'A new bonsai tree' } }, '0 1', '[0] [0]'],
    [{ documents: [{ text: 'old tree' }, { text: 'bonsai' }, { text: 'tree' }] }, '0 1', '[1] [2]'],
    [{ document: { text: 'nothing' } }, '', ''],
  ])('%j', async (documents, expected, slots) => {
    const tasks: (() => void | Promise<void>)[] = [];
    const said: string[] = [];
    const context = {
      ...contextOf(mapper, leaves),
      prepare: (task: () => void | Promise<void>) => void tasks.push(task),
    };
    let slotsOf: ((doc: number) => readonly JsonValue[]) | null = null;
    const query = parseQuery({ percolate: { field: 'query', ...documents } }).toQuery({
      ...context,
      onHitField: (_, values) => {
        slotsOf = (doc) => values(leaves[0], doc);
      },
    });
    for (const task of tasks) await task();
    const docs = [...docArray(query.match(leaves[0]))];
    for (const doc of docs)
      said.push(JSON.stringify((slotsOf as unknown as (d: number) => JsonValue[])(doc)));
    expect(docs.join(' ')).toBe(expected);
    expect(said.join(' ')).toBe(slots);
  });
});

describe('fields with sub-fields of their own', async () => {
  const mapper = createMapper({
    properties: {
      title: { type: 'search_as_you_type' },
      flat: { type: 'flat_object' },
      rank: { type: 'rank_feature' },
      topics: { type: 'rank_features' },
      net: { type: 'ip_range' },
      at: { type: 'date_nanos' },
    },
  });
  const leaves = await leavesOf(mapper, [
    { title: 'quick brown fox', flat: { a: { b: 'x' }, c: ['y', 1] }, rank: 8, topics: { sport: 20 } },
    { title: 'brown quick', flat: { c: 'x' }, net: '10.0.0.0/8', at: '2020-01-01T00:00:00.000000001Z' },
    { net: { gte: '10.1.0.0', lt: '10.2.0.0' }, at: '2020-01-01T00:00:00.000000002Z', rank: 1 },
  ]);
  const context = contextOf(mapper, leaves);

  it.each<[JsonObject, string]>([
    [{ term: { 'title._2gram': 'quick brown' } }, '0'],
    [{ term: { 'title._3gram': 'quick brown fox' } }, '0'],
    [{ term: { 'title._index_prefix': 'brown q' } }, '1'],
    [{ match_phrase: { title: 'quick brown' } }, '0'],
    [{ multi_match: { query: 'quick br', type: 'bool_prefix', fields: ['title', 'title._2gram'] } }, '0 1'],
    [{ term: { flat: 'x' } }, '0 1'],
    [{ term: { 'flat.a.b': 'x' } }, '0'],
    [{ terms: { 'flat.c': ['1', 'x'] } }, '0 1'],
    [{ prefix: { 'flat.c': 'y' } }, '0'],
    [{ exists: { field: 'flat.a' } }, '0'],
    [{ exists: { field: 'flat.c' } }, '0 1'],
    [{ term: { net: '10.1.2.3' } }, '1 2'],
    [{ range: { net: { gte: '10.1.0.0', lte: '10.1.255.255', relation: 'within' } } }, '2'],
    [{ range: { at: { gt: '2020-01-01T00:00:00.000000001Z' } } }, '2'],
    [{ term: { at: '2020-01-01T00:00:00.000000001Z' } }, '1'],
  ])('%j', (query, expected) => {
    expect(ids(context, query)).toBe(expected);
  });

  it.each<[JsonObject, string]>([
    [{ rank_feature: { field: 'rank', saturation: { pivot: 8 } } }, '0:0.5 2:0.1111111'],
    [{ rank_feature: { field: 'rank', linear: {}, boost: 2 } }, '0:16 2:2'],
    [{ rank_feature: { field: 'rank', log: { scaling_factor: 1 } } }, '0:2.1972246 2:0.69314718'],
    [{ rank_feature: { field: 'rank', sigmoid: { pivot: 8, exponent: 1 } } }, '0:0.5 2:0.11111111'],
    [{ rank_feature: { field: 'topics.sport', saturation: { pivot: 20 } } }, '0:0.5'],
  ])('%j', (query, expected) => {
    const shown = find(context, query).map(({ id, score }) => `${id}:${Number(score.toPrecision(8))}`);
    expect(shown.join(' ')).toBe(expected);
  });
});
