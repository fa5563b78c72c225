import { describe, expect, it } from 'vitest';
import { ManualClock, SeededRandom } from '../../../../src/common/index.ts';
import { explainPipeline } from '../../../../src/sql/dialects/ppl/explain.ts';
import { PplDialect } from '../../../../src/sql/dialects/ppl/pplDialect.ts';
import { parsePipeline } from '../../../../src/sql/grammar/ppl/index.ts';
import { MemoryClient } from '../support/memoryClient.ts';

/** `_explain` of PPL: the original's operators, and the searches under them. */

interface Printed {
  readonly name: string;
  readonly description: Readonly<Record<string, unknown>>;
  readonly children: readonly Printed[];
}

async function explained(text: string): Promise<string> {
  const dialect = new PplDialect({
    client: new MemoryClient(),
    clock: new ManualClock(),
    random: new SeededRandom(7),
  });
  const limits = { sizeLimit: 200, resultLimit: 200 };
  const prepared = await dialect.prepare(parsePipeline(text).tree, limits);
  return shown((JSON.parse(explainPipeline(prepared)) as { root: Printed }).root, '');
}

/** An operator a line; of a search what differs from that for all documents. */
function shown({ name, description, children }: Printed, indent: string): string {
  const { request, ...others } = description;
  const told = Object.values(others).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
  const below = children.map((child) => `\n${shown(child, `${indent}  `)}`).join('');
  return `${indent}${[name, ...told, ...(request === undefined ? [] : [searchText(String(request))])].join(' ')}${below}`;
}

function searchText(request: string): string {
  return request
    .replace(/^OpenSearchQueryRequest\(indexName=(.*?), sourceBuilder=\{(.*)\}, searchDone=false\)$/, '$1 $2')
    .replace('"from":0,"size":200,', '')
    .replace('"timeout":"1m"', '')
    .replace(/^(\S+) ,/, '$1 ')
    .replace(',"sort":[{"_doc":{"order":"asc"}}]', ',by _doc')
    .replaceAll(',"adjust_pure_negative":true,"boost":1.0', '')
    .replaceAll(',"boost":1.0', '')
    .replaceAll(',"missing_bucket":true,"missing_order":"first","order":"asc"', ',asc')
    .trim();
}

const ALL = '"_source":{"includes":["name","opened","id","lead","budget"],"excludes":[]}';

