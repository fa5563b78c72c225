import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  javaClassOf,
  OpenSearchError,
  RegexBudgetError,
} from '../../common/index.ts';
import { fromJson, type Value } from '../../script/index.ts';
import { conditionOf } from './condition.ts';
import { Configuration, textTemplate } from './configuration.ts';
import { type IngestDocument, javaClass } from './document.ts';
import type { IngestContext, ProcessorAction } from './processor.ts';
import { processorTypes } from './processors/index.ts';

/** A processor of a pipeline, with the options that all kinds share. */
export interface PipelineStep {
  readonly type: string;
  readonly tag: string | null;
  readonly description: string | null;
  /** The source of `if`, shown by simulations. */
  readonly condition: {
    readonly source: JsonValue;
    readonly holds: (document: IngestDocument) => boolean;
  } | null;
  readonly ignoreFailure: boolean;
  readonly onFailure: readonly PipelineStep[];
  readonly action: ProcessorAction;
  /** The pipeline that a `pipeline` processor runs, shown by simulations. */
  readonly inner: ((document: IngestDocument) => string) | null;
}

export interface Pipeline {
  readonly id: string;
  readonly steps: readonly PipelineStep[];
  readonly onFailure: readonly PipelineStep[];
}

/** Parses a pipeline. Throws parse_exception in the original's words. */
export function parsePipeline(id: string, json: JsonObject, context: IngestContext): Pipeline {
  const configuration = new Configuration(null, null, json);
  configuration.optionalText('description');
  configuration.take('version');
  const steps = parseSteps(configuration.list('processors'), context);
  const handlers = configuration.optionalList('on_failure');
  if (handlers && handlers.length === 0) {
    throw configuration.error(
      'on_failure',
      `pipeline [${id}] cannot have an empty on_failure option defined`,
    );
  }
  const left = configuration.leftKeys();
  if (left.length > 0) {
    throw configuration.error(
      null,
      `pipeline [${id}] doesn't support one or more provided configuration parameters [${left.join(', ')}]`,
    );
  }
  return { id, steps, onFailure: handlers ? parseSteps(handlers, context) : [] };
}

export function parseSteps(list: readonly JsonValue[], context: IngestContext): readonly PipelineStep[] {
  return list.flatMap((item) => {
    if (!isJsonObject(item)) throw new OpenSearchError('parse_exception', 'processors must be objects');
    return Object.entries(item).map(([type, configuration]) => parseStep(type, configuration, context));
  });
}

export function parseStep(type: string, json: JsonValue, context: IngestContext): PipelineStep {
  const body = bodyOf(type, json);
  const known = processorTypes.get(type);
  if (!known) {
    throw new OpenSearchError('parse_exception', `No processor type exists with name [${type}]`, {
      metadata: { processor_type: type },
    });
  }
  const tag = typeof body.tag === 'string' ? body.tag : null;
  const configuration = new Configuration(type, tag, body);
  configuration.take('tag');
  const description = configuration.optionalText('description');
  const ignoreFailure = configuration.flag('ignore_failure', false);
  const condition = configuration.take('if');
  const handlers = configuration.optionalList('on_failure');
  if (handlers && handlers.length === 0) {
    throw configuration.error('on_failure', 'processors list cannot be empty');
  }
  const onFailure = handlers ? parseSteps(handlers, context) : [];
  return ofProcessor(type, tag, () => {
    const action = known.create(configuration, context);
    const left = configuration.leftKeys();
    if (left.length > 0) {
      throw configuration.error(
        null,
        `processor [${type}] doesn't support one or more provided configuration parameters [${left.join(', ')}]`,
      );
    }
    return {
      type,
      tag,
      description,
      condition:
        condition === undefined ? null : { source: condition, holds: conditionOf(condition, context) },
      ignoreFailure,
      onFailure,
      action,
      inner: type === 'pipeline' && typeof body.name === 'string' ? textTemplate(body.name) : null,
    };
  });
}

