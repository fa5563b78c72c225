import { type FieldValues, isFields } from './record.ts';

/** A field of a mapping. */
export interface FieldMapping {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, FieldMapping>>;
  readonly fields?: Readonly<Record<string, FieldMapping>>;
  readonly ignore_above?: number;
}

/** Dynamic mappings do not index keyword values longer than this. */
const KEYWORD_CHARACTERS = 256;
const TEXT: FieldMapping = {
  type: 'text',
  fields: { keyword: { type: 'keyword', ignore_above: KEYWORD_CHARACTERS } },
};

const DATE_FORMS: readonly (readonly [form: RegExp, mapping: FieldMapping])[] = [
  [
    /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/,
    { type: 'date' },
  ],
  [/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, { type: 'date', format: 'yyyy-MM-dd HH:mm:ss' }],
  [/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}$/, { type: 'date', format: 'yyyy-MM-dd HH:mm:ss.SSS' }],
];

/**
 * Infers mapping properties from sample documents. Integers become `long`, mixed with fractions `double`;
 * date-like strings `date`; strings without spaces or with many repetitions `keyword`, other strings `text`
 * with a `keyword` sub-field; objects with `lat` and `lon` `geo_point`. Fields of mixed types are omitted, so
 * that the server decides.
 */
export function inferMapping(documents: readonly FieldValues[]): Readonly<Record<string, FieldMapping>> {
  const values = new Map<string, unknown[]>();
  for (const fields of documents) {
    for (const [name, value] of Object.entries(fields)) {
      let column = values.get(name);
      if (!column) values.set(name, (column = []));
      for (const item of Array.isArray(value) ? value.flat() : [value]) {
        if (item !== null && item !== undefined) column.push(item);
      }
    }
  }
  const inferred = [...values].flatMap(([name, column]) => {
    const mapping = mappingOf(column);
    return mapping === null ? [] : [[name, mapping] as const];
  });
  return Object.fromEntries(inferred);
}

function mappingOf(values: readonly unknown[]): FieldMapping | null {
  if (values.length === 0) return null;
  if (values.every((value) => typeof value === 'boolean')) return { type: 'boolean' };
  if (values.every((value) => typeof value === 'number')) {
    return { type: values.every(Number.isInteger) ? 'long' : 'double' };
  }
  if (values.every((value) => typeof value === 'string')) return textMapping(values);
  if (!values.every(isFields)) return null;
  return values.every(isPlace) ? { type: 'geo_point' } : { properties: inferMapping(values) };
}

function textMapping(texts: readonly string[]): FieldMapping {
  const date = DATE_FORMS.find(([form]) => texts.every((text) => form.test(text) && isDay(text)));
  if (date) return date[1];
  if (texts.some((text) => text.length > KEYWORD_CHARACTERS)) return TEXT;
  const isName = !texts.some((text) => /\s/.test(text)) || new Set(texts).size <= texts.length / 2;
  return isName ? { type: 'keyword' } : TEXT;
}

/** Rejects days that do not exist, such as 30 February. */
function isDay(text: string): boolean {
  return !Number.isNaN(Date.parse(text.slice(0, 10)));
}

function isPlace(fields: FieldValues): boolean {
  const { lat, lon } = fields;
  if (Object.keys(fields).length !== 2 || typeof lat !== 'number' || typeof lon !== 'number') return false;
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
}
