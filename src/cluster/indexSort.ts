import { type FlatSettings, illegalArgument, listSetting } from '../common/index.ts';
import { columnRefusal, type MappedFieldType, type MapperService } from '../mapper/index.ts';

/** Checks `index.sort.*` of a new index against its mapping. Throws illegal_argument_exception. */
export function checkIndexSort(settings: FlatSettings, mapper: MapperService): void {
  const fields = listSetting(settings, 'index.sort.field');
  for (const order of listSetting(settings, 'index.sort.order')) {
    if (order !== 'asc' && order !== 'desc') throw illegalArgument(`Illegal sort order:${order}`);
  }
  for (const mode of listSetting(settings, 'index.sort.mode')) checkMode(mode.toUpperCase(), mode);
  for (const missing of listSetting(settings, 'index.sort.missing')) {
    if (missing === '_first' || missing === '_last') continue;
    throw illegalArgument(`Illegal missing value:[${missing}], must be one of [_last, _first]`);
  }
  if (fields.length === 0) return;
  if (mapper.fields().some(({ nestedPath }) => nestedPath !== null)) {
    throw illegalArgument('cannot have nested fields when index sort is activated');
  }
  for (const name of fields) {
    const field = mapper.field(name);
    if (field === undefined) throw illegalArgument(`unknown index sort field:[${name}]`);
    checkSortable(name, field);
  }
}

function checkMode(mode: string, given: string): void {
  if (mode === 'MIN' || mode === 'MAX') return;
  if (mode !== 'AVG' && mode !== 'SUM' && mode !== 'MEDIAN')
    throw illegalArgument(`Illegal sort mode: ${given}`);
  throw illegalArgument(`Illegal index sort mode:[${mode}], must be one of [MAX, MIN]`);
}

function checkSortable(name: string, field: MappedFieldType): void {
  const { family, hasDocValues, typeName } = field;
  if (family === 'metadata') throw illegalArgument(`invalid index sort field:[${name}]`);
  if (family === 'geo_point') {
    throw illegalArgument(
      `can't sort on ${typeName} field without using specific sorting feature, like geo_distance`,
    );
  }
  if (!hasDocValues) {
    throw illegalArgument(
      `docvalues not found for index sort field:[${name}]`,
      illegalArgument(family === 'text' ? textRefusal(name) : columnRefusal({ name, typeName })),
    );
  }
}

function textRefusal(name: string): string {
  return (
    'Text fields are not optimised for operations that require per-document field data like aggregations and ' +
    'sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set ' +
    `fielddata=true on [${name}] in order to load field data by uninverting the inverted index. Note that this can ` +
    'use significant memory.'
  );
}
