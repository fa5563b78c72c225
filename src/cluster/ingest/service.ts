import {
  type Clock,
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  parseJsonExact,
  type Random,
  stringifyJson,
} from '../../common/index.ts';
import { dateFormatter } from '../../mapper/index.ts';
import { asText } from '../../script/index.ts';
import type { BulkItem } from '../documents/types.ts';
import { IngestDocument } from './document.ts';
import type { Pipeline } from './pipeline.ts';
import { parsePipeline, parseStep, runPipeline, runStep } from './pipeline.ts';
import type { IngestContext } from './processor.ts';
import { outsideHandlers } from './unhandledFailure.ts';

/** The pipelines configured for an index; `null` for none. */
export interface IndexPipelines {
  readonly defaultPipeline: string | null;
  readonly finalPipeline: string | null;
}

export interface IngestOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly pipelines: () => ReadonlyMap<string, JsonObject>;
  readonly storedScript: (id: string) => JsonValue | null;
  /** Looks up the settings of an index, of an alias, or of templates matching a name. */
  readonly indexPipelines: (index: string) => IndexPipelines;
}

/** Statistics of a pipeline, as in node statistics. */
export interface PipelineStats {
  count: number;
  failed: number;
  timeNanos: bigint;
}

const NONE = '_none';
const TIMESTAMP = dateFormatter('strict_date_optional_time');

/** The pipeline of the request; ignored by an update with `doc_as_upsert`, as in the original. */
function namedPipeline({ pipeline, update }: BulkItem): string | null {
  return update?.docAsUpsert === true ? null : (pipeline ?? null);
}

/** Runs documents through the pipelines that requests and indices name. */
export class IngestService {
  readonly stats = new Map<string, PipelineStats>();
  readonly #options: IngestOptions;
  readonly #parsed = new WeakMap<JsonObject, Pipeline>();
  readonly #context: IngestContext;

  constructor(options: IngestOptions) {
    this.#options = options;
    this.#context = {
      clock: options.clock,
      random: options.random,
      storedScript: options.storedScript,
      hasPipeline: (id) => options.pipelines().has(id),
      runPipeline: (id, document) => runPipeline(this.pipeline(id), document),
      parseStep: (type, json) => {
        const step = parseStep(type, json, this.#context);
        return (document) => runStep(step, document);
      },
    };
  }

  /** Parses a pipeline without storing it. Throws parse_exception. */
  parse(id: string, json: JsonObject): Pipeline {
    return parsePipeline(id, json, this.#context);
  }

  /** Throws illegal_argument if the pipeline does not exist. */
  pipeline(id: string): Pipeline {
    const json = this.#options.pipelines().get(id);
    if (!json) throw illegalArgument(`pipeline with id [${id}] does not exist`);
    let pipeline = this.#parsed.get(json);
    if (!pipeline) {
      pipeline = this.parse(id, json);
      this.#parsed.set(json, pipeline);
    }
    return pipeline;
  }

  /** A new document for pipelines and simulations. */
  document(source: JsonObject, metadata: Readonly<Record<string, JsonValue>>): IngestDocument {
    return IngestDocument.of(source, metadata, TIMESTAMP.print(this.#options.clock.nowMs()));
  }

  /**
   * Whether any pipeline applies to the item. Must be cheap, since for most items none does. `known` caches
   * by index.
   */
  concerns(item: BulkItem, known: Map<string, boolean>): boolean {
    if (item.action === 'delete' || (item.action === 'update' && !upsertOf(item))) return false;
    const named = namedPipeline(item);
    if (named !== null && named !== NONE) return true;
    let concerned = known.get(item.index);
    if (concerned === undefined) {
      const { defaultPipeline, finalPipeline } = this.#options.indexPipelines(item.index);
      concerned = (defaultPipeline ?? NONE) !== NONE || (finalPipeline ?? NONE) !== NONE;
      known.set(item.index, concerned);
    }
    return concerned;
  }

  /** The item after its pipelines; `null` if dropped. Throws failures of processors. */
  apply(item: BulkItem): BulkItem | null {
    const before = this.#options.indexPipelines(item.index);
    const wanted = namedPipeline(item) ?? before.defaultPipeline;
    const changed = wanted === null || wanted === NONE ? item : this.#run(wanted, item);
    if (changed === null) return null;
    const moved = changed.index !== item.index;
    const { finalPipeline } = moved ? this.#options.indexPipelines(changed.index) : before;
    if (finalPipeline === null || finalPipeline === NONE) return changed;
    const final = this.#run(finalPipeline, changed);
    if (final !== null && final.index !== changed.index) {
      throw illegalArgument(`final pipeline [${finalPipeline}] can't change the target index`);
    }
    return final;
  }

  #run(id: string, item: BulkItem): BulkItem | null {
    const { clock } = this.#options;
    const pipeline = this.pipeline(id);
    const document = this.document(sourceOf(item), {
      _index: item.index,
      _id: item.id,
      _routing: item.routing,
      _version: item.version,
      _version_type: item.versionType === 'internal' ? null : item.versionType,
    });
    const started = clock.nanoTime();
    const stats = this.stats.get(id) ?? { count: 0, failed: 0, timeNanos: 0n };
    this.stats.set(id, stats);
    stats.count++;
    try {
      return outsideHandlers(() => runPipeline(pipeline, document)) ? changedItem(item, document) : null;
    } catch (error) {
      stats.failed++;
      throw error;
    } finally {
      stats.timeNanos += clock.nanoTime() - started;
    }
  }
}

/** The document that an update inserts if none exists. */
function upsertOf(item: BulkItem): JsonObject | null {
  if (!item.update) return null;
  return item.update.docAsUpsert ? item.update.doc : item.update.upsert;
}

function sourceOf(item: BulkItem): JsonObject {
  if (item.action === 'update') return upsertOf(item) ?? {};
  const json = parseJsonExact(Buffer.from(item.source ?? []).toString('utf8')) as JsonValue;
  if (isJsonObject(json)) return json;
  throw new OpenSearchError('parse_exception', 'Failed to parse content to map');
}

function changedItem(item: BulkItem, document: IngestDocument): BulkItem {
  const text = (name: string): string | null => {
    const value = document.metadata(name);
    return value === null ? null : asText(value);
  };
  const source = document.source();
  const routed = { ...item, index: text('_index') ?? item.index, id: text('_id'), routing: text('_routing') };
  if (!item.update) return { ...routed, source: Buffer.from(stringifyJson(source)) };
  const { update } = item;
  return { ...routed, update: { ...update, ...(update.docAsUpsert ? { doc: source } : { upsert: source }) } };
}
