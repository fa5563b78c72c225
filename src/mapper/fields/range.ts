import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  javaDouble,
} from '../../common/index.ts';
import { type DateFormatter, dateFormatter } from '../dates/index.ts';
import { type DocumentContext, PreviewedError, previewing } from '../documentContext.ts';
import { mapperParsing } from '../errors.ts';
import { type FieldTypeDefinition, mappedFieldType, type ParameterValues } from '../fieldTypes.ts';
import { javaText, javaTextInOrder } from '../javaText.ts';
import {
  boostParameter,
  coerceParameter,
  docValuesParameter,
  indexParameter,
  metaParameter,
  type Parameter,
  storeParameter,
} from '../parameters.ts';
import type { RangeBoundOptions } from '../types.ts';
import { DEFAULT_DATE_FORMAT, dateBound, formatParameter, localeParameter } from './date.ts';
import {
  doubleFormat,
  floatFormat,
  integerFormatOf32Bits,
  longFormat,
  type NumberFormat,
} from './numericKinds.ts';

/** How the bounds of a range type are parsed. */
interface BoundKind {
  readonly min: number;
  readonly max: number;
  /** Parses the bound `key` of a document; `roundUp` as in date math. */
  readonly read: (value: JsonValue, key: string, context: DocumentContext, roundUp: boolean) => number;
  readonly fromQuery: (value: JsonValue, options: RangeBoundOptions) => number;
  /** The next greater (1) or smaller (-1) value. */
  readonly step: (value: number, by: 1 | -1) => number;
  readonly print: (value: number) => string;
}

interface RangeRow {
  readonly typeName: string;
  readonly bounds: (values: ParameterValues) => BoundKind;
}

const wholeStep = (value: number, by: 1 | -1): number => value + by;

function numberBounds(format: NumberFormat, limits: readonly [number, number], whole: boolean) {
  return (values: ParameterValues): BoundKind => {
    const coerce = values.boolean('coerce');
    return {
      min: limits[0],
      max: limits[1],
      read: (value, _key, context) => Number(format.fromDocument(value, context, coerce)),
      fromQuery: (value) => Number(format.fromQuery(value)),
      step: whole ? wholeStep : format.kind === 'float' ? stepFloat : stepDouble,
      print: whole ? String : javaDouble,
    };
  };
}

const NEVER_NOW = { format: null, timeZone: null };

function dateBounds(values: ParameterValues): BoundKind {
  const formatter: DateFormatter = dateFormatter(values.text('format') ?? DEFAULT_DATE_FORMAT);
  return {
    min: -(2 ** 63),
    max: 2 ** 63,
    read: (value, key, context, roundUp) => {
      const text = context.textOf(value, [key]);
      if (text.startsWith('now')) throw illegalArgument('now is not used at indexing time');
      return dateBound(text, formatter, { ...NEVER_NOW, roundUp, now: () => 0 }).epochMs;
    },
    fromQuery: (value, options) => dateBound(value, formatter, options).epochMs,
    step: wholeStep,
    print: String,
  };
}

const words = new BigInt64Array(1);
const doubles = new Float64Array(words.buffer);
const halves = new Int32Array(1);
const floats = new Float32Array(halves.buffer);

function stepDouble(value: number, by: 1 | -1): number {
  if (!Number.isFinite(value)) return value;
  if (value === 0) return by * Number.MIN_VALUE;
  doubles[0] = value;
  words[0] += value > 0 === by > 0 ? 1n : -1n;
  return doubles[0];
}

function stepFloat(value: number, by: 1 | -1): number {
  if (!Number.isFinite(value)) return value;
  if (value === 0) return by * 2 ** -149;
  floats[0] = value;
  halves[0] += value > 0 === by > 0 ? 1 : -1;
  return floats[0];
}

const ROWS: readonly RangeRow[] = [
  { typeName: 'integer_range', bounds: numberBounds(integerFormatOf32Bits, [-(2 ** 31), 2 ** 31 - 1], true) },
  { typeName: 'long_range', bounds: numberBounds(longFormat, [-(2 ** 63), 2 ** 63], true) },
  { typeName: 'float_range', bounds: numberBounds(floatFormat, [-Infinity, Infinity], false) },
  { typeName: 'double_range', bounds: numberBounds(doubleFormat, [-Infinity, Infinity], false) },
  { typeName: 'date_range', bounds: dateBounds },
];

const dateRangeFormat: Parameter = {
  ...formatParameter(DEFAULT_DATE_FORMAT),
  parse: (value) => {
    const format = javaTextInOrder(value);
    dateFormatter(format);
    return format;
  },
};

/** All range types accept it; only date ranges keep it. */
export const unusedLocale: Parameter = { ...localeParameter, dropped: true };

export const noFormat: Parameter = {
  ...formatParameter(DEFAULT_DATE_FORMAT),
  parse: (_value, { fieldName }) => {
    throw illegalArgument(
      `field [${fieldName}] of type [range] should not define a dateTimeFormatter unless it is a DATE type`,
    );
  },
};

function rangeType(row: RangeRow): FieldTypeDefinition {
  const dates = row.typeName === 'date_range';
  return {
    typeName: row.typeName,
    parameters: [
      indexParameter,
      docValuesParameter,
      storeParameter,
      coerceParameter,
      dates ? dateRangeFormat : noFormat,
      dates ? localeParameter : unusedLocale,
      boostParameter,
      metaParameter,
    ],
    create: (field) => {
      const bounds = row.bounds(field.values);
      const kept = field.values.boolean('index') || field.values.boolean('doc_values');
      const query = (value: JsonValue, options: RangeBoundOptions): number =>
        bounds.fromQuery(value, options);
      return {
        type: mappedFieldType(field, {
          family: 'range',
          toIndexValue: (value) => query(value, { ...NEVER_NOW, roundUp: false, now: () => 0 }),
          toRangeBound: query,
          nextBound: bounds.step,
        }),
        parse: (value, context) => {
          if (value === null) return;
          if (!isJsonObject(value)) {
            throw mapperParsing(
              `error parsing field [${field.name}], expected an object but got ${javaText(value)}`,
            );
          }
          const [from, to] = readRange(field.name, value, bounds, context);
          if (kept) context.doc.addRange(field, from, to);
        },
      };
    },
  };
}

/** Reads inclusive bounds. Errors preview the value that the original's parser has reached. */
function readRange(
  name: string,
  value: JsonObject,
  bounds: BoundKind,
  context: DocumentContext,
): [number, number] {
  let { min: from, max: to } = bounds;
  for (const [key, member] of Object.entries(value)) {
    const lower = key.startsWith('g');
    const included = key.endsWith('e');
    const read = previewing(
      () => javaText(context.exactValue([key])),
      () => {
        if (!BOUNDS.has(key)) {
          throw mapperParsing(`error parsing field [${name}], with unknown parameter [${key}]`);
        }
        return member === null ? null : bounds.read(member, key, context, lower ? !included : included);
      },
    );
    if (read === null) continue;
    if (lower) from = included ? read : bounds.step(read, 1);
    else to = included ? read : bounds.step(read, -1);
  }
  if (from > to) {
    const reason = `min value (${bounds.print(from)}) is greater than max value (${bounds.print(to)})`;
    throw new PreviewedError(illegalArgument(reason), 'null');
  }
  return [from, to];
}

const BOUNDS: ReadonlySet<string> = new Set(['gt', 'gte', 'lt', 'lte']);

export const rangeTypes: readonly FieldTypeDefinition[] = ROWS.map(rangeType);
