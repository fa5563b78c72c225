export { type CompiledScript, compileScript, type ScriptInput } from './compile.ts';
export { type ScriptContextName, scriptContexts } from './contexts.ts';
export { fromJson, toExactJson, toJson, toNumber } from './convert.ts';
export { DocLookup, ScriptDocValues, VectorDocValues } from './docValues.ts';
export { compileMustache, type MustacheTemplate } from './mustache/index.ts';
export { asText, Double, type Value } from './painless/values.ts';
export { CompilationRate, scriptLimits } from './scriptLimits.ts';
export { parseScriptSource, type ScriptSource } from './source.ts';
export { compileTokenPredicate } from './tokenPredicate.ts';
