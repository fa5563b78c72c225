import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  objectExpected,
} from '../../common/index.ts';
import {
  anyField,
  type Field,
  type FieldPlace,
  objectField,
  parseObject,
  stringField,
  valueField,
} from '../framework/objectParser.ts';

export interface SortCriterion {
  readonly path: string;
  readonly ascending: boolean;
}

/** `["path"]`, `[{"path": "desc"}]`, `{"path": {"order": "desc"}}`: the syntax of field sorts. */
export const bucketSortField: Field<readonly SortCriterion[]> = anyField(
  ['START_OBJECT', 'START_ARRAY'],
  (value, place) => {
    if (isJsonObject(value)) return readObject(value, place);
    return (value as JsonValue[]).flatMap((item, key) => {
      if (typeof item === 'string') return [criterion(item, null)];
      if (isJsonObject(item)) return readObject(item, place);
      const accepted = 'within the sort array, an object, or an actual string are allowed';
      const at = { container: value as JsonValue[], key, edge: 'value' } as const;
      throw illegalArgument(`malformed sort format, ${accepted}`).placedAt(at);
    });
  },
);

function readObject(json: JsonObject, place: FieldPlace): SortCriterion[] {
  return Object.entries(json).map(([path, given]) => {
    // The original steps over the brackets of a list with one object.
    const value = Array.isArray(given) && given.length === 1 && isJsonObject(given[0]) ? given[0] : given;
    if (typeof value === 'string') return criterion(path, readOrder(value, { container: json, key: path }));
    if (isJsonObject(value) && FOREIGN.has(path)) throw foreignSort(path);
    if (isJsonObject(value)) {
      const { order = null } = parseObject(value, fields, { parser: 'field_sort', ...place });
      return criterion(path, order);
    }
    throw objectExpected('field_sort', json, path);
  });
}

/** The options of a field sort; only `order` has an effect on buckets. */
const fields = {
  order: stringField((text, place) => readOrder(text, place)),
  missing: valueField(),
  mode: stringField(),
  unmapped_type: stringField(),
  numeric_type: stringField(),
  nested: objectField(() => null),
} as const;

function readOrder(text: string, { container, key }: Pick<FieldPlace, 'container' | 'key'>): boolean {
  const order = text.toLowerCase();
  if (order === 'asc' || order === 'desc') return order === 'asc';
  const reason = `No enum constant org.opensearch.search.sort.SortOrder.${text.toUpperCase()}`;
  throw new OpenSearchError('illegal_argument_exception', reason, { at: { container, key, edge: 'value' } });
}

/** Sorts other than by field. */
const FOREIGN = new Set(['_score', '_script', '_geo_distance']);

function criterion(path: string, ascending: boolean | null): SortCriterion {
  if (FOREIGN.has(path)) throw foreignSort(path);
  return { path, ascending: ascending ?? true };
}

function foreignSort(path: string) {
  return illegalArgument(`[bucket_sort] only supports field based sorting; incompatible sort: [${path}]`);
}
