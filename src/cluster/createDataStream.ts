import { illegalArgument, isJsonObject, type JsonObject, OpenSearchError } from '../common/index.ts';
import type { ClusterService } from './clusterService.ts';
import { backingIndexName, DEFAULT_TIMESTAMP_FIELD, writeIndexOfStream } from './dataStreams.ts';
import type { LocalIndex } from './localIndex.ts';
import { validateIndexName } from './metadata/indexName.ts';
import type { TemplateContent } from './metadata/templates.ts';
import { combine, matchingIndexTemplate, NO_CONTENT } from './metadata/templates.ts';

/** The index template that turns this name into a data stream; `null` if the name is an ordinary index's. */
export function dataStreamTemplate(cluster: ClusterService, name: string): string | null {
  const { indexTemplates } = cluster.templates;
  const template = matchingIndexTemplate(indexTemplates, name);
  return template !== null && isJsonObject(indexTemplates.get(template)?.data_stream) ? template : null;
}

/** Throws if only a data stream can have that name. */
export function checkNotDataStream(cluster: ClusterService, name: string): void {
  const template = dataStreamTemplate(cluster, name);
  if (template === null) return;
  throw illegalArgument(
    `cannot create index with name [${name}], because it matches with template [${template}] that creates data ` +
      'streams only, use create data stream api instead',
  );
}

/** Creates a stream with its first backing index. Throws in the original's words. */
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

/** The backing index of a generation, created from the stream's template. */
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

/** Common to all backing indices: they are hidden, and the timestamp field is a date. */
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

/** Throws if this would delete the write index of a stream without the stream. */
export function checkNoWriteIndex(cluster: ClusterService, indices: readonly LocalIndex[]): void {
  for (const stream of cluster.names.dataStreams.values()) {
    const writer = writeIndexOfStream(stream);
    if (!indices.includes(writer)) continue;
    throw illegalArgument(
      `index [${writer.name}] is the write index for data stream [${stream.name}] and cannot be deleted`,
    );
  }
}
