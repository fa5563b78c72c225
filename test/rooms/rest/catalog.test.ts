import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { openTestNode, send } from '../../support/node.ts';

/** method path [body] · status · what the answer holds. Requests run one after the other. */
const table = `
GET /_cat/aliases?v | 200 | alias index filter
GET /_cat/aliases/none | 200 |
GET /_cat/allocation?v | 200 | shards
GET /_cat/cluster_manager?v | 200 | node
GET /_cat/master?format=json | 200 | "id"
GET /_cat/count/shop?h=count | 200 | 2
GET /_cat/fielddata?v | 200 | field
GET /_cat/nodeattrs?v | 200 | attr
GET /_cat/pending_tasks?v | 200 | insertOrder
GET /_cat/plugins?h=component | 200 | opensearch-knn
GET /_cat/recovery?v | 200 | shop
GET /_cat/segments/shop?v | 200 | segment
GET /_cat/tasks?v | 200 | cluster:monitor/tasks/lists
GET /_cat/templates?v | 200 | order
GET /_cat/thread_pool/search?v | 200 | search
GET /_cat/none | 400 | no handler found
GET /_cat/segment_replication?help | 200 | rejected_requests  | rr
GET /_cat/pending_tasks?help | 200 | insertOrder | o | task insertion order
GET /_cat/indices?help | 200 | pri.search.point_in_time_total
GET /_cat/shards?help | 200 | seq_no.local_checkpoint
GET /_cat/nodes?help | 200 | script.compilation_limit_triggered
GET /_cat/indices/shop?help | 400 | contains unrecognized parameter: [index]
GET /_cat/indices?help=x | 400 | Failed to parse value [x]
GET /_cat/indices?v=x | 400 | Failed to parse value [x]
GET /_cat/indices/shop?pri&h=sc,pri.ss&format=json | 200 | "sc":"1","pri.sc":"1"
GET /_cat/shards/shop?h=search.query_current,sqm&format=json | 200 | "search.query_current":"0"
GET /_cat/nodes?h=l&format=json | 200 | "l":
GET /_cat/snapshots | 400 | repository is missing
GET /_cluster/allocation/explain | 200 | "current_state":"unassigned"
GET /_cluster/pending_tasks | 200 | {"tasks":[]}
GET /_cluster/state/metadata/shop?filter_path=metadata.indices.*.state | 200 | {"metadata":{"indices":{"shop":{"state":"open"}}}}
GET /_cluster/state/none | 400 | contains unrecognized metric: [none]
POST /_cluster/reroute?explain=true&dry_run=true {"commands":[{"cancel":{"index":"shop","shard":9,"node":"node-1"}}]} | 200 | cancel_allocation_command
POST /_cluster/voting_config_exclusions?node_names=a | 200 |
GET /_cluster/state?filter_path=**.voting_config_exclusions | 200 | "node_name":"a"
DELETE /_cluster/voting_config_exclusions | 200 |
PUT /_component_template/c {"template":{"settings":{"number_of_shards":2}}} | 200 | true
GET /_component_template/c | 200 | "number_of_shards":"2"
PUT /_index_template/t {"index_patterns":["log-*"],"composed_of":["c"]} | 200 | true
POST /_index_template/_simulate_index/log-1 | 200 | "number_of_shards":"2"
POST /_index_template/_simulate/t | 200 | "overlapping"
DELETE /_index_template/t | 200 | true
DELETE /_component_template/c | 200 | true
POST /shop/_cache/clear | 200 | "failed":0
POST /shop/_flush/synced | 200 | "successful"
GET /_field_caps?fields=price | 200 | "searchable":true
GET /_resolve/index/sh* | 200 | {"indices":[{"name":"shop"
GET /_remote/info | 200 | {}
GET /shop/_recovery | 200 | "stage":"DONE"
GET /shop/_shard_stores?status=all | 200 | "allocation":"primary"
GET /shop/_search_shards | 200 | "shards"
GET /_script_context | 200 | "execute"
GET /_script_language | 200 | painless
PUT /_scripts/by-name {"script":{"lang":"mustache","source":{"query":{"match":{"name":"{{name}}"}}}}} | 200 | true
POST /shop/_search/template {"id":"by-name","params":{"name":"tea"}} | 200 | "_id":"1"
POST /_render/template/by-name {"params":{"name":"a\\"b"}} | 200 | "name":"a\\"b"
POST /_render/template {"source":"{\\"terms\\":{{#toJson}}t{{/toJson}}}","params":{"t":[1,"x"]}} | 200 | {"terms":[1,"x"]}
POST /_render/template {"source":"{\\"a\\":\\"{{#join}}t{{/join}}{{^u}}none{{/u}}\\"}","params":{"t":[1,2]}} | 200 | {"a":"1,2none"}
POST /shop/_search/template {"id":"none"} | 404 | unable to find script [none] in cluster state
POST /shop/_search/template {"source":"{{#a}}"} | 400 | Failed to close
PUT /_ingest/pipeline/p {"processors":[{"set":{"field":"via","value":"{{_ingest.timestamp}}"}}]} | 200 | true
GET /_ingest/pipeline/p | 200 | "processors"
GET /_ingest/pipeline/none | 404 | {}
POST /_ingest/pipeline/p/_simulate {"docs":[{"_source":{}}]} | 200 | "_ingest"
GET /_ingest/processor/grok | 200 | "WORD"
PUT /shop/_doc/9?pipeline=none {} | 400 | pipeline with id [none] does not exist
POST /shop/_update_by_query?pipeline=p&refresh=true&slices=2 | 200 | "slice_id":1
GET /shop/_doc/1?_source=via | 200 | "via":"20
DELETE /_ingest/pipeline/p | 200 | true
POST /_reindex?requests_per_second=0 {"source":{"index":"shop"},"dest":{"index":"copy"}} | 400 | requests_per_second
POST /_reindex/x:1/_rethrottle?requests_per_second=1 | 200 | No such node [x]
PUT /_snapshot/r {"type":"fs","settings":{"location":"../out"}} | 400 | path.repo
PUT /_snapshot/r {"type":"s3","settings":{}} | 400 | is not emulated
PUT /_snapshot/r {"type":"fs","settings":{"location":"r"}} | 200 | true
POST /_snapshot/r/_verify | 200 | "name"
PUT /_snapshot/r/s?wait_for_completion=true {"indices":"shop","metadata":{"by":"test"}} | 200 | "state":"SUCCESS"
PUT /_snapshot/r/s | 400 | snapshot with the same name already exists
PUT /_snapshot/r/S | 400 | must be lowercase
GET /_snapshot/r/s?verbose=false | 200 | "indices":["shop"]
GET /_snapshot/r/s/_status | 200 | "stage":"DONE"
GET /_snapshot/r/none | 404 | [r:none] is missing
GET /_snapshot/none | 404 | [none] missing
PUT /_snapshot/r/s/_clone/s2 {"indices":"*"} | 200 | true
GET /_cat/snapshots/r?h=id,status | 200 | s2 SUCCESS
GET /_cat/repositories | 200 | r
POST /_snapshot/r/s2/_restore | 400 | an open index with same name already exists
POST /_snapshot/r/s2/_restore?wait_for_completion=true {"rename_pattern":"s(.+)","rename_replacement":"w$1","index_settings":{"index.number_of_replicas":0}} | 200 | "indices":["whop"]
GET /whop/_doc/2 | 200 | "found":true
DELETE /_snapshot/r/s* | 200 | true
POST /_snapshot/r/_cleanup | 200 | "results"
PUT /shop/_clone/twin | 400 | must be read-only to resize index
PUT /shop/_settings {"index.blocks.write":true} | 200 | true
PUT /shop/_clone/twin {"settings":{"index.blocks.write":null}} | 200 | "index":"twin"
GET /twin/_count | 200 | "count":2
PUT /shop/_split/wide {"settings":{"index.number_of_shards":4}} | 200 | "index":"wide"
GET /wide/_doc/1 | 200 | "_version":2
PUT /wide/_shrink/narrow {"settings":{"index.number_of_shards":3}} | 400 | must be a multiple of [3]
PUT /shop/_clone/other {"settings":{"index.number_of_shards":3}} | 400 | must be the same as the number of
GET /_nodes/stats/ingest | 200 | "nodes"
GET /shop/_stats/search | 200 | "query_total"
`;

interface Row {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly status: number;
  readonly holds: string;
}

const rows: readonly Row[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [request, status, holds] = line.split(' |').map((cell) => cell.trim());
    const [method, path, ...body] = request.split(' ');
    return {
      method,
      path,
      body: body.length > 0 ? body.join(' ') : undefined,
      status: Number(status),
      holds,
    };
  });

const spaced = (text: string): string => text.replace(/\s+/g, ' ');

describe('APIs, one after the other', { shuffle: false }, () => {
  let node: RockpoolNode;

  beforeAll(async () => {
    node = await openTestNode();
    const bulk =
      '{"index":{"_id":"1"}}\n{"name":"tea","price":3}\n{"index":{"_id":"2"}}\n{"name":"cup","price":5}\n';
    await send(node.url, 'POST', '/shop/_bulk?refresh=true', bulk);
  });

  afterAll(() => node.close());

  it.each(rows)('$method $path $body', async ({ method, path, body, status, holds }) => {
    const answer = await send(node.url, method, path, body);
    expect(`${answer.status} ${spaced(answer.text)}`).toContain(holds);
    expect(answer.status).toBe(status);
  });
});
