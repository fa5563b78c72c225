import type { Field } from '../../../statement/index.ts';
import { call } from '../lib/api.ts';

/** What documents hold in a field. */
export interface FieldFacts {
  readonly filled: number;
  readonly total: number;
  /** null: it cannot be counted. About, when there are thousands. */
  readonly distinct: number | null;
  /** The most frequent ones. */
  readonly top: readonly { readonly value: string; readonly docs: number }[];
}

const MOST_VALUES = 8;
const COUNTED = new Set(
  'keyword byte short integer long unsigned_long float half_float scaled_float double boolean date date_nanos ip constant_keyword'.split(
    ' ',
  ),
);

/** The field whose values are counted: a text has none, its keyword has. */
function countedField({ name, type }: Field, fields: readonly Field[]): string | null {
  if (COUNTED.has(type)) return name;
  const below = fields.find((field) => field.name.startsWith(`${name}.`) && field.type === 'keyword');
  return type === 'text' && below ? below.name : null;
}

export function hasValues(field: Field, fields: readonly Field[]): boolean {
  return countedField(field, fields) !== null;
}

interface Found {
  readonly hits: { readonly total: { readonly value: number } };
  readonly aggregations: {
    readonly filled: { readonly doc_count: number };
    readonly distinct?: { readonly value: number };
    readonly top?: {
      readonly buckets: readonly {
        readonly key: unknown;
        readonly key_as_string?: string;
        readonly doc_count: number;
      }[];
    };
  };
}

/** `index` as a segment of a path. */
export async function fieldFacts(
  index: string,
  field: Field,
  fields: readonly Field[],
  signal: AbortSignal,
): Promise<FieldFacts> {
  const values = countedField(field, fields);
  const aggs = {
    filled: { filter: { exists: { field: field.name } } },
    ...(values === null
      ? {}
      : {
          distinct: { cardinality: { field: values } },
          top: { terms: { field: values, size: MOST_VALUES } },
        }),
  };
  const body = { size: 0, track_total_hits: true, aggs };
  const { hits, aggregations } = await call<Found>('POST', `/${index}/_search`, body, { signal });
  const { filled, distinct, top } = aggregations;
  return {
    filled: filled.doc_count,
    total: hits.total.value,
    distinct: distinct?.value ?? null,
    top: (top?.buckets ?? []).map(({ key, key_as_string: text, doc_count: docs }) => ({
      value: text ?? String(key),
      docs,
    })),
  };
}
