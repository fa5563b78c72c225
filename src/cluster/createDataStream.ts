import { illegalArgument, isJsonObject, type JsonObject, OpenSearchError } from '../common/index.ts';
import type { ClusterService } from './clusterService.ts';
import { backingIndexName, DEFAULT_TIMESTAMP_FIELD, writeIndexOfStream } from './dataStreams.ts';
import type { LocalIndex } from './localIndex.ts';
import { validateIndexName } from './metadata/indexName.ts';
import type { TemplateContent } from './metadata/templates.ts';
import { combine, matchingIndexTemplate, NO_CONTENT } from './metadata/templates.ts';

/** The index template that makes data streams of this name; null: the name is that of an index. */
export function dataStreamTemplate(cluster: ClusterService, name: string): string | null {
  const { indexTemplates } = cluster.templates;
  const template = matchingIndexTemplate(indexTemplates, name);
  return template !== null && isJsonObject(indexTemplates.get(template)?.data_stream) ? template : null;
}

/** Throws when an index of that name may only be a data stream. */
export function checkNotDataStream(cluster: ClusterService, name: string): void {
  const template = dataStreamTemplate(cluster, name);
  if (template === null) return;
  throw illegalArgument(
    `cannot create index with name [${name}], because it matches with template [${template}] that creates data ` +
      'streams only, use create data stream api instead',
  );
}

/** Makes a stream with its first index. Throws in the original's words. */
export function createDataStream(cluster: ClusterService, name: string): Promise<LocalIndex> {
  if (cluster.names.dataStreams.has(name)) {
    throw new OpenSearchError('resource_already_exists_exception', `data_stream [${name}] already exists`);
  }
  if (name.toLowerCase() !== name) throw illegalArgument(`data_stream [${name}] must be lowercase`);
  if (name.startsWith('.')) throw illegalArgument(`data_stream [${name}] must not start with '.'`);
  validateIndexName(name);
  if (dataStreamTemplate(cluster, name) === null) {
    throw illegalArgument(`no matching index template found for data stream [${name}]`);
  }
  return newBackingIndex(cluster, name, 1);
}

/** The index of a generation, made by the template of the stream. */
export function newBackingIndex(
  cluster: ClusterService,
  stream: string,
  generation: number,
  request: TemplateContent = NO_CONTENT,
): Promise<LocalIndex> {
  const template = dataStreamTemplate(cluster, stream);
  const settings = template === null ? {} : cluster.templates.indexTemplates.get(template)?.data_stream;
  const name = backingIndexName(stream, generation);
  const base = baseContent(isJsonObject(settings) ? settings : {});
  return cluster.createIndex(name, combine(base, cluster.simulate(stream, request)), { templates: false });
}

/** What every backing index has: it is hidden, and its timestamp is a date. */
function baseContent({ timestamp_field: field }: JsonObject): TemplateContent {
  const name = isJsonObject(field) ? String(field.name) : DEFAULT_TIMESTAMP_FIELD;
  const marker: JsonObject = { enabled: true };
  if (name !== DEFAULT_TIMESTAMP_FIELD) marker.timestamp_field = { name };
  return {
    settings: new Map([['index.hidden', 'true']]),
    mappings: { _data_stream_timestamp: marker, properties: { [name]: { type: 'date' } } },
    aliases: new Map(),
  };
}

/** Throws when an index that a stream is written to would be deleted without the stream. */
export function checkNoWriteIndex(cluster: ClusterService, indices: readonly LocalIndex[]): void {
  for (const stream of cluster.names.dataStreams.values()) {
    const writer = writeIndexOfStream(stream);
    if (!indices.includes(writer)) continue;
    throw illegalArgument(
      `index [${writer.name}] is the write index for data stream [${stream.name}] and cannot be deleted`,
    );
  }
}
