import { isJsonObject, type JsonObject, type JsonValue, type Steps } from '../common/index.ts';
import { dateFormatter } from './dates/index.ts';
import { EMPTY_OBJECT, type RootNode } from './definition.ts';
import { parseTemplates } from './dynamicTemplates.ts';
import { classCast, mapperParsing } from './errors.ts';
import { javaTextInOrder } from './javaText.ts';
import { checkNothingLeft } from './leftovers.ts';
import { namedBoolean, nullNode, readObjectParameters } from './mappingParser.ts';
import { isMetadataField } from './metadataFields.ts';
import { takeMetadata } from './metadataMappers.ts';
import type { IndexComponents } from './parameters.ts';

/** Parses a mapping body (`{properties: …, dynamic: …}`). Throws as the original does, unwrapped. */
export function* parseRoot(mapping: JsonObject, environment: IndexComponents): Steps<RootNode> {
  const rest = { ...mapping };
  const metadata = takeMetadata(rest);
  const meta = rest._meta ?? null;
  if (meta !== null && !isJsonObject(meta)) throw classCast(meta, 'java.util.Map');
  const root = {
    meta,
    metadata,
    dynamicTemplates: parseTemplates(rest.dynamic_templates),
    dynamicDateFormats: parseDateFormats(rest.dynamic_date_formats),
    dateDetection: detection(rest, 'date_detection'),
    numericDetection: detection(rest, 'numeric_detection'),
  };
  for (const key of [
    '_meta',
    'dynamic_templates',
    'dynamic_date_formats',
    'date_detection',
    'numeric_detection',
  ]) {
    delete rest[key];
  }
  const object = yield* readObjectParameters(EMPTY_OBJECT, rest, environment);
  checkNothingLeft('Root mapping definition', rest);
  for (const name of object.children.keys()) {
    if (isMetadataField(name)) throw mapperParsing(`Field [${name}] is defined more than once`);
  }
  return { ...root, object };
}

function detection(mapping: JsonObject, name: string): boolean | null {
  const value = mapping[name];
  if (value === undefined) return null;
  if (value === null) throw nullNode('node');
  return namedBoolean(value, name);
}

function textList(value: JsonValue): string[] {
  return (Array.isArray(value) ? value : [value]).map(javaTextInOrder);
}

function parseDateFormats(value: JsonValue | undefined): readonly string[] | null {
  if (value === undefined) return null;
  const formats = textList(value).filter((format) => format !== 'none');
  for (const format of formats) {
    if (format.startsWith('epoch_')) {
      throw mapperParsing(`Epoch [${format}] is not supported as dynamic date format`);
    }
    dateFormatter(format);
  }
  return formats;
}
