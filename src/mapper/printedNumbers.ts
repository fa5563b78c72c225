import {
  type ExactJsonObject,
  type ExactJsonValue,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonDouble,
  jsonFloat,
} from '../common/index.ts';
import { fieldTypes } from './fields/index.ts';
import type { Parameter } from './parameters.ts';

/** A printed mapping with parameters in their numeric form: a float of 2 prints as `2.0`. */
export function withNumberForms(mapping: JsonObject): ExactJsonObject {
  const entries = Object.entries(mapping).map(([key, value]) => {
    const below = key === 'properties' && isJsonObject(value);
    return [key, below ? formsOfFields(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

function formsOfFields(fields: JsonObject): ExactJsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, body]) => [
      name,
      isJsonObject(body) ? fieldWithNumberForms(body) : body,
    ]),
  );
}

/** Like `withNumberForms`, for one field or object. */
export function fieldWithNumberForms(body: JsonObject): ExactJsonObject {
  const parameters = fieldTypes.get(String(body.type))?.parameters ?? [];
  const forms = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  return Object.fromEntries(
    Object.entries(body).map(([key, value]): [string, ExactJsonValue] => {
      const below = (key === 'properties' || key === 'fields') && isJsonObject(value);
      return [key, below ? formsOfFields(value) : inForm(value, forms.get(key))];
    }),
  );
}

function inForm(value: JsonValue, form: Pick<Parameter, 'fraction' | 'wholeMembers'> = {}): ExactJsonValue {
  if (form.fraction === undefined) return value;
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        form.wholeMembers?.includes(key) ? member : inForm(member, form),
      ]),
    );
  }
  if (typeof value !== 'number') return value;
  return form.fraction === 'float' ? jsonFloat(value) : jsonDouble(value);
}
