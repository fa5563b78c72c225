import type { IndexResolver, IndicesOptions } from '../cluster/index.ts';
import {
  type Clock,
  type ExactJsonValue,
  illegalArgument,
  type JsonObject,
  type JsonValue,
  ObjectReader,
  OpenSearchError,
  type Random,
} from '../common/index.ts';
import { indexInMemory, parseQuery, type QueryShardContext } from '../query/index.ts';
import {
  asText,
  compileScript,
  DocLookup,
  Double,
  parseScriptSource,
  type ScriptInput,
  toExactJson,
  toNumber,
} from '../script/index.ts';

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
 * `_scripts/painless/_execute`: runs a script on its own, or on one document as if it were indexed. Throws
 * script errors, and the original's errors for incomplete requests.
 */
export async function executePainless(body: JsonObject, options: ExecuteOptions): Promise<ExactJsonValue> {
  const reader = new ObjectReader('painless_execute_request', body);
  const script = reader.member('script', ['START_OBJECT', 'VALUE_STRING'], readScript);
  const context = reader.text('context') ?? 'painless_test';
  const setup = reader.object('context_setup', readSetup) ?? {};
  reader.end();
  if (script === undefined) throw illegalArgument('Required [script]');
  if (!CONTEXTS.includes(context)) throw illegalArgument(`unsupported script context name [${context}]`);
  const nowMs = options.clock.nowMs();
  const input = { now: () => nowMs, random: () => options.random.next() };
  if (context === 'painless_test') {
    return asText(compileScript(script, 'painless_test').bind(input)());
  }
  return onDocument(script, context as 'filter' | 'score', requiredSetup(setup), { ...options, input });
}

/** Returns the script. Throws if it is not valid. */
function readScript(json: JsonValue): JsonValue {
  parseScriptSource(json);
  return json;
}

interface Setup {
  readonly index: string;
  readonly document: JsonObject;
  readonly query: JsonObject | undefined;
}

function readSetup(json: JsonObject): Partial<Setup> {
  const reader = new ObjectReader('execute_script_context', json);
  const index = reader.text('index');
  const document = reader.object('document', (given) => given);
  const query = reader.object('query', (given) => given);
  reader.end();
  return { index, document, query };
}

function requiredSetup({ index, document, query }: Partial<Setup>): Setup {
  if (index !== undefined && document !== undefined) return { index, document, query };
  const missing = [
    ...(index === undefined ? ['index is a required parameter for current context'] : []),
    ...(document === undefined ? ['document is a required parameter for current context'] : []),
  ];
  const problems = missing.map((problem, i) => `${i + 1}: ${problem};`).join('');
  throw new OpenSearchError('action_request_validation_exception', `Validation Failed: ${problems}`);
}

async function onDocument(
  script: JsonValue,
  kind: 'filter' | 'score',
  { index: name, document, query }: Setup,
  { resolver, input }: ExecuteOptions & { readonly input: ScriptInput },
): Promise<ExactJsonValue> {
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
  const value = compiled.bind({ ...input, doc, score: () => new Double(score) })();
  return toExactJson(kind === 'score' ? new Double(toNumber(value) ?? 0) : value);
}

/** The query's score of the document. */
function scoreOf(query: JsonValue, context: QueryShardContext, doc: number): number {
  const [leaf] = context.leaves;
  const bound = parseQuery(query).toQuery(context);
  return bound.explain(leaf, doc).value;
}
