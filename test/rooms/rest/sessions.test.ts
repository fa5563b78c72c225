import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { openTestNode, send } from '../../support/node.ts';

/** `METHOD path body | status | what the answer holds`: each session has a node of its own. */
const sessions: Readonly<Record<string, string>> = {
  administration: `
POST /_tasks/nope:1/_cancel | 200 | "caused_by":{"type":"no_such_node_exception","reason":"No such node [nope]"
POST /_tasks/nope:x/_cancel | 400 | malformed task id nope:x
POST /_tasks/nope/_cancel | 400 | malformed task id nope
PUT /_snapshot/r {} | 400 | Validation Failed: 1: type is missing;
PUT /_cluster/settings {"transient":{"path.home":"x"}} | 400 | transient setting [path.home], not dynamically updateable
PUT /_cluster/settings {"transient":{"path.nope":"x"}} | 400 | transient setting [path.nope], not recognized
GET /_cluster/health?wait_for_status=nope | 400 | No enum constant org.opensearch.cluster.health.ClusterHealthStatus.NOPE
GET /_resolve/index/nope | 200 | {"indices":[],"aliases":[],"data_streams":[]}
PUT /shut | 200 |
GET /shut/_search?expand_wildcards=none | 200 | "max_score":null
GET /sh*/_search?expand_wildcards=closed | 200 | "max_score":0.0`,
  'index templates': `
PUT /_index_template/t {"index_patterns":["x*"],"nope":1} | 400 | [1:26] [index_template] unknown field [nope]
PUT /_index_template/t {"index_patterns":5} | 400 | [1:19] [index_template] index_patterns doesn't support values of type
PUT /_index_template/t {"index_patterns":[]} | 400 | There must be at least one pattern, zero given
PUT /_index_template/t {"index_patterns":["x*"],"priority":-1} | 400 | 1: index template priority must be >= 0;
PUT /_index_template/t {"index_patterns":["x*"],"priority":"x"} | 400 | failed to parse field [priority]
PUT /_index_template/t {"index_patterns":["x*"],"_meta":"x"} | 400 | _meta doesn't support values of type: VALUE_STRING
PUT /_index_template/t {"index_patterns":["x*"],"template":{"nope":1}} | 400 | failed to parse field [template]
PUT /_component_template/t {} | 400 | Required [template]
PUT /_component_template/t {"template":5} | 400 | [1:13] [component_template] template doesn't support values
DELETE /_component_template/t | 404 | index_template [t] missing
PUT /_template/t {"index_patterns":["x*"],"order":"x"} | 400 | "number_format_exception","reason":"For input string: "x"
PUT /_template/t {"index_patterns":["x*"],"order":1.5} | 400 | 1.5 is not an integer value
PUT /_template/t {"index_patterns":["x*"],"version":"x"} | 400 | Malformed [version] value, should be an integer
PUT /_template/t {"index_patterns":5} | 400 | Malformed [template] value
PUT /_template/t {"index_patterns":["x*"],"settings":5} | 400 | Malformed [settings] section
PUT /_template/t {"index_patterns":["x*"],"aliases":{"a":5}} | 400 | No alias is specified`,
  'search templates': `
PUT /s | 200 |
POST /_render/template {"source":"abc {{x}}","params":{"x":1}} | 200 | {"template_output":abc 1}
POST /_render/template {"source":"{\\"a\\": {{#toJson}}x{{/toJson}} }","params":{"x":{"q":1.0}}} | 200 | {"a": {"q":1.0} }
POST /_render/template?pretty {"source":"abc"} | 400 | Unrecognized token 'abc'
POST /_render/template {"source":""} | 400 | Validation Failed: 1: template is missing;
POST /_render/template {"source":"{{#a}}"} | 400 | Failed to close 'a' tag @[query-template:1]
POST /_render/template {"source":"{{a"} | 400 | Improperly closed variable @[query-template:1]
POST /_render/template {"source":"{{/a}}"} | 400 | Mismatched start/end tags: null != a in query-template:1 @[query-template:1]
POST /_render/template {"source":"{{>p}}"} | 400 | "mustache_not_found_exception","reason":"Template p not found"
POST /_render/template | 400 | request body or source parameter is required
POST /s/_search/template {"source":"{\\"size\\":}"} | 400 | expected a value\\n at [Source: (String)"{
POST /s/_search/template {"source":"{\\"size\\":0,\\"nope\\":1}"} | 400 | Unknown key for a VALUE_NUMBER in [nope].","line":1,"col":18
POST /s/_search/template {"source":"{}","nope":1} | 400 | [1:16] [search_template] unknown field [nope]
POST /s/_search/template {"source":5} | 400 | [1:11] [search_template] source doesn't support values of type`,
  'multi-search': `
PUT /ms | 200 |
POST /ms/_msearch | 400 | request body or source parameter is required
POST /ms/_msearch {}\\n | 400 | Validation Failed: 1: no requests added;
POST /ms/_msearch {}\\n{} | 400 | The msearch request must be terminated by a newline [
POST /ms/_msearch {}\\n\\n | 400 | Expected [START_OBJECT] but found [null]
POST /ms/_msearch {"nope":1}\\n{}\\n | 400 | key [nope] is not supported in the metadata section
POST /ms/_msearch {}\\n{}\\n{}\\n{"query":{"nope":{}}}\\n | 400 | "unknown query [nope]","line":1,"col":18
POST /ms/_msearch {"index":"nope"}\\n{}\\n{}\\n{}\\n | 200 | "status":404},{"took"
POST /_msearch {"index":"m*","expand_wildcards":"closed"}\\n{}\\n | 200 | "max_score":0.0
POST /_msearch {"expand_wildcards":"nope"}\\n{}\\n | 400 | No valid expand wildcard value [nope]
POST /_msearch?max_concurrent_searches=0 {}\\n{}\\n | 400 | maxConcurrentSearchRequests must be positive
POST /ms/_msearch/template {}\\n{"source":"{{#a}}"}\\n | 200 | "reason":"Failed to close`,
  'contexts of searches': `
PUT /c {"settings":{"number_of_shards":1},"mappings":{"properties":{"t":{"type":"text"}}}} | 200 |
POST /c/_search?scroll=1m {"slice":{"id":2,"max":2}} | 400 | [1:24] [slice] failed to parse field [max]
POST /c/_search?scroll=1m {"slice":{"max":2,"id":2}} | 400 | [1:24] [slice] failed to parse field [id]
POST /c/_search?scroll=1m {"slice":{"max":1,"id":0}} | 400 | max must be greater than 1
POST /c/_search?scroll=1m {"slice":{"max":2,"id":0,"nope":1}} | 400 | [slice] unknown field [nope]
POST /c/_search?scroll=1m {"slice":{"max":2,"id":0,"field":"t"}} | 400 | cannot load numeric doc values on t
POST /c/_search?scroll=1m {"slice":{"max":2,"id":0,"field":"u"}} | 400 | field u not found
POST /c/_search?scroll=1m {"slice":{"max":2,"id":0,"field":"_uid"}} | 400 | Computing slices on the [_uid] field is illegal
POST /_search/scroll {"scroll_id":""} | 400 | "caused_by":{"type":"e_o_f_exception","reason":null}
POST /_search/scroll {"scroll_id":"x"} | 400 | Input byte[] should at least have 2 bytes for base64 bytes
POST /_search/scroll {"scroll_id":"abc"} | 400 | attempting to read 105 bytes but only 1 bytes are available
POST /_search/scroll {"scroll_id":"a!"} | 400 | Illegal base64 character 21
POST /_search/scroll {"scroll_id":"ab="} | 400 | Input byte array has wrong 4-byte ending unit
POST /_search/scroll {"scroll_id":"abcde"} | 400 | Last unit does not have enough valid bits
POST /_search {"pit":{"id":"garbage"}} | 400 | tried to read: 7 bytes but only 0 remaining
POST /_search {"pit":{"id":"WyJwaXQiLCJ4Iiw3LFtbImMiLDAsIm4iXV1d"}} | 404 | [{"shard":0,"index":"c","node":"n","reason":{"type":"search_context_missing_exception"
GET /_search/point_in_time/_all | 200 | {"pits":[]}
PUT /c/_doc/1?refresh {"n":1} | 201 |
POST /c/_search/point_in_time?keep_alive=1m | 200 | "pit_id"
GET /_search/point_in_time/_all | 200 | "keep_alive":60000}]
GET /_cat/pit_segments/_all?h=index,shard,prirep,docs.count | 200 | c 0 p 1
GET /_cat/pit_segments?format=json | 400 | no pit ids specified
DELETE /_search/point_in_time {"nope":1} | 400 | the wrong type[VALUE_NUMBER]
GET /nope/_search_shards?filter_path=indices | 200 | {"indices":{}}
GET /c/_search?preference=_primary | 400 | no Preference for [_primary]
GET /c/_search?preference=_rockpool:primary | 200 | "successful":1
GET /c/_search?sort=t:up | 200 | "max_score":1.0
GET /c/_stats?level=nope | 400 | must be one of [cluster] or [indices] or [shards] but was [nope]"},"status":400
GET /_nodes/stats/indices?level=nope | 400 | "suppressed":[{"type":"illegal_state_exception","reason":"Failed to close the XContentBuilder"
GET /c/_field_caps | 400 | specified fields can't be null or empty
POST /c/_field_caps?fields=t {"index_filter":{"nope":{}}} | 400 | "unknown query [nope]","line":1,"col":25
POST /c/_field_caps?fields=t {"nope":{}} | 400 | request does not support [nope]","line":1,"col":2
POST /c/_mget {"docs":[{"_id":"1","nope":1}]} | 400 | "parse_exception","reason":"failed to parse multi get request. unknown field [nope]"
PUT /routed {"mappings":{"_routing":{"required":true}}} | 200 |
POST /routed/_explain/1 {"query":{"match_all":{}}} | 400 | routing is required for [routed]/[1]`,
  'term vectors': `
PUT /v {"mappings":{"properties":{"y":{"type":"text","term_vector":"yes"},"p":{"type":"text","term_vector":"with_positions"},"n":{"type":"text"}}}} | 200 |
PUT /v/_doc/1?refresh {"y":"fox","p":"fox","n":"fox"} | 201 |
GET /v/_termvectors/1?fields=y&field_statistics=false | 200 | {"fox":{"term_freq":1}}
GET /v/_termvectors/1?fields=p&field_statistics=false | 200 | "tokens":[{"position":0}]
GET /v/_termvectors/1?fields=n&field_statistics=false | 200 | "tokens":[{"position":0,"start_offset":0,"end_offset":3}]
POST /v/_termvectors {"doc":{"y":"fox"}} | 200 | "tokens":[{"position":0,"start_offset":0,"end_offset":3}]
POST /_mtermvectors {"docs":[{"_index":"nope","_id":"1"}]} | 200 | "reason":"no such index [nope]","index":"nope","index_uuid":"_na_"}`,
  'what the original refuses of similarities, addresses and conversions': `
PUT /s {"settings":{"similarity":{"x":{"type":"LMJelinekMercer","k1":2,"b":0}}}} | 400 | Unknown settings for similarity of type [LMJelinekMercer]: [b, k1]
PUT /s {"settings":{"similarity":{"x":{"type":"LMJelinekMercer","lambda":0.2}}},"mappings":{"properties":{"r":{"type":"ip_range"}}}} | 200 |
POST /s/_search {"query":{"term":{"r":"10.0.0.0/8"}}} | 400 | '10.0.0.0/8' is not an IP string literal.
POST /_ingest/pipeline/_simulate {"pipeline":{"processors":[{"convert":{"field":"a","type":"float"}}]},"docs":[{"_source":{"a":"x"}}]} | 200 | "caused_by":{"type":"number_format_exception","reason":"For input string:
POST /_ingest/pipeline/_simulate {"pipeline":{"processors":[{"json":{"field":"a"}}]},"docs":[{"_source":{"a":"no way"}}]} | 200 | "reason":"com.fasterxml.jackson.core.JsonParseException: Unrecognized token 'no'`,
  'what is wrong with a body that is validated': `
PUT /i | 200 |
POST /_validate/query?explain=true {"query":{"nope":{}}} | 200 | "ParsingException[unknown query [nope]]; nested: NamedObjectNotFoundException[[1:18] unknown field [nope]];; org.opensearch.core.xcontent.NamedObjectNotFoundException: [1:18] unknown field [nope]"
POST /_validate/query?explain=true {"query":{"bool":{"must":{"nope":{}}}}} | 200 | "ParsingException[Failed to parse]; nested: XContentParseException[[1:34] [bool] failed to parse field [must]]; nested: ParsingException[unknown query [nope]]; nested: NamedObjectNotFoundException[[1:34] unknown field [nope]];; org.opensearch.core.xcontent.XContentParseException: [1:34] [bool] failed to parse field [must]"
POST /_validate/query?explain=true {"query":{"term":{"a":{"nope":1}}}} | 200 | "org.opensearch.common.ParsingException: [term] query does not support [nope]"`,
  'what is wrong with a query on a shard': `
PUT /vq {"mappings":{"properties":{"n":{"type":"integer"},"d":{"type":"date","format":"yyyy-MM-dd"},"v":{"type":"knn_vector","dimension":2}}}} | 200 |
POST /vq/_validate/query?explain=true {"query":{"bool":{"filter":{"range":{"n":{"gte":"x"}}}}}} | 200 | QueryShardException[failed to create query: For input string: "x"]; nested: NumberFormatException[For input string: "x"];; java.lang.NumberFormatException: For input string: "x""
POST /vq/_validate/query?explain=true {"query":{"range":{"d":{"gte":"x"}}}} | 200 | QueryShardException[failed to create query: failed to parse date field [x] with format [yyyy-MM-dd]: [failed to parse date field [x] with format [yyyy-MM-dd]]]; nested: OpenSearchParseException[failed to parse date field [x] with format [yyyy-MM-dd]: [failed to parse date field [x] with format [yyyy-MM-dd]]]; nested: IllegalArgumentException[failed to parse date field [x] with format [yyyy-MM-dd]]; nested: DateTimeParseException[Text 'x' could not be parsed at index 0];; OpenSearchParseException[failed
POST /vq/_validate/query?explain=true {"query":{"knn":{"v":{"vector":[1],"k":2}}}} | 200 | QueryShardException[failed to create query: Query vector has invalid dimension: 1. Dimension should be: 2]; nested: IllegalArgumentException[Query vector has
POST /vq/_validate/query?explain=true {"query":{"query_string":{"query":"a AND ("}}} | 200 | QueryShardException[Failed to parse query [a AND (]]; nested: ParseException[Cannot parse 'a AND (': Encountered
POST /vq/_validate/query?explain=true {"query":{"has_child":{"type":"x","query":{"match_all":{}}}}} | 200 | "error":"org.opensearch.index.query.QueryShardException: [has_child] no join field has been configured"`,
  'more like this': `
PUT /m {"mappings":{"properties":{"t":{"type":"text"},"a":{"properties":{"keyword":{"type":"text"}}},"n":{"type":"long"},"k":{"type":"keyword"}}}} | 200 |
PUT /m/_doc/1?refresh {"t":"red fox red","a":{"keyword":"blue whale blue"},"k":"x"} | 201 |
PUT /m/_doc/2?refresh {"t":"red fox den","a":{"keyword":"blue sea"},"k":"x"} | 201 |
PUT /m/_doc/3?refresh {"t":"red fox red","a":{"keyword":"green whale"},"k":"y"} | 201 |
POST /m/_search {"query":{"mlt":{"fields":["a.keyword"],"like":[{"_id":"1"}],"min_term_freq":1,"min_doc_freq":1}}} | 200 | "max_score":0.49917626
POST /m/_search {"query":{"mlt":{"fields":["t"],"like":[{"_id":"1","fields":["a.keyword"]}],"min_term_freq":1,"min_doc_freq":1}}} | 200 | "max_score":0.49917626
POST /m/_search {"query":{"mlt":{"fields":["t","k"],"like":"red fox x","min_term_freq":1,"min_doc_freq":1,"boost_terms":2,"boost":3}}} | 200 | "max_score":5.534114
POST /m/_search {"query":{"mlt":{"fields":["t"],"like":[{"_index":"nope","_id":"1"}]}}} | 200 | "max_score":null
POST /m/_search {"query":{"mlt":{"fields":["n"],"like":"1"}}} | 400 | failed to create query: more_like_this only supports text/keyword fields: [n]
POST /m/_search {"query":{"mlt":{"fields":["n"],"like":"1","fail_on_unsupported_field":false}}} | 200 | "max_score":null
POST /m/_search {"query":{"mlt":{"like":"red"}}} | 400 | query cannot infer the field to analyze the free text
POST /m/_search {"query":{"mlt":{"fields":[],"like":"red"}}} | 400 | more_like_this requires 'fields' to be non-empty
POST /m/_search {"query":{"mlt":{"fields":["t"],"like":[]}}} | 400 | more_like_this requires 'like' to be specified
POST /m/_search {"query":{"mlt":{"fields":["t"],"like":"red","max_query_terms":0}}} | 400 | requires 'maxQueryTerms' to be greater than 0
POST /m/_search {"query":{"mlt":{"fields":["t"],"like":[{"_id":"1","nope":1}]}}} | 400 | failed to parse More Like This item. unknown field [nope]`,
};

for (const [name, lines] of Object.entries(sessions)) {
  describe(name, { shuffle: false }, () => {
    let node: RockpoolNode;
    beforeAll(async () => {
      node = await openTestNode();
    });
    afterAll(() => node.close());

    for (const line of lines.trim().split('\n')) {
      const [request, status, holds = ''] = line.split(/ \| ?/);
      it(`${request.slice(0, 90)} → ${status}`, async () => {
        const [, method, path, , body] = /^(\w+) (\S+)( (.*))?$/s.exec(request) as unknown as string[];
        const answer = await send(node.url, method, path, body?.replaceAll('\\n', '\n'));
        expect(answer.status, answer.text).toBe(Number(status));
        expect(answer.text.replaceAll('\\"', '"')).toContain(holds);
      });
    }
  });
}