/** The configuration of a processor; a script may be only its source. Throws parse_exception. */
function bodyOf(type: string, json: JsonValue): JsonObject {
  if (isJsonObject(json)) return json;
  if (type === 'script' && typeof json === 'string') return { source: json };
  const kind = javaClass(fromJson(json));
  throw new OpenSearchError('parse_exception', `property isn't a map, but of type [${kind}]`, {
    metadata: { processor_type: type },
  });
}

/** Names the outermost processor in what goes wrong with its configuration; plain Java exceptions are wrapped. */
function ofProcessor<T>(type: string, tag: string | null, create: () => T): T {
  try {
    return create();
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    const metadata = { processor_type: type, ...(tag === null ? {} : { processor_tag: tag }) };
    if (!error.isJavaException) throw error.withMetadata(metadata);
    const reason = `${javaClassOf(error)}: ${error.reason}`;
    throw new OpenSearchError('exception', reason, { status: error.status, metadata, causedBy: error });
  }
}

/** Runs a pipeline; returns false if the document is dropped. Throws unhandled failures of processors. */
export function runPipeline(pipeline: Pipeline, document: IngestDocument): boolean {
  if (document.running.includes(pipeline.id)) {
    throw illegalArgument(`Cycle detected for pipeline: ${pipeline.id}`);
  }
  document.running.push(pipeline.id);
  const outer = document.ingest.get('pipeline') ?? null;
  document.ingest.set('pipeline', pipeline.id);
  try {
    return runSteps(pipeline.steps, pipeline.onFailure, document);
  } finally {
    document.running.pop();
    if (outer === null) document.ingest.delete('pipeline');
    else document.ingest.set('pipeline', outer);
  }
}

function runSteps(
  steps: readonly PipelineStep[],
  onFailure: readonly PipelineStep[],
  document: IngestDocument,
): boolean {
  for (const step of steps) {
    if (step.condition && !step.condition.holds(document)) continue;
    try {
      if (!runStep(step, document)) return false;
    } catch (thrown) {
      const error = asFailure(thrown);
      if (onFailure.length === 0) throw error;
      return handleFailure(step, error, onFailure, document);
    }
  }
  return true;
}

/** Runs one processor with its failure handling; returns false if the document is dropped. */
export function runStep(step: PipelineStep, document: IngestDocument): boolean {
  try {
    return step.action(document) !== 'drop';
  } catch (thrown) {
    const error = asFailure(thrown);
    if (step.onFailure.length > 0) return handleFailure(step, error, step.onFailure, document);
    if (!step.ignoreFailure) throw error;
    return true;
  }
}

export function handleFailure(
  step: PipelineStep,
  error: OpenSearchError,
  handlers: readonly PipelineStep[],
  document: IngestDocument,
): boolean {
  withFailure(step, error, document);
  try {
    return runSteps(handlers, [], document);
  } finally {
    for (const name of FAILURE_MEMBERS) document.ingest.delete(name);
  }
}

const FAILURE_MEMBERS = [
  'on_failure_message',
  'on_failure_processor_type',
  'on_failure_processor_tag',
  'on_failure_pipeline',
];

/** Describes the failure in `_ingest` for the handlers. */
export function withFailure(step: PipelineStep, error: OpenSearchError, document: IngestDocument): void {
  const values: readonly Value[] = [
    error.reason,
    step.type,
    step.tag,
    document.ingest.get('pipeline') ?? null,
  ];
  FAILURE_MEMBERS.forEach((name, i) => {
    if (values[i] !== null) document.ingest.set(name, values[i]);
  });
}

/** Converts what a processor throws to a request error; bugs are left as they are. */
export function asFailure(thrown: unknown): OpenSearchError {
  if (thrown instanceof OpenSearchError) return thrown;
  if (thrown instanceof RegexBudgetError) return illegalArgument(thrown.message);
  throw thrown;
}
