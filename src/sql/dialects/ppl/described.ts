import { type DescribedRows, type FieldTable, namesInOrder } from '../../binder/index.ts';
import { columnColumns } from '../../metadata/index.ts';
import type { SqlValue } from '../../values/index.ts';

/** What `describe` and `show datasources` list. */

export const DATASOURCES: DescribedRows = {
  names: ['DATASOURCE_NAME', 'CONNECTOR_TYPE'],
  rows: [['@opensearch', 'OPENSEARCH']],
};

export const NOTHING_DESCRIBED: DescribedRows = { names: columnColumns, rows: [] };

/** A row for each field, objects before their members; the index by the name that was asked for. */
export function describedColumns(index: string, fields: FieldTable): DescribedRows {
  const rows = namesInOrder(fields).map((path, position) => {
    const known: Readonly<Record<string, SqlValue>> = {
      TABLE_CAT: 'opensearch',
      TABLE_NAME: index,
      COLUMN_NAME: path,
      TYPE_NAME: fields.get(path)?.mappingType ?? null,
      NUM_PREC_RADIX: 10,
      NULLABLE: 2,
      ORDINAL_POSITION: position,
      IS_NULLABLE: '',
      IS_AUTOINCREMENT: 'NO',
      IS_GENERATEDCOLUMN: '',
    };
    return columnColumns.map((name) => known[name] ?? null);
  });
  return { names: columnColumns, rows };
}
