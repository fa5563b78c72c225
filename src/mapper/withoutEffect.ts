/** Field parameters that are accepted and printed as in the original, but have no effect here. */
interface Row {
  /** `null` for all types that have the parameter. */
  readonly types: readonly string[] | null;
  readonly names: readonly string[];
  readonly because: string;
}

/**
 * A test fails if a parameter that no code reads is missing from this table. `docs/reference/` is generated from it.
 */
export const unusedMappingParameters: readonly Row[] = [
  {
    types: null,
    names: ['eager_global_ordinals'],
    because: 'ordinals are ready as soon as documents can be searched',
  },
  {
    types: ['date', 'date_nanos', 'date_range'],
    names: ['locale'],
    because: 'not emulated: names of months and days are read and printed in English',
  },
  {
    types: ['date_range', 'ip_range'],
    names: ['coerce'],
    because: 'there is nothing to coerce in the bounds of dates and addresses',
  },
  {
    types: ['geo_shape'],
    names: ['orientation', 'doc_values'],
    because: 'not emulated: no polygon crosses the date line, and no aggregation reads shapes',
  },
  {
    types: ['text'],
    names: ['fielddata_frequency_filter'],
    because: 'not emulated: all terms are loaded',
  },
  {
    types: ['text'],
    names: ['index_prefixes', 'index_phrases'],
    because: 'prefixes and phrases are found without fields of their own',
  },
  {
    types: ['knn_vector'],
    names: ['index', 'model_id'],
    because: 'the first is forgotten as in the original; there are no trained models',
  },
  {
    types: ['search_as_you_type'],
    names: ['doc_values', 'index_options'],
    because: 'the first may only be false; not emulated: positions are always indexed',
  },
];
