import type { IndexResolver, IndicesOptions } from '../cluster/index.ts';
import {
  type Clock,
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  type Random,
} from '../common/index.ts';
import { indexInMemory, parseQuery, type QueryShardContext } from '../query/index.ts';
import { asText, compileScript, DocLookup, Double, type ScriptInput, toJson } from '../script/index.ts';

const CONTEXTS = ['painless_test', 'filter', 'score'];

export interface ExecuteOptions {
  readonly resolver: IndexResolver;
  readonly clock: Clock;
  readonly random: Random;
}

const STRICT: IndicesOptions = {
  ignoreUnavailable: false,
  allowNoIndices: false,
  expandWildcards: ['none'],
  forbidClosed: true,
  resourceType: 'index_expression',
};

/**
 * `_scripts/painless/_execute`: runs a script by itself, or on one document as if it were indexed. Throws script
 * errors, and the original's for a request that lacks something.
 */
export async function executePainless(body: JsonObject, options: ExecuteOptions): Promise<JsonValue> {
  for (const key of Object.keys(body)) {
    if (!['script', 'context', 'context_setup'].includes(key)) {
      throw new OpenSearchError(
        'x_content_parse_exception',
        `[painless_execute_request] unknown field [${key}]`,
      );
    }
  }
  if (body.script === undefined) throw illegalArgument('Required [script]');
  const context = body.context === undefined ? 'painless_test' : String(body.context);
  if (!CONTEXTS.includes(context)) throw illegalArgument(`unsupported script context name [${context}]`);
  const nowMs = options.clock.nowMs();
  const input = { now: () => nowMs, random: () => options.random.next() };
  if (context === 'painless_test') {
    return asText(compileScript(body.script, 'painless_test').bind(input)());
  }
  return onDocument(body.script, context as 'filter' | 'score', requiredSetup(body), { ...options, input });
}

interface Setup {
  readonly index: string;
  readonly document: JsonObject;
  readonly query: JsonValue | undefined;
}

function requiredSetup({ context_setup: setup }: JsonObject): Setup {
  const given = isJsonObject(setup) ? setup : {};
  const missing = [
    ...(given.index === undefined ? ['index is a required parameter for current context'] : []),
    ...(isJsonObject(given.document) ? [] : ['document is a required parameter for current context']),
  ];
  if (missing.length > 0) {
    const problems = missing.map((problem, i) => `${i + 1}: ${problem};`).join('');
    throw new OpenSearchError('action_request_validation_exception', `Validation Failed: ${problems}`);
  }
  return { index: String(given.index), document: given.document as JsonObject, query: given.query };
}

async function onDocument(
  script: JsonValue,
  kind: 'filter' | 'score',
  { index: name, document, query }: Setup,
  { resolver, input }: ExecuteOptions & { readonly input: ScriptInput },
): Promise<JsonValue> {
  const [{ index }] = resolver.resolve(name, STRICT);
  const base: QueryShardContext = {
    indexName: index.name,
    indexUuid: index.uuid,
    shardId: 0,
    mapper: index.mapper,
    analysis: index.analysis,
    settings: index.settings,
    now: input.now,
    leaves: [],
    prepare: () => {},
    checkCancelled: () => {},
  };
  const { leaf, context } = await indexInMemory(base, [document]);
  const doc = new DocLookup(index.mapper, leaf.reader);
  doc.doc = leaf.reader.maxDoc - 1;
  const score = query === undefined ? 0 : scoreOf(query, context, doc.doc);
  const compiled = compileScript(script, kind);
  return toJson(compiled.bind({ ...input, doc, score: () => new Double(score) })());
}

/** The score that the query gives the document. */
function scoreOf(query: JsonValue, context: QueryShardContext, doc: number): number {
  const [leaf] = context.leaves;
  const bound = parseQuery(query).toQuery(context);
  return bound.explain(leaf, doc).value;
}
