import { illegalArgument } from '../../common/index.ts';
import { checkUse, columnRefusal, isFielddata, type MappedFieldType } from '../../mapper/index.ts';
import type { FieldSort } from './fieldSort.ts';
import { numericKey } from './numericKey.ts';
import type { SortKey } from './sortKey.ts';
import { textKey } from './textKey.ts';

/** Sorts by a column. Throws illegal_argument for fields without one. */
export function fieldKey(sort: FieldSort): SortKey {
  const { field } = sort;
  checkSortable(field);
  switch (field.family) {
    case 'numeric':
    case 'date':
    case 'boolean':
      return numericKey(sort);
    default:
      return textKey(sort);
  }
}

function checkSortable(field: MappedFieldType): void {
  checkUse(field, 'sort');
  if (isFielddata(field)) return;
  if (field.family === 'text') {
    throw illegalArgument(
      `Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [${field.name}] in order to load field data by uninverting the inverted index. Note that this can use significant memory.`,
    );
  }
  if (field.family === 'geo_point') {
    throw illegalArgument(
      "can't sort on geo_point field without using specific sorting feature, like geo_distance",
    );
  }
  const sortable = ['numeric', 'date', 'boolean', 'keyword', 'ip', 'range'].includes(field.family);
  if (!sortable || !field.hasDocValues) {
    throw illegalArgument(columnRefusal(field));
  }
}
