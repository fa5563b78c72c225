import type { JsonObject } from '../common/index.ts';
import { knnFunctions, knnSignatures } from './knnFunctions.ts';
import type { ScopeNames } from './painless/typedCompiler.ts';
import type { Method } from './painless/types.ts';
import { scoreFunctions, scoreSignatures } from './scoreFunctions.ts';

const VARIABLES = {
  params: 'java.util.Map',
  doc: 'java.util.Map',
  ctx: 'java.util.Map',
  state: 'java.util.Map',
  states: 'java.util.List',
  values: 'double[]',
  _score: 'double',
  _value: 'def',
  token: 'def',
  interval: 'def',
} as const;

type Variable = keyof typeof VARIABLES;

/** A script context defines the available names and the type of the result. */
interface ScriptContext {
  readonly variables: readonly Variable[];
  readonly returns: string;
  /** Provides the functions of score scripts. */
  readonly scores?: boolean;
  /** Arguments of `execute` in the original; scripts read other variables through getters. */
  readonly takes?: readonly (readonly [type: string, name: string])[];
  /** Types of variables that differ from the usual ones. */
  readonly reads?: Readonly<Partial<Record<Variable, string>>>;
  readonly doc: string;
}

/** Scripts see the original's Object as `def`. */
const OBJECT = 'def';
const NUMBER = 'java.lang.Number';

export const scriptContexts = {
  score: {
    variables: ['params', 'doc', '_score'],
    returns: 'double',
    scores: true,
    takes: [['org.opensearch.script.ScoreScript$ExplanationHolder', 'explanation']],
    doc: 'script_score, function_score',
  },
  filter: { variables: ['params', 'doc'], returns: 'boolean', doc: 'the script query' },
  field: { variables: ['params', 'doc'], returns: OBJECT, doc: 'script_fields' },
  number_sort: {
    variables: ['params', 'doc', '_score'],
    returns: 'double',
    doc: '_script sorts of type number',
  },
  string_sort: {
    variables: ['params', 'doc', '_score'],
    returns: 'java.lang.String',
    doc: '_script sorts of type string',
  },
  aggs: {
    variables: ['params', 'doc', '_score', '_value'],
    returns: OBJECT,
    reads: { _score: 'java.lang.Number' },
    doc: 'scripts of aggregations',
  },
  aggs_init: {
    variables: ['params', 'state'],
    returns: 'void',
    reads: { state: 'java.lang.Object' },
    doc: 'scripted_metric: init_script',
  },
  aggs_map: {
    variables: ['params', 'doc', '_score', 'state'],
    returns: 'void',
    doc: 'scripted_metric: map_script',
  },
  aggs_combine: { variables: ['params', 'state'], returns: OBJECT, doc: 'scripted_metric: combine_script' },
  aggs_reduce: { variables: ['params', 'states'], returns: OBJECT, doc: 'scripted_metric: reduce_script' },
  bucket_aggregation: { variables: ['params'], returns: NUMBER, doc: 'bucket_script' },
  aggregation_selector: { variables: ['params'], returns: 'boolean', doc: 'bucket_selector' },
  painless_test: { variables: ['params'], returns: OBJECT, doc: '_scripts/painless/_execute' },
  'moving-function': {
    variables: ['params', 'values'],
    returns: 'double',
    takes: [
      ['java.util.Map', 'params'],
      ['double[]', 'values'],
    ],
    doc: 'moving_fn',
  },
  script_heuristic: {
    variables: ['params'],
    returns: 'double',
    takes: [['java.util.Map', 'params']],
    doc: 'significant_terms with a script_heuristic',
  },
  terms_set: { variables: ['params', 'doc'], returns: NUMBER, doc: 'terms_set' },
  update: { variables: ['params', 'ctx'], returns: 'void', doc: '_update, _update_by_query, _reindex' },
  analysis: {
    variables: ['token'],
    returns: 'boolean',
    takes: [['org.opensearch.analysis.common.AnalysisPredicateScript$Token', 'token']],
    doc: 'condition, predicate_token_filter',
  },
  interval: {
    variables: ['interval'],
    returns: 'boolean',
    takes: [['org.opensearch.index.query.IntervalFilterScript$Interval', 'interval']],
    doc: 'filters of intervals',
  },
  ingest: {
    variables: ['params', 'ctx'],
    returns: 'void',
    takes: [['java.util.Map', 'ctx']],
    doc: 'the script processor',
  },
  processor_conditional: {
    variables: ['params', 'ctx'],
    returns: 'boolean',
    takes: [['java.util.Map', 'ctx']],
    doc: 'the condition of a processor',
  },
} as const satisfies Record<string, ScriptContext>;

export type ScriptContextName = keyof typeof scriptContexts;

const NO_FUNCTIONS: ReadonlyMap<string, Method> = new Map();
const SCORE_FUNCTIONS: ReadonlyMap<string, Method> = new Map(
  [...knnSignatures, ...scoreSignatures].map((method) => [
    `${method.name}/${method.parameters.length}`,
    method,
  ]),
);

export const contextFunctions = { ...knnFunctions, ...scoreFunctions };

export function scopeOf(name: ScriptContextName): ScopeNames {
  const context: ScriptContext = scriptContexts[name];
  return {
    variables: Object.fromEntries(context.variables.map((variable) => [variable, VARIABLES[variable]])),
    functions: context.scores ? SCORE_FUNCTIONS : NO_FUNCTIONS,
    returns: context.returns,
  };
}

/** The getters through which scripts read variables. */
const GETTERS: Readonly<Partial<Record<Variable, string>>> = {
  params: 'getParams',
  doc: 'getDoc',
  ctx: 'getCtx',
  state: 'getState',
  states: 'getStates',
  _score: 'get_score',
  _value: 'get_value',
};

/** The description of a context in `_script_context`. */
export function contextMethods(name: ScriptContextName): readonly JsonObject[] {
  const context: ScriptContext = scriptContexts[name];
  const { takes = [], reads = {} } = context;
  const getters = context.variables
    .filter((variable) => takes.every(([, taken]) => taken !== variable))
    .map((variable): [string, string] => [GETTERS[variable] ?? '', reads[variable] ?? VARIABLES[variable]])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const method = (methodName: string, type: string, params: JsonObject[]): JsonObject => ({
    name: methodName,
    return_type: type === OBJECT ? 'java.lang.Object' : type,
    params,
  });
  const params = takes.map(([type, taken]) => ({ type, name: taken }));
  return [
    method('execute', context.returns, params),
    ...getters.map(([getter, type]) => method(getter, type, [])),
  ];
}
