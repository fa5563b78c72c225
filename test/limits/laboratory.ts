import { ask, type LimitCase, many } from './limitCase.ts';

const VECTORS = {
  settings: { 'index.knn': true },
  mappings: { properties: { v: { type: 'knn_vector', dimension: 2 } } },
};

export const laboratory = {
  cacheEvents: {
    set: 4,
    ownNode: true,
    index: VECTORS,
    docs: many(3, (i) => ({ v: [i, 1] })),
    async use(count, place) {
      const knn = ['POST /{index}/_search', { query: { knn: { v: { vector: [1, 2], k: 1 } } } }] as const;
      let kept = { first: 1, next: 0 };
      while (kept.next <= count) {
        await ask(place, knn);
        kept = JSON.parse((await ask(place, ['GET /_rockpool/knn/events'])).text) as typeof kept;
      }
      return kept.first > 1 ? { status: 0, text: 'the oldest went' } : { status: 200, text: '' };
    },
    status: 0,
    words: 'the oldest went',
  },
  eventStreams: {
    set: 2,
    async use(count, { node }) {
      const controller = new AbortController();
      const opened = many(count, () =>
        fetch(`${node.url}/_rockpool/knn/events/stream`, { signal: controller.signal }),
      );
      const last = (await Promise.all(opened)).find(({ status }) => status !== 200);
      const reply = last ? { status: last.status, text: await last.text() } : { status: 200, text: '' };
      controller.abort();
      return reply;
    },
    status: 429,
    words: 'there are 2 event streams open already',
  },
  curvePoints: {
    set: 3,
    use: (count) => [[`GET /_rockpool/knn/curve?limits=${many(count, (i) => `${i + 1}mb`).join()}`]],
    words: '[limits] must be at most 3',
  },
  plannedGraphs: {
    set: 3,
    use: (count) => [
      ['POST /_rockpool/knn/plan', { mappings: VECTORS.mappings, documents: 100, segments: count }],
    ],
    words: '[plan] has 4 graphs, at most 3 are planned',
  },
  faultRules: {
    set: 2,
    use: (count) => [
      [
        'PUT /_rockpool/faults',
        { rules: many(count, () => ({ request: { path: '/nowhere', action: 'reject' } })) },
      ],
    ],
    words: '[faults.rules]',
  },
  clockLeapMs: {
    set: 1000,
    use: (count) => [['POST /_rockpool/clock', { advance: `${count}ms` }]],
    words: '[clock.advance]',
  },
} satisfies Readonly<Record<string, LimitCase>>;
