import { LRUCache } from 'lru-cache';
import { illegalArgument, type JsonValue, limits, OpenSearchError } from '../common/index.ts';
import { contextFunctions, type ScriptContextName, scopeOf, scriptContexts } from './contexts.ts';
import { fromJson } from './convert.ts';
import type { DocLookup } from './docValues.ts';
import { type CompiledProgram, compileProgram } from './painless/compile.ts';
import { compileError } from './painless/errors.ts';
import { Parser } from './painless/parser.ts';
import type { Value } from './painless/values.ts';
import { scriptLimits } from './scriptLimits.ts';
import { parseScriptSource, type ScriptSource } from './source.ts';
import { SourceParams } from './sourceParams.ts';

/** The variables of one run. Scripts see unset members as null. */
export interface ScriptInput {
  /** Doc values of the current segment; its `doc` is moved before each run. */
  readonly doc?: DocLookup;
  readonly score?: () => Value;
  readonly ctx?: Map<string, Value>;
  /** The `_value` of aggregations. */
  readonly value?: () => Value;
  /** Replaces the script's own params (for pipeline buckets). */
  readonly params?: Map<string, Value>;
  readonly state?: Map<string, Value>;
  readonly states?: Value[];
  /** The window of moving_fn. */
  readonly values?: Value[];
  /** For scripts of token filters. */
  readonly token?: Value;
  /** For scripts of interval filters. */
  readonly interval?: Value;
  readonly now: () => number;
  /** Random numbers in [0, 1). */
  readonly random?: () => number;
}

export interface CompiledScript {
  readonly source: ScriptSource;
  /** Binds the input once; the returned function runs the script, any number of times. */
  bind(input: ScriptInput): () => Value;
}

const CACHED_PROGRAMS = 500;
const programs = new LRUCache<string, CompiledProgram>({ max: CACHED_PROGRAMS });

/**
 * Parses and compiles an inline Painless script. Throws script_exception (compile error) with the position,
 * or illegal_argument for another language. The caller resolves stored scripts first.
 */
export function compileScript(json: JsonValue | ScriptSource, context: ScriptContextName): CompiledScript {
  const source = isScriptSource(json) ? json : parseScriptSource(json);
  if (source.source === null) {
    throw new OpenSearchError(
      'resource_not_found_exception',
      `unable to find script [${source.id}] in cluster state`,
    );
  }
  if (source.lang !== 'painless') throw illegalArgument(`script_lang not supported [${source.lang}]`);
  if (source.contentType !== undefined) {
    throw illegalArgument(`Unrecognized compile-time parameter(s): {content_type=${source.contentType}}`);
  }
  const program = compileCached(source.source, context);
  const params = fromJson(source.params) as Map<string, Value>;
  return { source, bind: (input) => bind(program, params, input) };
}

function isScriptSource(value: JsonValue | ScriptSource): value is ScriptSource {
  return (
    typeof value === 'object' &&
    value !== null &&
    'lang' in value &&
    'params' in value &&
    'id' in value &&
    'source' in value
  );
}

function compileCached(source: string, context: ScriptContextName): CompiledProgram {
  const key = `${context}\u0000${source}`;
  let program = programs.get(key);
  if (program === undefined) {
    scriptLimits.compilations?.take();
    const parsed = new Parser(source).program();
    if (parsed.body.length === 0) throw withoutStatements(source, context);
    program = compileProgram(parsed, scopeOf(context));
    programs.set(key, program);
  }
  return program;
}

function withoutStatements(source: string, context: ScriptContextName): OpenSearchError {
  const taken = (scriptContexts[context] as { readonly takes?: readonly unknown[] }).takes?.length ?? 0;
  const reason = `invalid function definition: found no statements for function [execute] with [${taken}] parameters`;
  return compileError(source, 0, reason);
}

function bind(program: CompiledProgram, params: Map<string, Value>, input: ScriptInput): () => Value {
  const given = input.params ?? params;
  const seen = input.doc === undefined ? given : new SourceParams(given, input.doc);
  const globals = {
    now: input.now,
    random: input.random ?? (() => 0.5),
    functions: contextFunctions,
    doc: input.doc ?? null,
    budget: { steps: limits.scriptTotalSteps.value },
    variables: {
      params: () => seen,
      doc: () => input.doc ?? null,
      _score: () => input.score?.() ?? null,
      _value: () => input.value?.() ?? null,
      ctx: () => input.ctx ?? null,
      state: () => input.state ?? null,
      states: () => input.states ?? null,
      values: () => input.values ?? null,
      token: () => input.token ?? null,
      interval: () => input.interval ?? null,
    },
  };
  return () => program.run(globals);
}
