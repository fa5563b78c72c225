import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '../common/index.ts';
import { classCast, mapperParsing } from './errors.ts';
import { javaTextInOrder } from './javaText.ts';
import { toBoolean } from './parameters.ts';

/** A parameter of a metadata mapper. Only `free` ones can change once there is a mapping. */
interface MetadataParameter {
  readonly name: string;
  readonly defaultValue: JsonValue;
  readonly parse: (value: JsonValue) => JsonValue;
  readonly free?: true;
}

function flag(name: string, defaultValue: boolean): MetadataParameter {
  return { name, defaultValue, parse: toBoolean };
}

function patterns(name: string): MetadataParameter {
  return {
    name,
    defaultValue: [],
    parse: (value) => {
      if (!Array.isArray(value)) throw classCast(value, 'java.util.List');
      return value.map(javaTextInOrder);
    },
  };
}

const METADATA: Readonly<Record<string, readonly MetadataParameter[]>> = {
  _routing: [flag('required', false)],
  _source: [flag('enabled', true), patterns('includes'), patterns('excludes')],
  _field_names: [flag('enabled', true)],
  _data_stream_timestamp: [
    { ...flag('enabled', false), free: true },
    { name: 'timestamp_field', defaultValue: null, parse: (value) => value, free: true },
  ],
};

const FIXED: ReadonlySet<string> = new Set([
  '_id',
  '_index',
  '_ignored',
  '_seq_no',
  '_version',
  '_nested_path',
]);

/**
 * Removes the metadata mappers from a mapping body and returns them, without parameters equal to their
 * default.
 */
export function takeMetadata(rest: JsonObject): ReadonlyMap<string, JsonObject> {
  const metadata = new Map<string, JsonObject>();
  for (const [name, value] of Object.entries(rest)) {
    const isFixed = FIXED.has(name);
    if (!isFixed && !Object.hasOwn(METADATA, name)) continue;
    if (!isJsonObject(value)) throw illegalArgument('[_parent] must be an object containing [type]');
    if (isFixed) throw mapperParsing(`${name} is not configurable`);
    metadata.set(name, readMapper(name, value));
    delete rest[name];
  }
  return metadata;
}

function readMapper(mapper: string, body: JsonObject): JsonObject {
  const given: JsonObject = {};
  for (const [key, value] of Object.entries(body)) {
    const parameter = METADATA[mapper].find(({ name }) => name === key);
    if (parameter === undefined) {
      throw mapperParsing(`unknown parameter [${key}] on mapper [${mapper}] of type [null]`);
    }
    const parsed = parameter.parse(value);
    if (stringifyJson(parsed) !== stringifyJson(parameter.defaultValue)) given[key] = parsed;
  }
  return Object.fromEntries(
    METADATA[mapper].flatMap(({ name }) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
}

/** Throws illegal_argument_exception if a metadata mapper would change. */
export function checkMetadata(
  current: ReadonlyMap<string, JsonObject>,
  incoming: ReadonlyMap<string, JsonObject>,
): void {
  for (const [mapper, body] of incoming) {
    const before = current.get(mapper) ?? {};
    const conflicts = METADATA[mapper]
      .filter(({ free }) => free !== true)
      .map(({ name, defaultValue }) => ({
        name,
        from: before[name] ?? defaultValue,
        to: body[name] ?? defaultValue,
      }))
      .filter(({ from, to }) => stringifyJson(from) !== stringifyJson(to))
      .map(
        ({ name, from, to }) =>
          `\n\tCannot update parameter [${name}] from [${javaTextInOrder(from)}] to [${javaTextInOrder(to)}]`,
      );
    if (conflicts.length > 0) {
      throw illegalArgument(`Mapper for [${mapper}] conflicts with existing mapper:${conflicts.join('')}`);
    }
  }
}
