import type { JsonObject, JsonValue, OpenSearchError } from '../../common/index.ts';
import { toExactJson, toJson } from '../../script/index.ts';
import type { IngestDocument } from './document.ts';
import { METADATA } from './document.ts';
import type { Pipeline, PipelineStep } from './pipeline.ts';
import { asFailure, handleFailure, runPipeline, withFailure } from './pipeline.ts';
import type { IngestService } from './service.ts';
import { outsideHandlers, UnhandledFailure } from './unhandledFailure.ts';

/** Simulates a pipeline: returns the document, null when dropped, or the error. */
export function simulate(pipeline: Pipeline, document: IngestDocument): JsonValue {
  try {
    return runPipeline(pipeline, document) ? { doc: documentJson(document) } : null;
  } catch (error) {
    if (error instanceof UnhandledFailure) throw error.failure;
    return errorJson(asFailure(error));
  }
}

/** Like `simulate`, with the result of every processor. */
export function simulateVerbose(
  service: IngestService,
  pipeline: Pipeline,
  document: IngestDocument,
): JsonObject {
  const results: JsonObject[] = [];
  document.ingest.set('pipeline', pipeline.id);
  outsideHandlers(() => runVerbose(service, pipeline.steps, pipeline.onFailure, document, results));
  return { processor_results: results };
}

/** Returns false if processing of the document ends. */
function runVerbose(
  service: IngestService,
  steps: readonly PipelineStep[],
  onFailure: readonly PipelineStep[],
  document: IngestDocument,
  results: JsonObject[],
): boolean {
  for (const step of steps) {
    const error = verboseStep(service, step, document, results);
    if (error === 'dropped') return false;
    if (error === null) continue;
    if (onFailure.length > 0) {
      withFailure(step, error, document);
      runVerbose(service, onFailure, [], document, results);
    }
    return false;
  }
  return true;
}

/** Runs a processor and records the result. Returns an error that the pipeline has to handle. */
function verboseStep(
  service: IngestService,
  step: PipelineStep,
  document: IngestDocument,
  results: JsonObject[],
): OpenSearchError | 'dropped' | null {
  const head = (status: string): JsonObject => ({
    processor_type: step.type,
    status,
    ...(step.description === null ? {} : { description: step.description }),
    ...(step.tag === null ? {} : { tag: step.tag }),
  });
  let condition: JsonObject = {};
  try {
    if (step.condition) {
      const result = step.condition.holds(document);
      condition = { if: { condition: conditionText(step.condition.source), result } };
      if (!result) {
        results.push({ ...head('skipped'), ...condition });
        return null;
      }
    }
    if (step.inner) {
      const inner = service.pipeline(step.inner(document));
      results.push({ ...head('success'), ...condition });
      return runVerbose(service, inner.steps, inner.onFailure, document, results) ? null : 'dropped';
    }
    if (step.action(document) === 'drop') {
      results.push({ ...head('dropped'), ...condition });
      return 'dropped';
    }
    results.push({ ...head('success'), ...condition, doc: documentJson(document) });
    return null;
  } catch (thrown) {
    const error = asFailure(thrown);
    return verboseFailure(service, step, error, document, results, { head, condition });
  }
}

interface ResultParts {
  readonly head: (status: string) => JsonObject;
  readonly condition: JsonObject;
}

function verboseFailure(
  service: IngestService,
  step: PipelineStep,
  error: OpenSearchError,
  document: IngestDocument,
  results: JsonObject[],
  { head, condition }: ResultParts,
): OpenSearchError | null {
  if (step.ignoreFailure && step.onFailure.length === 0) {
    const ignored = { ignored_error: errorJson(error) };
    results.push({ ...head('error_ignored'), ...condition, ...ignored, doc: documentJson(document) });
    return null;
  }
  results.push({ ...head('error'), ...condition, ...errorJson(error) });
  if (step.onFailure.length === 0) return error;
  withFailure(step, error, document);
  runVerbose(service, step.onFailure, [], document, results);
  handleFailure(step, error, [], document);
  return null;
}

function conditionText(source: JsonValue): JsonValue {
  return typeof source === 'object' && source !== null && 'source' in source
    ? (source.source as JsonValue)
    : source;
}

function errorJson(error: OpenSearchError): JsonObject {
  return { error: error.toResponse().error as JsonObject };
}

/** A document in the format of simulations. */
function documentJson(document: IngestDocument): JsonObject {
  const metadata = METADATA.flatMap((name): [string, JsonValue][] => {
    const value = document.metadata(name);
    return value === null ? [] : [[name, String(toJson(value))]];
  });
  return {
    ...Object.fromEntries(metadata),
    _source: document.source(),
    _ingest: toExactJson(document.ingest) as JsonObject,
  };
}
