import type { Clock, JsonValue, Random } from '../../common/index.ts';
import type { Configuration } from './configuration.ts';
import type { IngestDocument } from './document.ts';

/** What processors need from outside. */
export interface IngestContext {
  readonly clock: Clock;
  readonly random: Random;
  hasPipeline(id: string): boolean;
  /** Returns false if the document is dropped. */
  runPipeline(id: string, document: IngestDocument): boolean;
  /** A script stored in the cluster state; `null` if missing. */
  storedScript(id: string): JsonValue | null;
  /** Parses a nested processor. Throws parse_exception. */
  parseStep(type: string, json: JsonValue): (document: IngestDocument) => boolean;
}

/** Changes a document. Throws OpenSearchError; returns `drop` to drop the document. */
export type ProcessorAction = (document: IngestDocument) => 'drop' | undefined;

/** A kind of processor: how its configuration is read, and what it does. */
export interface ProcessorType {
  readonly name: string;
  readonly doc: string;
  /** Must read every key that it accepts; the remaining ones are errors. Throws parse_exception. */
  create(configuration: Configuration, context: IngestContext): ProcessorAction;
}
