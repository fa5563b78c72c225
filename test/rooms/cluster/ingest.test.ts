import { describe, expect, it } from 'vitest';
import { IngestService, simulate, simulateVerbose } from '../../../src/cluster/index.ts';
import {
  type JsonObject,
  ManualClock,
  parseJson,
  parseJsonExact,
  SeededRandom,
  stringifyJson,
} from '../../../src/common/index.ts';

const stored: JsonObject = { inner: { processors: [{ set: { field: 'inner', value: true } }] } };
const service = new IngestService({
  clock: new ManualClock(Date.UTC(2026, 2, 1)),
  random: new SeededRandom(1),
  pipelines: () => new Map(Object.entries(stored) as [string, JsonObject][]),
  storedScript: () => null,
  indexPipelines: () => ({ defaultPipeline: null, finalPipeline: null }),
});

function result(processors: string, source: string): string {
  const pipeline = service.parse('p', { processors: parseJson(`[${processors}]`) });
  const document = service.document(parseJsonExact(source) as JsonObject, { _index: 'i', _id: '1' });
  const answer = simulate(pipeline, document) as {
    doc?: { _source: unknown };
    error?: { reason: string };
  } | null;
  return answer === null ? 'dropped' : (answer.error?.reason ?? stringifyJson(answer.doc?._source));
}

/** processors · document · what becomes of it. */
const table = String.raw`
{"set":{"field":"a.b","value":"{{x}}!"}} | {"x":1.0} | {"x":1.0,"a":{"b":"1.0!"}}
{"set":{"field":"x","value":2,"override":false}} | {"x":1} | {"x":1}
{"append":{"field":"x","value":["a","b"]}} | {"x":"a"} | {"x":["a","a","b"]}
{"append":{"field":"x","value":["a","b"],"allow_duplicates":false}} | {"x":"a"} | {"x":["a","b"]}
{"remove":{"field":["a","b.c"]}} | {"a":1,"b":{"c":2,"d":3}} | {"b":{"d":3}}
{"remove":{"field":"z"}} | {} | field [z] not present as part of path [z]
{"rename":{"field":"a","target_field":"b"}} | {"a":1,"b":2} | field [b] already exists
{"lowercase":{"field":"a"}} | {"a":["X","Y"]} | {"a":["x","y"]}
{"uppercase":{"field":"a"}} | {"a":7} | field [a] of type [java.lang.Integer] cannot be cast to [java.lang.String]
{"trim":{"field":"a"}} | {} | field [a] not present as part of path [a]
{"trim":{"field":"a","ignore_missing":true}} | {} | {}
{"bytes":{"field":"a"}} | {"a":"2kb"} | {"a":2048}
{"html_strip":{"field":"a"}} | {"a":"<b>x</b> &amp; y"} | {"a":"x & y"}
{"urldecode":{"field":"a"}} | {"a":"x%20y+z"} | {"a":"x y z"}
{"gsub":{"field":"a","pattern":"(\\d)-","replacement":"$1+"}} | {"a":"1-2-x"} | {"a":"1+2+x"}
{"gsub":{"field":"a","pattern":"(x+x+)+y","replacement":""}} | {"a":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"} | the regular expression takes too many steps on this text
{"convert":{"field":"a","type":"integer"}} | {"a":["1","0x1F"]} | {"a":[1,31]}
{"convert":{"field":"a","type":"integer"}} | {"a":"1.5"} | unable to convert [1.5] to integer
{"convert":{"field":"a","type":"boolean"}} | {"a":"TRUE"} | {"a":true}
{"convert":{"field":"a","type":"auto"}} | {"a":"2.0"} | {"a":2.0}
{"split":{"field":"a","separator":","}} | {"a":"1,2,,"} | {"a":["1","2"]}
{"split":{"field":"a","separator":",","preserve_trailing":true}} | {"a":"1,2,,"} | {"a":["1","2","",""]}
{"join":{"field":"a","separator":"-"}} | {"a":[1,"b",2.0]} | {"a":"1-b-2.0"}
{"sort":{"field":"a","order":"desc"}} | {"a":[1,3,2]} | {"a":[3,2,1]}
{"foreach":{"field":"a","processor":{"set":{"field":"_ingest._value.n","value":1}}}} | {"a":[{},{"m":2}]} | {"a":[{"n":1},{"m":2,"n":1}]}
{"json":{"field":"a","add_to_root":true}} | {"a":"{\"b\":1}"} | {"a":"{\"b\":1}","b":1}
{"json":{"field":"a"}} | {"a":"12 x"} | {"a":12}
{"json":{"field":"a"}} | {"a":""} | {"a":null}
{"kv":{"field":"a","field_split":"&","value_split":"=","target_field":"q"}} | {"a":"x=1&y=2&x=3"} | {"a":"x=1&y=2&x=3","q":{"x":["1","3"],"y":"2"}}
{"csv":{"field":"a","target_fields":["x","y"],"quote":"'"}} | {"a":"1,'a,''b'"} | {"a":"1,'a,''b'","x":"1","y":"a,'b"}
{"dissect":{"field":"a","pattern":"%{x} %{+x/2} %{+x/1}"}} | {"a":"1 3 2"} | {"a":"1 3 2","x":"123"}
{"dissect":{"field":"a","pattern":"%{x},%{y}"}} | {"a":"1 2"} | Unable to find match for dissect pattern: %{x},%{y} against source: 1 2
{"grok":{"field":"a","patterns":["%{WORD:w} %{NUMBER:n:int}"]}} | {"a":"size 42"} | {"a":"size 42","w":"size","n":42}
{"grok":{"field":"a","patterns":["%{MINE:w}"],"pattern_definitions":{"MINE":"x+"}}} | {"a":"-xx-"} | {"a":"-xx-","w":"xx"}
{"grok":{"field":"a","patterns":["%{IP:ip}"]}} | {"a":"none"} | Provided Grok expressions do not match field value: [none]
{"date":{"field":"a","formats":["yyyy","UNIX"]}} | {"a":"1600000000"} | {"a":"1600000000","@timestamp":"2020-09-13T12:26:40.000Z"}
{"date":{"field":"a","formats":["ISO8601"],"target_field":"d","output_format":"yyyy"}} | {"a":"2020-01-02"} | {"a":"2020-01-02","d":"2020"}
{"dot_expander":{"field":"a.b"}} | {"a.b":1} | {"a":{"b":1}}
{"script":{"source":"ctx.n = ctx.a.length() + params.p","params":{"p":1}}} | {"a":"xy"} | {"a":"xy","n":3}
{"drop":{"if":"ctx.a > 1"}} | {"a":2} | dropped
{"drop":{"if":"ctx.a > 1"}} | {"a":1} | {"a":1}
{"pipeline":{"name":"inner"}} | {} | {"inner":true}
{"pipeline":{"name":"none"}} | {} | Pipeline processor configured for non-existent pipeline [none]
{"fail":{"message":"no {{a}}"}} | {"a":1} | no 1
{"fail":{"message":"no","ignore_failure":true}} | {"a":1} | {"a":1}
{"fail":{"message":"no","on_failure":[{"set":{"field":"e","value":"{{_ingest.on_failure_message}}"}}]}} | {} | {"e":"no"}
`;

