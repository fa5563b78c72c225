import { fieldTypes } from '../../mapper/index.ts';
import {
  type BodyShape,
  byKey,
  field,
  flag,
  free,
  list,
  members,
  object,
  ref,
  startingWith,
  words,
} from './shape.ts';
import { FIELDS_START } from './starts.ts';

const dynamic = words('true', 'false', 'strict');
const properties = startingWith(FIELDS_START, byKey('name', startingWith('{"type": "|"}', ref('field'))));

/** Parameters with known values, whatever the type; others take any value. */
const PARAMETERS: Readonly<Record<string, BodyShape>> = {
  index: flag,
  store: flag,
  doc_values: flag,
  norms: flag,
  fielddata: flag,
  eager_global_ordinals: flag,
  coerce: flag,
  ignore_malformed: flag,
  ignore_z_value: flag,
  split_queries_on_whitespace: flag,
  index_options: words('docs', 'freqs', 'positions', 'offsets'),
  term_vector: words('no', 'yes', 'with_positions', 'with_offsets', 'with_positions_offsets'),
  analyzer: words('standard', 'simple', 'whitespace', 'keyword', 'english'),
  search_analyzer: words('standard', 'simple', 'whitespace', 'keyword', 'english'),
  similarity: words('BM25', 'boolean'),
  format: words('strict_date_optional_time||epoch_millis', 'epoch_millis', 'epoch_second', 'yyyy-MM-dd'),
  method: object({
    name: words('hnsw'),
    space_type: words('l2', 'cosinesimil', 'innerproduct', 'l1', 'linf'),
    engine: words('nmslib', 'faiss', 'lucene'),
    parameters: object(members('ef_construction m ef_search')),
  }),
  index_prefixes: object(members('min_chars max_chars')),
};

/** The mapping of a field; its type adds members. */
function fieldShape(): BodyShape {
  const below = { fields: properties, copy_to: field };
  const types = [...fieldTypes.values()].map(({ typeName, parameters, multiFields }) => {
    const own = parameters
      .filter(({ dropped }) => dropped !== true)
      .map(({ name }) => [name, PARAMETERS[name] ?? free]);
    return [typeName, object({ ...Object.fromEntries(own), ...(multiFields === false ? {} : below) })];
  });
  const inner = { properties, dynamic, enabled: flag };
  const byType: Record<string, BodyShape> = {
    ...Object.fromEntries(types),
    object: object(inner),
    nested: object({ ...inner, include_in_parent: flag, include_in_root: flag }),
    alias: object({ path: field }),
  };
  return { members: { type: words(...Object.keys(byType).sort()), properties }, byType };
}

const index = members('refresh_interval max_result_window default_pipeline final_pipeline', {
  number_of_shards: words(1),
  number_of_replicas: words(0, 1),
  auto_expand_replicas: words('0-1', '0-all', 'false'),
  knn: flag,
  'knn.algo_param.ef_search': free,
  hidden: flag,
  sort: object(members('order mode missing', { field })),
});

const analysisParts = Object.fromEntries(
  ['analyzer', 'tokenizer', 'filter', 'char_filter', 'normalizer'].map((part) => [
    part,
    byKey(
      'name',
      object(
        members('type stopwords min_gram max_gram', { tokenizer: free, filter: free, char_filter: free }),
      ),
    ),
  ]),
);

/** The shapes of mappings and settings, by name. */
export const mappingShapes: Readonly<Record<string, BodyShape>> = {
  field: fieldShape(),
  mapping: object({
    properties,
    dynamic,
    date_detection: flag,
    numeric_detection: flag,
    dynamic_date_formats: free,
    dynamic_templates: list(
      byKey(
        'name',
        object(
          members('match unmatch path_match path_unmatch match_mapping_type match_pattern', {
            mapping: ref('field'),
          }),
        ),
      ),
    ),
    _source: object({ enabled: flag, includes: free, excludes: free }),
    _routing: object({ required: flag }),
    _meta: free,
  }),
  settings: object({ ...index, index: object(index), analysis: object(analysisParts) }),
  alias: object(
    members('routing index_routing search_routing', {
      filter: ref('query'),
      is_write_index: flag,
      is_hidden: flag,
    }),
  ),
};
