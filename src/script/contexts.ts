import { knnFunctions } from './knnFunctions.ts';
import type { ScopeNames } from './painless/expressions.ts';

/** Where a script runs decides which names it may use. */
interface ScriptContext {
  readonly variables: readonly string[];
  readonly knnFunctions: boolean;
  readonly doc: string;
}

export const scriptContexts = {
  score: { variables: ['params', 'doc', '_score'], knnFunctions: true, doc: 'script_score, function_score' },
  filter: { variables: ['params', 'doc'], knnFunctions: false, doc: 'the script query' },
  field: { variables: ['params', 'doc'], knnFunctions: false, doc: 'script_fields' },
  number_sort: {
    variables: ['params', 'doc', '_score'],
    knnFunctions: false,
    doc: '_script sorts of type number',
  },
  string_sort: {
    variables: ['params', 'doc', '_score'],
    knnFunctions: false,
    doc: '_script sorts of type string',
  },
  aggs: {
    variables: ['params', 'doc', '_score', '_value'],
    knnFunctions: false,
    doc: 'scripts of aggregations',
  },
  aggs_state: {
    variables: ['params', 'doc', '_score', 'state', 'states'],
    knnFunctions: false,
    doc: 'scripted_metric',
  },
  bucket_aggregation: { variables: ['params'], knnFunctions: false, doc: 'bucket_script' },
  bucket_aggregation_selector: { variables: ['params'], knnFunctions: false, doc: 'bucket_selector' },
  painless_test: { variables: ['params'], knnFunctions: false, doc: '_scripts/painless/_execute' },
  'moving-function': { variables: ['params', 'values'], knnFunctions: false, doc: 'moving_fn' },
  terms_set: { variables: ['params', 'doc'], knnFunctions: false, doc: 'terms_set' },
  update: { variables: ['params', 'ctx'], knnFunctions: false, doc: '_update, _update_by_query, _reindex' },
  analysis: { variables: ['token'], knnFunctions: false, doc: 'condition, predicate_token_filter' },
  ingest: { variables: ['params', 'ctx'], knnFunctions: false, doc: 'the script processor' },
} as const satisfies Record<string, ScriptContext>;

export type ScriptContextName = keyof typeof scriptContexts;

export function scopeOf(name: ScriptContextName): ScopeNames {
  const context = scriptContexts[name];
  return {
    variables: new Set<string>(context.variables),
    functions: new Set(context.knnFunctions ? Object.keys(knnFunctions) : []),
  };
}
