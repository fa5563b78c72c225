import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock, silentLogger } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { type CachedAnswer, RequestCache } from '../../../src/search/cache/requestCache.ts';
import type { EngineSearcher, IndexShard } from '../../../src/shard/index.ts';
import { openTestNode, send } from '../../support/node.ts';

let node: RockpoolNode | null = null;

afterEach(async () => {
  await node?.close();
  node = null;
});

const AGGREGATION = '{"size":0,"aggs":{"k":{"terms":{"field":"k"}}}}';
const COUNTS = ['hit_count', 'miss_count'] as const;

function request(method: string, path: string, body?: string): ReturnType<typeof send> {
  return send((node as RockpoolNode).url, method, path, body);
}

async function counters(): Promise<string> {
  const { text } = await request('GET', '/_stats/request_cache');
  const cache = JSON.parse(text)._all.total.request_cache as Record<string, number>;
  return `${COUNTS.map((name) => cache[name]).join(' ')} ${cache.memory_size_in_bytes > 0 ? 'full' : 'empty'}`;
}

async function ask(line: string): Promise<number> {
  const [method, path, ...body] = line.split(' ');
  const { status } = await request(method, path, body.join(' ') || undefined);
  return status;
}

/** Each row asks twice of a fresh index of one shard: hits, misses, and whether something is kept. */
const ROWS = `
POST /i/_search ${AGGREGATION}                                                    | 1 1 full
POST /i/_search?size=0 {"query":{"term":{"k":"a"}}}                               | 1 1 full
POST /i/_search {"query":{"term":{"k":"a"}}}                                      | 0 0 empty
POST /i/_search?request_cache=true {"query":{"term":{"k":"a"}}}                   | 1 1 full
POST /i/_search?request_cache=false ${AGGREGATION}                                | 0 0 empty
POST /i/_search?search_type=dfs_query_then_fetch ${AGGREGATION}                   | 0 0 empty
POST /i/_search {"size":0,"profile":true}                                         | 0 0 empty
POST /i/_search?scroll=1m {"size":1}                                              | 0 0 empty
POST /i/_count                                                                    | 1 1 full
POST /i/_search {"size":0,"query":{"range":{"d":{"gte":"2020-01-02","lte":"now"}}}}    | 0 0 empty
POST /i/_search {"size":0,"query":{"range":{"d":{"lte":"now"}}}}                  | 1 1 full
POST /i/_search {"size":0,"query":{"range":{"d":{"gte":"now+1y"}}}}               | 1 1 full
POST /i/_search {"size":0,"aggs":{"a":{"filter":{"range":{"d":{"lte":"now"}}}}}}  | 1 1 full
POST /i/_search {"size":0,"aggs":{"a":{"date_range":{"field":"d","ranges":[{"to":"now"}]}}}} | 0 0 empty
POST /i/_search {"size":0,"query":{"script":{"script":"doc['n'].value > 1"}}}     | 1 1 full
POST /i/_search {"size":0,"query":{"script":{"script":"Math.random() > 1"}}}      | 0 0 empty
POST /i/_search {"size":0,"query":{"function_score":{"random_score":{}}}}         | 0 0 empty
POST /i/_search {"size":0,"query":{"function_score":{"gauss":{"d":{"scale":"10d"}}}}} | 0 0 empty
POST /i/_search {"size":0,"query":{"function_score":{"gauss":{"d":{"origin":"2020-01-01","scale":"10d"}}}}} | 1 1 full
POST /i/_search {"size":0,"query":{"more_like_this":{"fields":["k"],"like":[{"_index":"i","_id":"1"}],"min_doc_freq":1,"min_term_freq":1}}} | 0 0 empty
POST /i/_search {"suggest":{"s":{"text":"x","term":{"field":"t"}}}}                | 0 0 empty
POST /i/_search {"size":0,"query":{"range":{"n":{"gte":"x"}}}}                    | 0 0 empty`;

async function openIndex(): Promise<void> {
  node = await openTestNode({ log: silentLogger });
  await ask(
    'PUT /i {"settings":{"number_of_replicas":0,"refresh_interval":"-1"},"mappings":{"properties":{"k":{"type":"keyword"},"d":{"type":"date"},"n":{"type":"long"},"t":{"type":"text"}}}}',
  );
  for (const day of [1, 2, 3]) await ask(`PUT /i/_doc/${day} {"k":"a","n":${day},"d":"2020-01-0${day}"}`);
  await ask('POST /i/_refresh');
}

describe('which searches the request cache keeps', () => {
  it.each(ROWS.trim().split('\n'))('%s', async (row) => {
    const [line, expected] = row.split(/\s+\| /);
    await openIndex();
    await ask(line);
    await ask(line);
    expect(await counters()).toBe(expected);
  });
});

