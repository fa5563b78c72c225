import { createAnalysisRegistry } from '../../../src/analysis/index.ts';
import { type JsonObject, OpenSearchError } from '../../../src/common/index.ts';
import { createMapperService, type IndexedField, type MapperService } from '../../../src/mapper/index.ts';

/** A mapper service with `properties`, or with a whole mapping body. */
export function mapperWith(mapping: JsonObject, settings: Record<string, string> = {}): MapperService {
  const flat = new Map(Object.entries(settings));
  const service = createMapperService({
    indexName: 'test',
    analysis: createAnalysisRegistry(flat),
    settings: () => flat,
  });
  service.merge(mapping, 'create');
  return service;
}

export function fieldMapper(definition: JsonObject): MapperService {
  return mapperWith({ properties: { f: definition } });
}

/** Parses JSON text as document `1`. */
export function parseText(service: MapperService, source: string) {
  return service.parse({ id: '1', routing: null, source: Buffer.from(source) });
}

export function rootFields(service: MapperService, source: string): readonly IndexedField[] {
  const { docs } = parseText(service, source);
  return docs[docs.length - 1].fields;
}

/** The content of field `f` in a form that reads well in a table. */
export function contentOf(service: MapperService, source: string): string {
  const field = rootFields(service, source).find((candidate) => candidate.field === 'f');
  if (field === undefined) return '-';
  switch (field.kind) {
    case 'terms':
      return field.terms.join(' ');
    case 'text':
      return field.terms.map((term, index) => `${term}@${field.positions[index]}`).join(' ');
    case 'numbers':
      return field.values.join(' ');
    case 'vector':
      return [...field.values].join(' ');
    case 'geo':
      return field.lats.map((lat, index) => `${lat.toFixed(4)},${field.lons[index].toFixed(4)}`).join(' ');
    case 'ranges':
      return field.from.map((from, index) => `${from}..${field.to[index]}`).join(' ');
    case 'binary':
      return field.values.map((bytes) => Buffer.from(bytes).toString('hex')).join(' ');
    case 'presence':
      return 'present';
  }
}

/** `type: reason` of an error and of its causes, one a line; `ok` when nothing is thrown. */
export function errorOf(task: () => unknown): string {
  try {
    task();
    return 'ok';
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    const lines: string[] = [];
    for (let cause: OpenSearchError | null = error; cause !== null; cause = cause.causedBy) {
      lines.push(`${cause.type}: ${cause.reason}`);
    }
    return lines.join('\n');
  }
}
