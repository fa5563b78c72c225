import type { Clock, JsonValue, Random } from '../../common/index.ts';
import type { Configuration } from './configuration.ts';
import type { IngestDocument } from './document.ts';

/** What processors may ask of their surroundings. */
export interface IngestContext {
  readonly clock: Clock;
  readonly random: Random;
  hasPipeline(id: string): boolean;
  /** False: the document is dropped. */
  runPipeline(id: string, document: IngestDocument): boolean;
  /** A script of the cluster state; null when it is missing. */
  storedScript(id: string): JsonValue | null;
  /** A processor within a processor. Throws parse_exception. */
  parseStep(type: string, json: JsonValue): (document: IngestDocument) => boolean;
}

/** Changes a document. Throws OpenSearchError; `drop` ends the document's way: it is not indexed. */
export type ProcessorAction = (document: IngestDocument) => 'drop' | undefined;

/** One kind of processor: how its configuration is read, and what it does. */
export interface ProcessorType {
  readonly name: string;
  readonly doc: string;
  /** Reads every key that it takes; the ones that are left are an error. Throws parse_exception. */
  create(configuration: Configuration, context: IngestContext): ProcessorAction;
}