const PLANS: readonly (readonly [text: string, ...lines: string[]])[] = [
  ['source=dept', 'ProjectOperator [name, opened, id, lead, budget]', `  OpenSearchIndexScan dept ${ALL}`],
  [
    'source=dept | sort name | head 3 from 2 | where id > 3 | fields id',
    'ProjectOperator [id]',
    '  OpenSearchIndexScan dept "from":2,"size":3,,"query":{"range":{"id":{"from":3,"to":null,"include_lower":false,"include_upper":true}}},"_source":{"includes":["id"],"excludes":[]},"sort":[{"name":{"order":"asc","missing":"_first"}}]',
  ],
  [
    'source=dept | where id = 1 | where not lead = "Lopez" or id in (1, 2, 3) | eval x = 1',
    'ProjectOperator [name, opened, id, lead, budget, x]',
    '  EvalOperator {"x":"1"}',
    '    OpenSearchIndexScan dept "query":{"bool":{"filter":[{"bool":{"should":[{"bool":{"must_not":[{"term":{"lead":{"value":"Lopez"}}}]}},{"bool":{"should":[{"term":{"id":{"value":1}}},{"bool":{"should":[{"term":{"id":{"value":2}}},{"term":{"id":{"value":3}}}]}}]}}]}},{"term":{"id":{"value":1}}}]}},by _doc',
  ],
  [
    'source=dept | where id = 1 or id = 2 | head 5 | where budget < 2.0 | fields - id',
    'ProjectOperator [name, opened, lead, budget]',
    '  RemoveOperator [id]',
    '    OpenSearchIndexScan dept "from":0,"size":5,,"query":{"bool":{"filter":[{"range":{"budget":{"from":null,"to":2.0,"include_lower":true,"include_upper":false}}}],"should":[{"term":{"id":{"value":1}}},{"term":{"id":{"value":2}}}]}},by _doc',
  ],
  [
    'source=dept | where id + 1 = 2 and 3 < id | fields lead, id | head 2',
    'ProjectOperator [lead, id]',
    '  LimitOperator 2 0',
    '    ProjectOperator [lead, id]',
    '      OpenSearchIndexScan dept "query":{"bool":{"filter":[{"script":{"script":{"source":"=(+(id, 1), 2)","lang":"opensearch_query_expression"}}},{"script":{"script":{"source":"<(3, id)","lang":"opensearch_query_expression"}}}]}},"_source":{"includes":["id","lead"],"excludes":[]},by _doc',
  ],
  [
    'source=dept | rename id as i, name as n | sort - i, n | dedup 2 i keepempty=true | rare n by i',
    'ProjectOperator [i, n]',
    '  RareTopNOperator RARE 10 [n] [i]',
    '    DedupeOperator [i] 2 true false',
    '      SortOperator {"i":{"sortOrder":"DESC","nullOrder":"NULL_LAST"},"n":{"sortOrder":"ASC","nullOrder":"NULL_FIRST"}}',
    '        RenameOperator {"name":"n","id":"i"}',
    '          OpenSearchIndexScan dept',
  ],
  [
    'source=dept | eval e5 = pow(id, 2), e4 = ceiling(2.0) | where id in (1, 2, 3) or id = 4 or id = 5 | where opened > "2020-01-01"',
    'ProjectOperator [name, opened, id, lead, budget, e5, e4]',
    '  FilterOperator and(>(opened, cast_to_timestamp("2020-01-01")), or(or(or(=(id, 1), or(=(id, 2), =(id, 3))), =(id, 4)), =(id, 5)))',
    '    EvalOperator {"e5":"pow(id, 2)","e4":"ceiling(2.0)"}',
    '      OpenSearchIndexScan dept',
  ],
  [
    'source=dept | eval e = concat(name, "x") | where match_phrase(lead, "a", slop=2) or isnull(lead) | fields e',
    'ProjectOperator [e]',
    '  FilterOperator or(match_phrase(field=lead, query="a", slop="2"), is null(lead))',
    '    EvalOperator {"e":"FunctionExpression(functionName=concat, arguments=[name, \\"x\\"])"}',
    '      OpenSearchIndexScan dept',
  ],
  [
    'source=dept | where opened <= timestamp("1970-01-01 00:00:01") | stats count() as c, dc(id), var_pop(id), sum(id + 1) by lead, opened | sort - opened',
    'ProjectOperator [c, dc(id), var_pop(id), sum(id + 1), lead, opened]',
    '  OpenSearchIndexScan dept "from":0,"size":0,,"query":{"script":{"script":{"source":"<=(opened, timestamp(cast_to_timestamp(\\"1970-01-01 00:00:01\\")))","lang":"opensearch_query_expression"}}},by _doc,"aggregations":{"composite_buckets":{"composite":{"size":1000,"sources":[{"opened":{"terms":{"field":"opened","missing_bucket":true,"value_type":"long","missing_order":"last","order":"desc"}}},{"lead":{"terms":{"field":"lead",asc}}}]},"aggregations":{"c":{"value_count":{"field":"_index"}},"dc(id)":{"cardinality":{"field":"id"}},"var_pop(id)":{"extended_stats":{"field":"id","sigma":2.0}},"sum(id + 1)":{"sum":{"script":{"source":"+(id, 1)","lang":"opensearch_query_expression"}}}}}}',
  ],
  [
    'source=dept | head 3 | stats count() by lead | where lead = "x"',
    'ProjectOperator [count(), lead]',
    '  FilterOperator =(lead, "x")',
    '    AggregationOperator [count()] [lead]',
    '      OpenSearchIndexScan dept "from":0,"size":3,',
  ],
  [
    "source=dept | where simple_query_string(['lead' ^ 2], 'a b') | stats max(id)",
    'ProjectOperator [max(id)]',
    '  OpenSearchIndexScan dept "from":0,"size":0,,"query":{"simple_query_string":{"query":"a b","fields":["lead^2.0"],"flags":-1,"default_operator":"or","analyze_wildcard":false,"auto_generate_synonyms_phrase_query":true,"fuzzy_prefix_length":0,"fuzzy_max_expansions":50,"fuzzy_transpositions":true}},by _doc,"aggregations":{"max(id)":{"max":{"field":"id"}}}',
  ],
  [
    'source=dept | head 20000 from 1 | eval x = 1',
    'ProjectOperator [name, opened, id, lead, budget, x]',
    '  EvalOperator {"x":"1"}',
    '    OpenSearchIndexScan OpenSearchScrollRequest(indexName=dept, scrollId=null, sourceBuilder={"from":1,"size":9999,})',
  ],
  [
    "source=dept | parse name '(?<a>.).*' | patterns lead | eval q = a, p = patterns_field | dedup a | fields a",
    'ProjectOperator [a]',
    '  DedupeOperator [RegexExpression(regexPattern=(?<a>.).*)] 1 false false',
    '    EvalOperator {"p":"PatternsExpression(useCustomPattern=false, pattern=null)","q":"RegexExpression(regexPattern=(?<a>.).*)"}',
    '      OpenSearchIndexScan dept',
  ],
  [
    "source=dept | parse name '(?<a>.).*' | fields a, id | head 1",
    'ProjectOperator [a, id]',
    '  LimitOperator 1 0',
    '    ProjectOperator [a, id]',
    '      OpenSearchIndexScan dept "_source":{"includes":["id"],"excludes":[]}',
  ],
  [
    'source=dept | stats take(name, 2), avg(id) by span(opened, 2 hour) as m, lead',
    'ProjectOperator [take(name, 2), avg(id), m, lead]',
    '  OpenSearchIndexScan dept "from":0,"size":0,,"aggregations":{"composite_buckets":{"composite":{"size":1000,"sources":[{"m":{"date_histogram":{"field":"opened",asc,"fixed_interval":"2h"}}},{"lead":{"terms":{"field":"lead",asc}}}]},"aggregations":{"take(name, 2)":{"top_hits":{"from":0,"size":2,"version":false,"seq_no_primary_term":false,"explain":false,"_source":{"includes":["name"],"excludes":[]}}},"avg(id)":{"avg":{"field":"id"}}}}}',
  ],
  [
    'source=dept | stats count() by span(id, 2)',
    'ProjectOperator [count(), span(id,2)]',
    '  OpenSearchIndexScan dept "from":0,"size":0,,"aggregations":{"composite_buckets":{"composite":{"size":1000,"sources":[{"span(id,2)":{"histogram":{"field":"id",asc,"interval":2.0}}}]},"aggregations":{"count()":{"value_count":{"field":"_index"}}}}}',
  ],
  [
    "source=staff | where firstname = 'Ada' | where firstname > 'A' | eval t = typeof(firstname) | fields t",
    'ProjectOperator [t]',
    '  EvalOperator {"t":"FunctionExpression(functionName=typeof, arguments=[firstname])"}',
    '    OpenSearchIndexScan staff "query":{"bool":{"filter":[{"range":{"firstname":{"from":"A","to":null,"include_lower":false,"include_upper":true}}},{"term":{"firstname.keyword":{"value":"Ada"}}}]}},by _doc',
  ],
  [
    'describe dept | where TYPE_NAME = "keyword" | fields COLUMN_NAME',
    'ProjectOperator [COLUMN_NAME]',
    '  FilterOperator =(TYPE_NAME, "keyword")',
    "    OpenSearchSystemIndexScan OpenSearchDescribeIndexRequest{indexName='dept'}",
  ],
  [
    'show datasources',
    'ProjectOperator [DATASOURCE_NAME, CONNECTOR_TYPE]',
    '  DataSourceTableScan GetDataSourcesInfoRequest{}',
  ],
];

describe('_explain of PPL', () => {
  it.each(PLANS)('%s', async (text, ...lines) => {
    expect(await explained(text)).toBe(lines.join('\n'));
  });

  it('refuses a search that cannot be: a cast that a search needs at once', async () => {
    await expect(explained('source=dept | where opened > "soon"')).rejects.toThrow(
      'timestamp:soon in unsupported format',
    );
  });
});
