export { aggregateByName, aggregateFunctions, Distinct } from './aggregates.ts';
export type { Accumulator, AggregateFunction } from './aggregateTypes.ts';
export { casts, castTargets, foreignCastTargets } from './casts.ts';
export { intervalOf } from './dateUnits.ts';
export { likeMatches } from './like.ts';
export { type PainlessForm, painlessForm } from './painless.ts';
export { parsedColumns } from './parsedColumns.ts';
export { inRows, isParsing } from './parsing.ts';
export { pipelineFunctionByName } from './pipeline.ts';
export { pipelineAggregateByName } from './pipelineAggregates.ts';
export * from './relevance.ts';
export { relevanceOptions } from './relevanceOptions.ts';
export * from './resolve.ts';
export { type ComparisonForm, type ComparisonSymbol, isEquality } from './searchForm.ts';
export { functionByName, scalarFamilies, scalarFunctions } from './tables.ts';
export { dateOfText, timeOfText, timestampOfText } from './temporalArguments.ts';
export type {
  CalendarUnit,
  Evaluate,
  EvaluationContext,
  Examples,
  FunctionTable,
  Histogram,
  ScalarFunction,
  Signature,
} from './types.ts';
export { calendarUnits } from './types.ts';
export { type WindowFunction, type WindowRows, windowByName, windowFunctions } from './windows.ts';
export { writtenCall } from './written.ts';
