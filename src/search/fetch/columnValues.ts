import {
  decimalFormat,
  type ExactJsonValue,
  illegalArgument,
  type JsonValue,
  jsonDouble,
  jsonFloat,
} from '../../common/index.ts';
import { checkUse, type MappedFieldType } from '../../mapper/index.ts';
import { checkFielddata, valueColumn } from '../../query/index.ts';
import type { SegmentReader } from '../../segment/index.ts';

/**
 * A field's doc values of one document as JSON; empty if it has none. Throws for fields without doc values.
 */
export function docValuesOf(
  reader: SegmentReader,
  field: MappedFieldType,
  doc: number,
  format: string | null,
): ExactJsonValue[] {
  checkDocValues(field);
  if (format !== null && field.family !== 'numeric' && field.family !== 'date') {
    throw illegalArgument(
      `Field [${field.name}] of type [${field.typeName}] does not support custom formats`,
    );
  }
  const column = field.nanos === undefined ? valueColumn(reader, field) : reader.column(field.nanos.column);
  if (column === null || (column.presence !== null && !column.presence.has(doc))) return [];
  if (column.kind === 'binary')
    return column.values(doc).map((bytes) => Buffer.from(bytes).toString('base64'));
  const from = column.offsets === null ? doc : column.offsets[doc];
  const to = column.offsets === null ? doc + 1 : column.offsets[doc + 1];
  const values: ExactJsonValue[] = [];
  const single = field.numericKind === 'float' || field.numericKind === 'half_float';
  for (let i = from; i < to; i++) {
    switch (column.kind) {
      case 'numeric': {
        const value = column.values[i];
        if (format !== null && field.family === 'numeric') values.push(decimalFormat(format)(Number(value)));
        else if (single) values.push(jsonFloat(Number(value)));
        else values.push(typedValue(field, field.render(value, { format })));
        break;
      }
      case 'ordinals':
        values.push(field.render(column.dictionary.term(column.ords[i]), { format }));
        break;
      case 'pairs':
        values.push(pairValue(field, column.first[i], column.second[i]));
        break;
    }
  }
  return values;
}

/** Rendered values of floating-point fields are doubles, even if integral. */
export function typedValue(field: MappedFieldType, value: JsonValue): ExactJsonValue {
  return typeof value === 'number' && hasFractions(field) ? jsonDouble(value) : value;
}

function hasFractions({ numericKind }: MappedFieldType): boolean {
  return numericKind !== null && FRACTIONS.has(numericKind);
}

const FRACTIONS: ReadonlySet<string> = new Set(['double', 'float', 'half_float', 'scaled_float']);

function pairValue(field: MappedFieldType, first: number, second: number): JsonValue {
  return field.family === 'geo_point' ? `${first}, ${second}` : { gte: first, lte: second };
}

function checkDocValues(field: MappedFieldType): void {
  checkUse(field, 'values');
  checkFielddata(field);
}
