import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { openTestNode, send } from '../../support/node.ts';

/**
 * Sessions as text: `METHOD path body` → `status` and, after it, what the answer holds (JSON members, compared one by
 * one; `…` for a text that it must contain). Each session has a node of its own.
 */
type Step = readonly [request: string, status: number, holds?: object | string];

const sessions: Record<string, readonly Step[]> = {
  'members that nobody reads': [
    ['PUT /m {}', 200],
    [
      'POST /_aliases {"actions":[{"add":{"index":"m","alias":"a","nope":1}}]}',
      400,
      '[add] unknown field [nope]',
    ],
    [
      'POST /_aliases {"actions":[{"add":{"index":1,"alias":"a"}}]}',
      400,
      "index doesn't support values of type",
    ],
    ['POST /_aliases {"actions":[{"remove_index":{"index":"m","alias":"a"}}]}', 400, 'for [REMOVE_INDEX]'],
    ['POST /_aliases {"actions":{"add":{"index":"m","alias":"a"}}}', 200],
    ['PUT /_alias/b {}', 400, "[indices] can't be empty"],
    ['PUT /m/_alias/b {"nope":1,"filter":"x"}', 200],
    [
      'POST /_reindex {"source":{"index":"m"},"dest":{"index":"n"},"nope":1}',
      400,
      '[reindex] unknown field [nope]',
    ],
    [
      'POST /_reindex {"source":{"index":"m","nope":1},"dest":{"index":"n"}}',
      400,
      'Unknown key for a VALUE_NUMBER',
    ],
    [
      'POST /_reindex {"source":{"index":"m"},"dest":{"index":"n","nope":1}}',
      400,
      '[dest] unknown field [nope]',
    ],
    [
      'POST /_reindex {"source":{"index":"m"},"dest":{"index":"n","op_type":"x"}}',
      400,
      "opType must be 'create'",
    ],
    [
      'POST /_reindex {"source":{"index":"m","from":1},"dest":{"index":"n"}}',
      400,
      'using [from] is not allowed',
    ],
    ['POST /_reindex {"source":{"index":"m"},"dest":{"index":"n"},"max_docs":"x"}', 400, 'field [max_docs]'],
  ],
  'conditions of writes': [
    ['PUT /w {"settings":{"number_of_replicas":1},"mappings":{"properties":{"a":{"type":"long"}}}}', 200],
    ['PUT /w/_doc/1 {"a":1}', 201],
    [
      'PUT /w/_doc/1?version=0 {"a":1}',
      400,
      'Failed: 1: illegal version value [0] for version type [INTERNAL];2: ',
    ],
    [
      'PUT /w/_doc/1?if_seq_no=0&if_primary_term=0 {"a":1}',
      400,
      '1: ifSeqNo is set, but primary term is [0];',
    ],
    ['PUT /w/_doc/1?if_seq_no=-3&if_primary_term=1 {"a":1}', 400, 'must be non negative. got [-3].'],
    ['PUT /w/_doc/1?if_seq_no=-2&if_primary_term=0 {"a":1}', 200],
    ['PUT /w/_doc/1?pipeline= {"a":1}', 400, 'Validation Failed: 1: pipeline cannot be an empty string;'],
    ['POST /w/_doc?version=1 {"a":1}', 400, 'Failed: 1: create operations do not support explicit versions.'],
    ['PUT /w/_create/2?op_type=index {"a":1}', 400, "opType must be 'create', found: [index]"],
    [
      'PUT /w/_doc/1?timeout=1 {"a":1}',
      400,
      'failed to parse setting [timeout] with value [1] as a time value',
    ],
    ['PUT /w/_doc/1?wait_for_active_shards=x {"a":1}', 400, 'cannot parse ActiveShardCount[x]'],
    ['PUT /w/_doc/1?wait_for_active_shards=-1 {"a":1}', 400, 'shard count cannot be a negative value'],
    [
      'DELETE /w/_doc/1?wait_for_active_shards=all&timeout=10ms&refresh=true',
      503,
      '[w][0] Not enough active copies to meet shard count of [ALL] (have 1, needed 2). Timeout: [10ms], ' +
        'request: [BulkShardRequest [[w][0]] containing [delete {[w][1]}] and a refresh]',
    ],
    ['PUT /r {"mappings":{"_routing":{"required":true}}}', 200],
    ['DELETE /r/_doc/1', 400, 'routing is required for [r]/[1]'],
    ['POST /r/_update/1 {"doc":{}}', 400, 'routing is required for [r]/[1]'],
  ],
  'values of a mapping in fields': [
    [
      'PUT /v {"settings":{"index.mapping.coerce":false},"mappings":{"properties":{"n":{"type":"integer","coerce":true,' +
        '"null_value":7},"k":{"type":"keyword","null_value":"none"},"s":{"type":"integer"},"a":{"type":"alias","path":"n"}}}}',
      200,
    ],
    ['PUT /v/_doc/0 {"s":"5"}', 400, 'Integer value passed as String'],
    ['PUT /v/_doc/1?refresh=true {"n":[2.7,"3.9",""],"k":null,"x.y":1,"x":{"z":2}}', 201],
    ['POST /v/_search {"fields":["n","k","a","x.*"],"docvalue_fields":["a"]}', 200, '"n":[2,3,7]'],
    [
      'POST /v/_search {"fields":["n","k","a","x.*"],"docvalue_fields":["a"]}',
      200,
      '"k":["none"],"a":[2,3,7]',
    ],
    ['POST /v/_search {"fields":["x.y","x.z"]}', 200, '"fields":{"x.z":[2]}'],
  ],
  'what bulk requests and updates answer': [
    ['PUT /u/_doc/1 {"n":1}', 201],
    ['POST /u/_update/1?routing=r {"doc":{"n":2}}', 200],
    ['GET /u/_doc/1?routing=r', 200, '"_routing":"r"'],
    [
      'POST /_bulk?routing=q {"update":{"_index":"u","_id":"1"}}\n{"doc":{"n":3}}\n',
      200,
      '"result":"updated"',
    ],
    ['GET /u/_doc/1', 200, '"_routing":"r"'],
    [
      'POST /u/_update/9 {"script":"ctx.op=\'none\'","scripted_upsert":true,"upsert":{}}',
      200,
      '"result":"noop","_shards":{"total":0,"successful":0,"failed":0},"get":{"found":false}}',
    ],
    [
      `POST /_bulk {"index":{"_index":"u","_id":"${'x'.repeat(513)}"}}\n{}\n`,
      400,
      'is too long, must be no longer than 512 bytes but was: 513;',
    ],
    ['POST /_bulk {"index":{"_index":"u","pipeline":"nope"}}\n{}\n', 200, '"ingest_took":'],
  ],
  'resizing and rolling over': [
    ['PUT /s {"settings":{"number_of_shards":4}}', 200],
    [
      'POST /s/_split/t {}',
      400,
      'Validation Failed: 1: index.number_of_shards is required for split operations;',
    ],
    [
      'POST /none/_split/t {"max_shard_size":"1gb"}',
      400,
      'for split operations;2: Unsupported parameter [max_shard_size];',
    ],
    ['POST /s/_clone/t {"max_shard_size":"1gb"}', 400, '1: Unsupported parameter [max_shard_size];'],
    ['POST /s/_shrink/t {"max_shard_size":"0b"}', 400, '1: max_shard_size must be greater than 0;'],
    [
      'POST /s/_shrink/t {"max_shard_size":"1gb","settings":{"index.number_of_shards":2}}',
      400,
      '1: Cannot set max_shard_size and index.number_of_shards at the same time!;',
    ],
    ['POST /s/_shrink/t {"settings":{"index.sort.field":"x"}}', 400, "1: can't override index sort when"],
    ['POST /s/_shrink/t {"mappings":{}}', 400, '[1:2] [resize_request] unknown field [mappings]'],
    [
      'POST /s/_shrink/t {"aliases":5}',
      400,
      "[1:12] [resize_request] aliases doesn't support values of type",
    ],
    ['POST /s/_shrink/t []', 400, '[1:1] [resize_request] Expected START_OBJECT but was: START_ARRAY'],
    [
      'POST /s/_shrink/t {"max_shard_size":"x"}',
      400,
      { error: { root_cause: [{ type: 'parse_exception' }], type: 'x_content_parse_exception' } },
    ],
    [
      'POST /s/_split/t {"settings":{"index.number_of_shards":8,"index.number_of_routing_shards":8}}',
      400,
      'cannot provide index.number_of_routing_shards on resize',
    ],
    ['POST /s/_split/t {"settings":{"index.number_of_shards":8}}', 400, 'must be read-only to resize index'],
    ['PUT /s/_settings {"index.blocks.write":true}', 200],
    ['POST /s/_shrink/t {"max_shard_size":"1gb"}', 200],
    ['GET /t/_settings', 200, '"number_of_shards":"1"'],
    ['PUT /w-000001 {"aliases":{"w":{}}}', 200],
    ['POST /w/_rollover {"nope":1}', 400, '[1:2] [rollover] unknown field [nope]'],
    ['POST /w/_rollover {"conditions":{"nope":1}}', 400, '[1:16] [conditions] unknown field [nope]'],
    [
      'POST /w/_rollover {"conditions":{"nope":1}}',
      400,
      '[1:23] [rollover] failed to parse field [conditions]',
    ],
    ['POST /w/_rollover {"conditions":{"max_age":"x"}}', 400, '[1:26] [conditions] failed to parse field'],
    ['POST /w/_rollover {"conditions":{"max_docs":true}}', 400, "max_docs doesn't support values of type"],
    [
      'POST /w/_rollover?dry_run {"conditions":{"max_age":"90s","max_size":"1024b","max_docs":1.5}}',
      200,
      '{"[max_docs: 1]":false,"[max_size: 1kb]":false,"[max_age: 1.5m]":false}',
    ],
    [
      'POST /w/_update/1 {"doc":5}',
      400,
      "[1:8] [UpdateRequest] doc doesn't support values of type: VALUE_NUMBER",
    ],
  ],
  'parameters of every route': [
    [
      'GET /_cluster/health?pretty=x',
      400,
      'Failed to parse value [x] as only [true] or [false] are allowed.',
    ],
    ['GET /_cluster/health?human=x', 400, 'Failed to parse value [x] as only [true] or [false] are allowed.'],
    ['GET /_cluster/health?pretty=false', 200],
    [
      'GET /_search?_source_include=a',
      400,
      'contains unrecognized parameter: [_source_include] -> did you mean',
    ],
  ],
  'words of by-query requests': [
    ['PUT /q/_doc/1?refresh {"a":1}', 201],
    [
      'POST /q/_update_by_query?slices=x',
      400,
      'must be a positive integer or the string "auto", but was [x]',
    ],
    ['POST /q/_update_by_query?requests_per_second=x', 400, 'must be a float greater than 0. Use -1'],
    ['POST /q/_update_by_query?max_docs=-1', 400, '[max_docs] parameter cannot be negative, found [-1]'],
    ['POST /q/_update_by_query?scroll_size=-1', 400, '[size] parameter cannot be negative, found [-1]'],
    ['POST /q/_update_by_query?max_docs=1&slices=2', 400, '[max_docs] should be >= [slices]'],
    ['POST /q/_update_by_query?search_type=foo', 400, 'No search type for [foo]'],
    ['POST /q/_update_by_query?scroll=x', 400, 'failed to parse setting [scroll] with value [x]'],
    [
      'POST /_reindex?conflicts=proceed {"source":{"index":"q"},"dest":{"index":"p"}}',
      400,
      'parameter: [conflicts]',
    ],
    [
      'POST /_reindex?pipeline=p {"source":{"index":"q"},"dest":{"index":"p"}}',
      400,
      "doesn't support [pipeline]",
    ],
    ['POST /_reindex {"source":{"index":"q"}}', 400, '1: index must be specified;'],
    [
      'POST /_reindex {"source":{"index":"q"},"dest":{"index":"p","routing":"x"}}',
      400,
      'routing must be unset',
    ],
  ],
  'words of templates and aliases': [
    [
      'PUT /_template/t {"index_patterns":["t*"],"aliases":{"-x":{}}}',
      400,
      'Invalid alias name [-x]: must not start',
    ],
    ['PUT /_template/t {"index_patterns":["t*"],"aliases":{"":{}}}', 400, 'alias name is required'],
    ['PUT /_template/t {"index_patterns":["t*"],"aliases":{"{index}-a":{}}}', 200],
    ['PUT /a {"aliases":{"a#b":{}}}', 400, "Invalid alias name [a#b]: must not contain '#'"],
    [
      'PUT /_index_template/t {"index_patterns":["t*"],"composed_of":"nope"}',
      400,
      'component templates [nope] that do',
    ],
    [
      'POST /_index_template/_simulate {"index_patterns":["u*"]}',
      200,
      '{"template":{"settings":{},"aliases":{}}',
    ],
  ],
  'words of mappings': [
    ['PUT /m {"mappings":{"dynamic":"foo"}}', 400, 'Could not convert [dynamic.dynamic] to boolean'],
    ['PUT /m {"mappings":{"date_detection":1}}', 400, 'Could not convert [date_detection] to boolean'],
    ['PUT /m {"mappings":{"date_detection":null}}', 400, 'because "node" is null'],
    [
      'PUT /m {"mappings":{"dynamic_date_formats":["epoch_millis"]}}',
      400,
      'Epoch [epoch_millis] is not supported',
    ],
    ['PUT /m/_doc/1 {"_type":1}', 201],
    ['PUT /n {"mappings":{"properties":{"f":{"type":"rank_feature","index":"x","similarity":"x"}}}}', 200],
    ['GET /n/_mapping', 200, { n: { mappings: { properties: { f: { type: 'rank_feature' } } } } }],
    [
      'PUT /o {"mappings":{"properties":{"f":{"type":"rank_feature","foo":1}}}}',
      400,
      'unknown parameter [foo]',
    ],
    [
      'PUT /o {"mappings":{"properties":{"f":{"type":"geo_point","foo":1,"tree":"x"}}}}',
      400,
      'Mapping definition for [f] has unsupported parameters:  [foo : 1] [tree : x]',
    ],
    ['PUT /o {"mappings":{"properties":{"f":{"type":"flat_object","fields":{}}}}}', 400, '[fields : {}]'],
    [
      'PUT /o {"mappings":{"properties":{"f":{"type":"text","fields":"x"}}}}',
      400,
      'on field [x] or [fields] but got a class java.lang.String',
    ],
    ['PUT /o {"mappings":{"properties":{"f":{"type":"text","boost":"x"}}}}', 400, 'For input string: "x"'],
  ],
  'data streams': [
    ['PUT /_data_stream/logs-a', 400, 'no matching index template found for data stream [logs-a]'],
    [
      'PUT /_index_template/t {"index_patterns":["logs-*"],"data_stream":{},"template":{"settings":{"number_of_replicas":0}}}',
      200,
    ],
    ['PUT /_data_stream/logs-a', 200],
    ['PUT /_data_stream/logs-a', 400, 'data_stream [logs-a] already exists'],
    ['PUT /_data_stream/LOGS', 400, 'data_stream [LOGS] must be lowercase'],
    ['PUT /logs-b {}', 400, 'cannot create index with name [logs-b], because it matches with template [t]'],
    ['POST /logs-a/_doc {"m":1}', 400, "documents must contain a single-valued timestamp field '@timestamp'"],
    ['POST /logs-a/_doc {"@timestamp":["2020-01-01","2020-01-02"]}', 400, 'single-valued timestamp field'],
    ['POST /logs-a/_doc?refresh {"@timestamp":"2020-01-01"}', 201, { _index: '.ds-logs-a-000001' }],
    ['PUT /logs-a/_doc/1 {"@timestamp":"2020-01-01"}', 400, 'only write ops with an op_type of create'],
    ['POST /logs-a/_update/1 {"doc":{}}', 400, 'only write ops with an op_type of create'],
    ['POST /logs-b/_doc?refresh {"@timestamp":"2020-01-02"}', 201, { _index: '.ds-logs-b-000001' }],
    ['GET /logs-*/_count', 200, { count: 2 }],
    ['GET /_count', 200, { count: 2 }],
    ['POST /logs-a/_rollover', 200, { old_index: '.ds-logs-a-000001', new_index: '.ds-logs-a-000002' }],
    ['POST /logs-a/_rollover/x', 400, 'new index name may not be specified when rolling over a data stream'],
    ['POST /logs-a/_doc?refresh {"@timestamp":"2020-01-03"}', 201, { _index: '.ds-logs-a-000002' }],
    ['GET /logs-a/_count', 200, { count: 2 }],
    ['GET /_data_stream/logs-a', 200, '"generation":2,"status":"GREEN","template":"t"'],
    ['GET /_data_stream/logs-a/_stats', 200, { data_stream_count: 1, backing_indices: 2 }],
    ['GET /_data_stream/nope', 404, 'no such index [nope]'],
    ['GET /_resolve/index/logs-a', 200, '"backing_indices":[".ds-logs-a-000001",".ds-logs-a-000002"]'],
    ['DELETE /logs-a', 404, 'no such index [logs-a]'],
    ['POST /logs-a/_close', 404, 'no such index [logs-a]'],
    ['DELETE /.ds-logs-a-000002', 400, 'is the write index for data stream [logs-a] and cannot be deleted'],
    ['DELETE /.ds-logs-a-000001', 200],
    ['GET /logs-a/_count', 200, { count: 1 }],
    ['DELETE /_index_template/t', 400, 'in use by a data streams [logs-a, logs-b]'],
    ['DELETE /_data_stream/logs-*', 200],
    ['DELETE /_index_template/t', 200],
    ['GET /_data_stream', 200, { data_streams: [] }],
  ],
  'documents and versions': [
    ['PUT /d/_doc/1 {"a":1}', 201, { _version: 1, result: 'created', _seq_no: 0 }],
    [
      'PUT /d/_doc/1?op_type=create {"a":1}',
      409,
      '[1]: version conflict, document already exists (current version [1])',
    ],
    ['PUT /d/_doc/1?op_type=foo {"a":1}', 400, "opType must be 'create' or 'index', found: [foo]"],
    [
      'PUT /d/_doc/1?version=3 {"a":1}',
      400,
      'internal versioning can not be used for optimistic concurrency control',
    ],
    ['PUT /d/_doc/1?if_seq_no=0 {"a":1}', 400, 'ifSeqNo is set, but primary term is [0]'],
    ['PUT /d/_doc/1?if_seq_no=0&if_primary_term=1 {"a":2}', 200, { _version: 2 }],
    ['PUT /d/_doc/1?refresh=soon {"a":1}', 400, 'Unknown value for refresh: [soon].'],
    ['PUT /d/_doc/1', 400, 'request body is required'],
    ['PUT /d/_doc/1?pipeline=p {"a":1}', 400, 'pipeline with id [p] does not exist'],
    ['GET /d/_doc/1?_source=false', 200, { found: true, _version: 2 }],
    ['GET /d/_doc/1?version=1', 409, 'current version [2] is different than the one provided [1]'],
    ['GET /d/_source/1', 200, { a: 2 }],
    ['GET /d/_source/9', 404, 'Document not found [d]/[9]'],
    ['GET /d/_doc/1?realtime=false', 404, { found: false }],
    ['POST /d/_refresh', 200],
    ['GET /d/_doc/1?realtime=false', 200, { found: true }],
    ['HEAD /d/_doc/1', 200],
    ['HEAD /d/_doc/2', 404],
    ['DELETE /d/_doc/1?refresh=wait_for', 200, { result: 'deleted', _version: 3 }],
    ['DELETE /nope/_doc/1', 404, 'no such index [nope]'],
    ['POST /d/_doc {"a":1}', 201, { result: 'created' }],
    [
      `PUT /d/_doc/${'x'.repeat(513)} {"a":1}`,
      400,
      'is too long, must be no longer than 512 bytes but was: 513',
    ],
  ],
  'term vectors': [
    [
      'PUT /t {"mappings":{"properties":{"a":{"type":"text","term_vector":"yes"},"b":{"type":"text","fielddata":true}}}}',
      200,
    ],
    ['PUT /t/_doc/1?refresh {"a":["quick fox","quick"],"b":"zeta alpha"}', 201],
    ['PUT /t/_doc/2?refresh {"b":"beta"}', 201],
    ['GET /t/_termvectors/1?term_statistics=true', 200, '"quick":{"doc_freq":1,"ttf":2,"term_freq":2'],
    ['GET /t/_termvectors/1', 200, '"field_statistics":{"sum_doc_freq":2,"doc_count":1,"sum_ttf":3}'],
    [
      'GET /t/_termvectors/1?fields=b&positions=false',
      200,
      '"alpha":{"term_freq":1,"tokens":[{"start_offset":5',
    ],
    ['POST /t/_termvectors {"doc":{"a":"new words"}}', 200, '"words"'],
    [
      'POST /t/_termvectors {"doc":{"a":"x x y"},"filter":{"max_num_terms":1,"min_doc_freq":0}}',
      200,
      '"x":{',
    ],
    ['GET /t/_termvectors/9', 200, { found: false }],
    ['POST /t/_termvectors/1 {"nope":1}', 400, 'unknown field [nope]'],
    [
      'POST /_mtermvectors {"docs":[{"_index":"t","_id":"1"},{"_index":"gone","_id":"1"}]}',
      200,
      'no such index [gone]',
    ],
    [
      'POST /t/_search {"sort":"b","_source":false,"docvalue_fields":["b"]}',
      200,
      '"fields":{"b":["alpha","zeta"]},"sort":["alpha"]',
    ],
  ],
  updates: [
    ['POST /d/_update/1 {"doc":{"a":1}}', 404, '[1]: document missing'],
    ['POST /d/_update/1 {"doc":{"a":{"b":1}},"doc_as_upsert":true}', 201, { result: 'created' }],
    ['POST /d/_update/1 {"doc":{"a":{"b":1}}}', 200, { result: 'noop', _version: 1 }],
    ['POST /d/_update/1 {"doc":{"a":{"b":1}},"detect_noop":false}', 200, { result: 'updated' }],
    [
      'POST /d/_update/1?_source=true {"doc":{"a":{"c":[1]}}}',
      200,
      { get: { _seq_no: 2, _primary_term: 1, found: true, _source: { a: { b: 1, c: [1] } } } },
    ],
    ['POST /d/_update/1 {"script":"ctx.op = \'none\'"}', 200, { result: 'noop' }],
    ['POST /d/_update/1 {"script":"ctx.op = \'delete\'"}', 200, { result: 'deleted' }],
    [
      'POST /d/_update/1 {"script":{"source":"ctx._source.n += 1"},"upsert":{"n":1}}',
      201,
      { result: 'created' },
    ],
    ['POST /d/_update/2 {"script":{"source":"ctx._source.n = 5"},"upsert":{},"scripted_upsert":true}', 201],
    ['GET /d/_source/2', 200, { n: 5 }],
    ['POST /d/_update/2 {"doc":{},"script":"x"}', 400, "can't provide both script and doc"],
    ['POST /d/_update/2 {}', 400, 'script or doc is missing'],
    ['PUT /_scripts/inc {"script":{"lang":"painless","source":"ctx._source.n += params.by"}}', 200],
    ['POST /d/_update/2 {"script":{"id":"inc","params":{"by":3}}}', 200, { result: 'updated' }],
    ['GET /d/_source/2', 200, { n: 8 }],
    ['POST /d/_update/2 {"script":{"id":"gone"}}', 404, 'unable to find script [gone] in cluster state'],
  ],
  'many documents': [
    ['PUT /a/_doc/1?refresh {"n":1}', 201],
    ['POST /_mget {"docs":[{"_index":"a","_id":"1"},{"_index":"b","_id":"1"}]}', 200, 'no such index [b]'],
    ['POST /a/_mget {"ids":["1","2"]}', 200, '"_id":"2","found":false'],
    ['POST /_mget {"ids":["1"]}', 400, 'Validation Failed: 1: index is missing for doc 0;'],
    ['POST /a/_mget {"docs":[]}', 400, 'no documents to get'],
    ['POST /a/_mget {"docs":[{"_id":"1","_routing":"x"}]}', 400, 'unknown field [_routing]'],
    [
      'POST /a/_update_by_query?refresh {"script":"ctx._source.n += 1"}',
      200,
      { total: 1, updated: 1, version_conflicts: 0 },
    ],
    ['GET /a/_source/1', 200, { n: 2 }],
    [
      'POST /_reindex?refresh {"source":{"index":"a"},"dest":{"index":"b"},"script":"ctx._id = \'x\' + ctx._id"}',
      200,
      { created: 1 },
    ],
    ['GET /b/_source/x1', 200, { n: 2 }],
    [
      'POST /_reindex {"source":{"index":"a"},"dest":{"index":"a"}}',
      400,
      'reindex cannot write into an index its reading from [a]',
    ],
    ['POST /a/_delete_by_query {}', 400, 'query is missing'],
    ['POST /a/_delete_by_query?refresh {"query":{"match_all":{}}}', 200, { deleted: 1, batches: 1 }],
    ['GET /a/_count', 200, { count: 0 }],
  ],
  'indices and their life': [
    [
      'PUT /i {"settings":{"number_of_shards":2,"number_of_replicas":0},"aliases":{"al":{"routing":"1"}}}',
      200,
      { index: 'i' },
    ],
    ['PUT /i', 400, 'already exists'],
    ['PUT /al', 400, 'Invalid index name [al], already exists as alias'],
    ['PUT /j {"mapping":{}}', 400, 'unknown key [mapping] for create index'],
    [
      'PUT /j {"mappings":{"_doc":{"properties":{}}}}',
      400,
      'The mapping definition cannot be nested under a type',
    ],
    ['GET /i/_alias', 200, { i: { aliases: { al: { index_routing: '1', search_routing: '1' } } } }],
    ['GET /_alias/nope', 404, { error: 'alias [nope] missing', status: 404 }],
    [
      'PUT /i/_settings {"index":{"number_of_shards":3}}',
      400,
      "Can't update non dynamic settings [[index.number_of_shards]] for open indices [[i/",
    ],
    ['PUT /i/_settings {"refresh_interval":"5s"}', 200],
    [
      'GET /i/_settings/index.refresh_interval?flat_settings',
      200,
      { i: { settings: { 'index.refresh_interval': '5s' } } },
    ],
    ['POST /i/_close', 200],
    ['GET /i/_count', 400, 'closed'],
    ['PUT /i/_doc/1 {}', 400, 'closed'],
    [
      'PUT /i/_settings {"index":{"number_of_shards":3}}',
      400,
      'final i setting [index.number_of_shards], not updateable',
    ],
    ['PUT /i/_settings {"analysis":{"analyzer":{"mine":{"type":"keyword"}}}}', 200],
    ['POST /i/_open', 200],
    ['POST /i/_analyze {"analyzer":"mine","text":"A b"}', 200, '"token":"A b"'],
    ['PUT /i/_block/write', 200],
    ['PUT /i/_doc/1 {}', 403, 'index [i] blocked by: [FORBIDDEN/8/index write (api)];'],
    ['PUT /i/_settings {"index.blocks.write":null}', 200],
    ['PUT /i/_doc/1 {}', 201],
    ['DELETE /al', 400, 'matches an alias, specify the corresponding concrete indices instead.'],
    ['HEAD /i', 200],
    ['DELETE /i,nope', 404, 'no such index [nope]'],
    ['DELETE /i', 200],
    ['HEAD /i', 404],
  ],
  'aliases that are written through': [
    ['PUT /w-1', 200],
    ['PUT /w-2', 200],
    ['POST /_aliases {"actions":[{"add":{"indices":["w-1","w-2"],"alias":"w"}}]}', 200],
    ['PUT /w/_doc/1 {}', 400, 'no write index is defined for alias [w]'],
    ['POST /_aliases {"actions":[{"add":{"index":"w-2","alias":"w","is_write_index":true}}]}', 200],
    ['PUT /w/_doc/1 {}', 201, { _index: 'w-2' }],
    ['GET /w/_doc/1', 400, 'alias [w] has more than one index associated with it [w-1, w-2]'],
    [
      'PUT /w-9/_doc/1?require_alias {}',
      404,
      'no such index [w-9] and [require_alias] request flag is [true]',
    ],
    [
      'POST /_aliases {"actions":[{"add":{"index":"w-1","alias":"w","is_write_index":true}}]}',
      500,
      'alias [w] has more than one write index [w-1,w-2]',
    ],
    ['POST /_aliases {"actions":[]}', 400, 'No action specified'],
    ['POST /_aliases {"actions":[{"remove":{"index":"w-1","alias":"zz"}}]}', 404, 'aliases [zz] missing'],
    [
      'POST /_aliases {"actions":[{"add":{"index":"w-1","alias":"w-2"}}]}',
      400,
      'an index exists with the same name as the alias',
    ],
  ],
  'requests without a name, which never mean every index': [
    ['PUT /n-1', 200],
    ['PUT /_alias/x {}', 400, "[indices] can't be empty"],
    ['PUT /n-1/_alias {}', 400, "[alias] can't be empty string"],
    ['POST /_open', 400, 'index is missing'],
    ['POST /_close', 400, 'index is missing'],
    ['DELETE /', 400, 'index / indices is missing'],
    ['PUT /n-1/_settings {}', 400, 'no settings to update'],
    ['GET /n-1/_alias', 200, { 'n-1': { aliases: {} } }],
  ],
  'filters of aliases': [
    ['PUT /f-1', 200],
    ['PUT /f-1/_alias/f {"filter":{"nope":{}}}', 400, 'failed to parse filter for alias [f]'],
    ['PUT /f-2 {"aliases":{"f":{"filter":{"nope":{}}}}}', 400, 'failed to parse filter for alias [f]'],
    ['PUT /f-1/_alias/f {"routing":"a,b"}', 400, 'alias [f] has several index routing values'],
  ],
  blocks: [
    ['PUT /b-1', 200],
    ['PUT /b-1/_block/read_only_allow_delete', 400, 'is for internal use only'],
    ['PUT /b-1/_block/read_only', 200],
    ['PUT /b-1/_mapping {"properties":{"a":{"type":"long"}}}', 403, 'FORBIDDEN/5/index read-only (api)'],
    ['POST /b-1/_close', 403, 'FORBIDDEN/5/index read-only (api)'],
    ['DELETE /b-1', 403, 'FORBIDDEN/5/index read-only (api)'],
    ['PUT /b-1/_settings {"index.blocks.read_only":false}', 200],
    ['PUT /b-1/_settings {"index.blocks.read":true}', 200],
    ['POST /b-1/_search {}', 403, 'FORBIDDEN/7/index read (api)'],
    ['PUT /b-1/_settings {"index.blocks.metadata":true}', 200],
    ['GET /b-1/_mapping', 403, 'FORBIDDEN/9/index metadata (api)'],
  ],
  cluster: [
    ['GET /_cluster/health', 200, { status: 'green', number_of_nodes: 1 }],
    ['PUT /r', 200],
    ['GET /_cluster/health', 200, { status: 'yellow', unassigned_shards: 1 }],
    ['GET /_cluster/health?wait_for_status=green&timeout=1s', 408, { timed_out: true }],
    ['GET /_cluster/health/nope', 408, { status: 'red', timed_out: true }],
    [
      'PUT /_cluster/settings {"transient":{"search.max_buckets":1}}',
      200,
      { transient: { search: { max_buckets: '1' } } },
    ],
    ['PUT /_cluster/settings {"nope":{}}', 400, 'unknown field [nope]'],
    ['PUT /_cluster/settings {}', 400, 'no settings to update'],
    ['POST /_plugins/_ppl {"query":"source=r | kmeans"}', 400, 'unsupported command: kmeans'],
    ['POST /_plugins/_ppl {"query":"source=r | stats count()"}', 200, 'datarows'],
    ['POST /_plugins/_ppl/_explain {"query":"source=r | head 1"}', 200, 'root'],
    ['GET /_plugins/_ppl/stats', 200, 'ppl_request_total'],
    ['GET /_tasks?actions=*knn*', 200, { nodes: {} }],
    ['GET /_nodes/nope', 200, { _nodes: { total: 0, successful: 0, failed: 0 } }],
    ['GET /_nodes/stats/nope', 400, 'contains unrecognized metric: [nope]'],
    ['GET /_cat/indices?h=index,rep,health', 200, 'r 1 yellow'],
  ],
};

