import { illegalArgument, isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import { type DocumentContext, PreviewedError, previewing } from '../documentContext.ts';
import { mapperParsing } from '../errors.ts';
import { type FieldTypeDefinition, mappedFieldType } from '../fieldTypes.ts';
import { formatIp, parseCidr, parseIp, stepIp } from '../ipAddress.ts';
import { javaText } from '../javaText.ts';
import {
  boostParameter,
  coerceParameter,
  docValuesParameter,
  indexParameter,
  metaParameter,
  storeParameter,
} from '../parameters.ts';
import { queryText } from './queryText.ts';
import { noFormat, unusedLocale } from './range.ts';

const LOWEST = '0'.repeat(32);
const HIGHEST = 'f'.repeat(32);

/** Inclusive bounds of 32 hex digits each. */
type Bounds = readonly [from: string, to: string];

/** Ranges of addresses: terms of 64 hex digits, the first address and the last. */
export const ipRangeType: FieldTypeDefinition = {
  typeName: 'ip_range',
  parameters: [
    indexParameter,
    docValuesParameter,
    storeParameter,
    coerceParameter,
    noFormat,
    unusedLocale,
    boostParameter,
    metaParameter,
  ],
  create: (field) => {
    const indexed = field.values.boolean('index');
    const docValues = field.values.boolean('doc_values');
    return {
      type: mappedFieldType(field, {
        family: 'range',
        toIndexValue: (value) => parseIp(queryText(value)),
        render: (value) => renderRange(String(value)),
      }),
      parse: (value, context) => {
        if (value === null) return;
        const [from, to] = readBounds(field.name, value, context);
        if (from > to) {
          const reason = 'min value cannot be greater than max value for InetAddressRange field';
          throw new PreviewedError(illegalArgument(reason), typeof value === 'string' ? value : 'null');
        }
        if (indexed || docValues) context.doc.addTerm(field, from + to, true, docValues);
      },
    };
  },
};

function renderRange(term: string): JsonObject {
  return { gte: formatIp(term.slice(0, 32)), lte: formatIp(term.slice(32)) };
}

function readBounds(name: string, value: JsonValue, context: DocumentContext): Bounds {
  if (typeof value === 'string') {
    const { from, to } = parseCidr(value);
    return [from, to];
  }
  if (!isJsonObject(value)) {
    throw mapperParsing(`error parsing field [${name}], expected an object but got ${javaText(value)}`);
  }
  let from = LOWEST;
  let to = HIGHEST;
  for (const [key, member] of Object.entries(value)) {
    const address = previewing(
      () => javaText(context.exactValue([key])),
      () => {
        if (key !== 'gt' && key !== 'gte' && key !== 'lt' && key !== 'lte') {
          throw mapperParsing(`error parsing field [${name}], with unknown parameter [${key}]`);
        }
        return member === null ? null : parseIp(context.textOf(member, [key]));
      },
    );
    if (address === null) continue;
    if (key === 'gte') from = address;
    else if (key === 'lte') to = address;
    else if (key === 'gt') from = stepIp(address, 1) ?? HIGHEST;
    else to = stepIp(address, -1) ?? LOWEST;
  }
  return [from, to];
}
