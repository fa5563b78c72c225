import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberFormat,
} from '../../common/index.ts';
import { classCast } from '../errors.ts';
import type { ParameterValues } from '../fieldTypes.ts';
import { javaTextInOrder } from '../javaText.ts';
import { checkNothingLeft } from '../leftovers.ts';
import { type Parameter, toInteger } from '../parameters.ts';

/** A parameter that is an object; `read` must remove the members that it knows. */
function objectParameter(
  name: string,
  updateable: boolean,
  read: (rest: JsonObject) => JsonObject,
): Parameter {
  return {
    name,
    defaultValue: null,
    updateable,
    acceptsNull: true,
    parse: (value: JsonValue, { fieldName }) => {
      if (value === null) return null;
      if (!isJsonObject(value)) throw classCast(value, 'java.util.Map');
      const rest = { ...value };
      const parsed = read(rest);
      checkNothingLeft(`Mapping definition for [${fieldName}]`, rest);
      return parsed;
    },
  };
}

function take(rest: JsonObject, name: string): JsonValue | undefined {
  const value = rest[name];
  delete rest[name];
  return value;
}

export const indexPrefixesParameter = objectParameter('index_prefixes', false, (rest) => {
  const minChars = toInteger(take(rest, 'min_chars') ?? 2);
  const maxChars = toInteger(take(rest, 'max_chars') ?? 5);
  if (minChars > maxChars) {
    throw illegalArgument(`min_chars [${minChars}] must be less than max_chars [${maxChars}]`);
  }
  if (minChars < 1) throw illegalArgument(`min_chars [${minChars}] must be greater than zero`);
  if (maxChars >= 20) throw illegalArgument(`max_chars [${maxChars}] must be less than 20`);
  return { min_chars: minChars, max_chars: maxChars };
});

const filterParameter = objectParameter('fielddata_frequency_filter', true, (rest) => {
  const number = (name: string, fallback: number): number => {
    const text = javaTextInOrder(take(rest, name) ?? fallback);
    if (text.trim() === '' || Number.isNaN(Number(text))) throw numberFormat(text.trim());
    return Number(text);
  };
  return {
    min: number('min', 0),
    max: number('max', 2147483647),
    min_segment_size: toInteger(take(rest, 'min_segment_size') ?? 0),
  };
});

export const fielddataFilterParameter: Parameter = {
  ...filterParameter,
  fraction: 'double',
  wholeMembers: ['min_segment_size'],
};

/** Parameters that require indexing conflict with `index: false`. */
export function checkText(values: ParameterValues, fieldName: string): readonly string[] {
  const indexed = values.boolean('index');
  const options = values.text('index_options');
  const positions = indexed && options !== 'docs' && options !== 'freqs';
  if (values.boolean('fielddata') && !indexed) {
    throw illegalArgument(`Cannot enable fielddata on a [text] field that is not indexed: [${fieldName}]`);
  }
  if (values.get('index_prefixes') !== null && !indexed) {
    throw illegalArgument(`Cannot set index_prefixes on unindexed field [${fieldName}]`);
  }
  if (values.boolean('index_phrases')) {
    if (!indexed) throw illegalArgument(`Cannot set index_phrases on unindexed field [${fieldName}]`);
    if (!positions) {
      throw illegalArgument(`Cannot set index_phrases on field [${fieldName}] if positions are not enabled`);
    }
  }
  if (values.has('position_increment_gap') && !positions) {
    throw illegalArgument(
      `Cannot set position_increment_gap on field [${fieldName}] without positions enabled`,
    );
  }
  return [];
}