for (const [name, steps] of Object.entries(sessions)) {
  describe(name, { shuffle: false }, () => {
    let node: RockpoolNode;
    beforeAll(async () => {
      node = await openTestNode();
    });
    afterAll(() => node.close());

    for (const [line, status, holds] of steps) {
      it(`${line.slice(0, 90)} → ${status}`, async () => {
        const [, method, path, , body] = /^(\w+) (\S+)( (.*))?$/s.exec(line) as unknown as string[];
        const answer = await send(node.url, method, path, body);
        expect(answer.status, answer.text).toBe(status);
        if (typeof holds === 'string') expect(answer.text.replaceAll('\\"', '"')).toContain(holds);
        else if (holds) expect(JSON.parse(answer.text)).toMatchObject(holds);
      });
    }
  });
}

describe('every route', () => {
  it('answers a request with hostile names in a way of its own, never with a bug', async () => {
    const { restRoutes } = await import('../../../src/rest/index.ts');
    const node = await openTestNode({ log: silentLogger });
    const names = ['__proto__', '..%2f', '%00,-c', '%F0%9F%90%9A', '*'];
    const failures: string[] = [];
    for (const { method, path } of restRoutes) {
      // An answer without an end has a test of its own.
      if (path.endsWith('/stream')) continue;
      for (const name of names) {
        const target = path.replace(/\{\w+\}/g, name);
        const answer = await send(
          node.url,
          method,
          target,
          method === 'GET' || method === 'HEAD' ? undefined : '{}\n',
        );
        if (answer.text.includes('rockpool_bug'))
          failures.push(`${method} ${target} → ${answer.status} ${answer.text.slice(0, 200)}`);
      }
    }
    await node.close();
    expect(failures).toEqual([]);
  }, 60_000);
});
