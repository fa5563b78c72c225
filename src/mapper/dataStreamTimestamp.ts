import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../common/index.ts';
import { mapperParsing } from './errors.ts';
import type { SourceToParse } from './types.ts';

const DEFAULT_FIELD = '@timestamp';

/** The field that every document of a data stream must have; `null` if the mapping is not a data stream's. */
export function timestampField(settings: JsonObject | undefined): string | null {
  if (settings?.enabled !== true) return null;
  const field = settings.timestamp_field;
  return isJsonObject(field) ? String(field.name) : DEFAULT_FIELD;
}

/** Throws unless the document has exactly one value in the field. */
export function checkTimestamp(document: SourceToParse, field: string): void {
  const text = Buffer.from(document.source).toString();
  let value: JsonValue | undefined = parseJson(text);
  for (const name of field.split('.')) value = isJsonObject(value) ? value[name] : undefined;
  const values = Array.isArray(value) ? value : [value];
  if (values.length === 1 && values[0] !== undefined && values[0] !== null) return;
  const reason = `documents must contain a single-valued timestamp field '${field}' of date type`;
  throw mapperParsing('failed to parse', illegalArgument(reason));
}
