import { illegalArgument } from '../../../common/index.ts';
import { Double, type Value } from '../../../script/index.ts';
import type { Configuration } from '../configuration.ts';
import type { IngestDocument } from '../document.ts';
import { javaClass } from '../document.ts';
import type { ProcessorType } from '../processor.ts';

/**
 * The value at a path; `null` if it is missing and `ignore_missing` is set. Throws illegal_argument if
 * missing or null otherwise.
 */
export function requiredValue(
  document: IngestDocument,
  field: string,
  ignoreMissing: boolean,
  cannot = 'cannot process it.',
): Value {
  if (ignoreMissing && !document.has(field)) return null;
  const value = document.get(field);
  if (value === null && !ignoreMissing) throw illegalArgument(`field [${field}] is null, ${cannot}`);
  return value;
}

export function asString(value: Value, field: string): string {
  if (typeof value === 'string') return value;
  throw wrongClass(value, field, 'java.lang.String');
}

export function wrongClass(value: Value, field: string, wanted: string): Error {
  return illegalArgument(`field [${field}] of type [${javaClass(value)}] cannot be cast to [${wanted}]`);
}

/** Formats a value as Java's string conversion does. */
export function javaText(value: Value): string {
  if (value instanceof Double)
    return Number.isInteger(value.value) ? value.value.toFixed(1) : String(value.value);
  if (Array.isArray(value)) return `[${value.map(javaText).join(', ')}]`;
  if (value instanceof Map)
    return `{${[...value].map(([key, item]) => `${key}=${javaText(item)}`).join(', ')}}`;
  return String(value);
}

type Convert = (text: string) => Value;

/**
 * A processor for a text, or every text of a list: `field`, `target_field`, `ignore_missing`, and its own
 * keys.
 */
export function textProcessor(
  name: string,
  doc: string,
  prepare: (configuration: Configuration, field: string) => Convert,
): ProcessorType {
  return {
    name,
    doc,
    create(configuration) {
      const field = configuration.text('field');
      const convert = prepare(configuration, field);
      const ignoreMissing = configuration.flag('ignore_missing', false);
      const target = configuration.optionalText('target_field') ?? field;
      return (document) => {
        const value = requiredValue(document, field, ignoreMissing);
        if (value === null) return;
        document.set(target, converted(value, field, convert));
      };
    },
  };
}

function converted(value: Value, field: string, convert: Convert): Value {
  if (!Array.isArray(value)) return convert(asString(value, field));
  return value.map((item) => {
    if (typeof item === 'string') return convert(item);
    throw illegalArgument(
      `value [${javaText(item)}] of type [${javaClass(item)}] in list field [${field}] cannot be cast to [java.lang.String]`,
    );
  });
}