const rows = table
  .trim()
  .split('\n')
  .map((row) => row.split(' | '));

describe('processors', () => {
  it.each(rows)('%s on %s', (processors, source, expected) => {
    expect(result(processors, source)).toBe(expected);
  });
});

describe('pipelines that are refused', () => {
  it.each([
    ['{"set":{"field":"a"}}', '[value] required property is missing'],
    ['{"nonsense":{}}', 'No processor type exists with name [nonsense]'],
    [
      '{"drop":{"x":1}}',
      "processor [drop] doesn't support one or more provided configuration parameters [x]",
    ],
    ['{"gsub":{"field":"a","pattern":"(","replacement":""}}', 'Invalid regex pattern'],
    ['{"geoip":{"field":"a"}}', 'the ingest processor [geoip] is not emulated'],
    ['{"convert":{"field":"a","type":"x"}}', '[type] type [x] not supported, cannot convert field.'],
  ])('%s', (processor, reason) => {
    expect(() => service.parse('p', { processors: [parseJson(processor)] })).toThrow(reason);
  });
});

describe('verbose simulation', () => {
  it('shows each processor with its outcome', () => {
    const processors = parseJson(
      '[{"set":{"field":"a","value":1,"if":"false"}},{"drop":{"tag":"t"}},{"set":{"field":"b","value":1}}]',
    );
    const shown = simulateVerbose(service, service.parse('p', { processors }), service.document({}, {}));
    expect(shown).toEqual({
      processor_results: [
        { processor_type: 'set', status: 'skipped', if: { condition: 'false', result: false } },
        { processor_type: 'drop', status: 'dropped', tag: 't' },
      ],
    });
  });
});
