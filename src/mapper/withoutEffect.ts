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
    because: 'ordinals always exist as soon as documents are searchable',
  },
  {
    types: ['date', 'date_nanos', 'date_range'],
    names: ['locale'],
    because: 'not emulated: month and day names are always English',
  },
  {
    types: ['date_range', 'ip_range'],
    names: ['coerce'],
    because: 'bounds of dates and addresses need no coercion',
  },
  {
    types: ['geo_shape'],
    names: ['orientation', 'doc_values'],
    because: 'not emulated: polygons never cross the date line, and no aggregation supports shapes',
  },
  {
    types: ['text'],
    names: ['fielddata_frequency_filter'],
    because: 'not emulated: all terms are loaded',
  },
  {
    types: ['text'],
    names: ['index_prefixes', 'index_phrases'],
    because: 'prefixes and phrases are found without additional fields',
  },
  {
    types: ['knn_vector'],
    names: ['index', 'model_id'],
    because: '`index` is dropped as in the original; there are no trained models',
  },
  {
    types: ['search_as_you_type'],
    names: ['doc_values', 'index_options'],
    because: '`doc_values` can only be false; not emulated: positions are always indexed',
  },
];