describe('what ends an answer in the request cache', () => {
  const search = `POST /i/_search ${AGGREGATION}`;

  it.each([
    ['POST /i/_refresh', '1 1 full'],
    ['PUT /i/_doc/1 {"k":"b"}', '1 1 full'],
    ['PUT /i/_doc/1?refresh=true {"k":"b"}', '0 2 full'],
    ['DELETE /i/_doc/1?refresh=true', '0 2 full'],
    ['POST /i/_cache/clear', '0 2 full'],
    ['POST /i/_cache/clear?request=true', '0 2 full'],
    ['POST /i/_cache/clear?request=false', '0 2 full'],
    ['POST /i/_cache/clear?query=true', '1 1 full'],
    ['POST /i/_cache/clear?fielddata=true', '1 1 full'],
    ['POST /i/_cache/clear?fields=k', '1 1 full'],
    ['POST /i/_cache/clear?fields=k&request=true', '0 2 full'],
    ['POST /i/_cache/clear?file=true', '1 1 full'],
    ['PUT /i/_settings {"index.requests.cache.enable":false}', '0 1 full'],
  ])('%s', async (change, expected) => {
    await openIndex();
    await ask(search);
    await ask(change);
    await ask(search);
    expect(await counters()).toBe(expected);
  });

  it('goes with its reader, at once', async () => {
    await openIndex();
    await ask(search);
    await ask('PUT /i/_doc/1?refresh=true {"k":"b"}');
    expect(await counters()).toBe('0 1 empty');
  });

  it('answers of aliases with other filters are apart', async () => {
    await openIndex();
    await ask(
      'POST /_aliases {"actions":[{"add":{"index":"i","alias":"one","filter":{"term":{"n":1}}}},{"add":{"index":"i","alias":"two","filter":{"term":{"n":2}}}}]}',
    );
    const answers = await Promise.all(
      ['i', 'one', 'two'].map((name) =>
        request('POST', `/${name}/_search?filter_path=hits.total.value`, '{"size":0}'),
      ),
    );
    expect(answers.map(({ text }) => text)).toEqual(
      [3, 1, 1].map((value) => `{"hits":{"total":{"value":${value}}}}`),
    );
  });
});

describe('a request with a kept answer', () => {
  it.each([
    [
      '{"size":0,"query":{"prefix":{"k":"a"}}}',
      'PUT /_cluster/settings {"transient":{"search.allow_expensive_queries":false}}',
    ],
    ['{"size":0,"query":{"term":{"x":"word"}}}', 'PUT /i/_mapping {"properties":{"x":{"type":"long"}}}'],
  ])('%s is refused after %s', async (body, change) => {
    await openIndex();
    expect([await ask(`POST /i/_search ${body}`), await ask(change)]).toEqual([200, 200]);
    expect(await ask(`POST /i/_search ${body}`)).toBe(400);
  });

  it('is not counted as a hit on a shard that is skipped', async () => {
    await openIndex();
    await ask('PUT /j {"settings":{"number_of_replicas":0},"mappings":{"properties":{"d":{"type":"date"}}}}');
    await ask('PUT /j/_doc/1?refresh=true {"d":"2020-01-01"}');
    const body = '{"size":0,"query":{"range":{"d":{"gte":"2020-01-03"}}}}';
    // Alone, the shard of j is searched although it cannot match; after the one of i, it is not.
    await ask(`POST /j/_search ${body}`);
    await ask(`POST /i,j/_search ${body}`);
    expect(await counters()).toBe('0 2 full');
    await ask(`POST /j/_search ${body}`);
    await ask(`POST /i,j/_search ${body}`);
    expect(await counters()).toBe('2 2 full');
  });

  it('counts its scripts each time', async () => {
    node = await openTestNode({ log: silentLogger });
    await ask(
      'PUT /v {"settings":{"index.knn":true},"mappings":{"properties":{"v":{"type":"knn_vector","dimension":2}}}}',
    );
    await ask('PUT /v/_doc/1?refresh=true {"v":[1,2]}');
    const script =
      '{"lang":"knn","source":"knn_score","params":{"field":"v","query_value":[1,1],"space_type":"l2"}}';
    const body = `{"size":0,"query":{"script_score":{"query":{"match_all":{}},"script":${script}}}}`;
    for (let i = 0; i < 3; i++) await ask(`POST /v/_search ${body}`);
    const { text } = await request('GET', '/_plugins/_knn/stats/script_query_requests');
    expect(text).toContain('"script_query_requests":3');
  });
});

describe('the size of the request cache', () => {
  const shard = {} as IndexShard;
  const searcher = (): EngineSearcher => ({ leaves: [], generation: 1, onReaderClosed() {}, close() {} });
  const answer: CachedAnswer = { hits: [], total: 1, maxScore: 0, aggregation: null, terminatedEarly: false };

  it('the least recently used answers go first, and are counted', () => {
    const cache = new RequestCache({ clock: new ManualClock(), maxBytes: 100, expireMs: null });
    const reader = searcher();
    for (const request of ['a', 'b'])
      cache.put(shard, reader, { request, answer, sizeBytes: 50, facts: null });
    expect(cache.find(shard, reader, 'a')).toBe(answer);
    cache.put(shard, reader, { request: 'c', answer, sizeBytes: 50, facts: null });
    expect(['a', 'b', 'c'].map((request) => cache.find(shard, reader, request) !== null)).toEqual([
      true,
      false,
      true,
    ]);
    expect(cache.stats(shard)).toEqual({ memoryBytes: 100, evictions: 1, hits: 3, misses: 3 });
  });

  it('an answer that is larger than the cache is not kept', () => {
    const cache = new RequestCache({ clock: new ManualClock(), maxBytes: 100, expireMs: null });
    const reader = searcher();
    cache.put(shard, reader, { request: 'a', answer, sizeBytes: 101, facts: null });
    expect(cache.find(shard, reader, 'a')).toBeNull();
  });

  it('answers that nobody asks for expire', () => {
    const clock = new ManualClock();
    const cache = new RequestCache({ clock, maxBytes: 100, expireMs: 1000 });
    const reader = searcher();
    cache.put(shard, reader, { request: 'a', answer, sizeBytes: 10, facts: null });
    clock.advance(999);
    expect(cache.find(shard, reader, 'a')).toBe(answer);
    clock.advance(1000);
    expect(cache.find(shard, reader, 'a')).toBeNull();
  });
});
