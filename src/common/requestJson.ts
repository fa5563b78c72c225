import { OpenSearchError } from './errors.ts';
import {
  type ExactJsonValue,
  isJsonObject,
  JsonDouble,
  type JsonValue,
  parseFirstJsonExact,
  parseJson,
  parseJsonExact,
} from './json.ts';
import { printedSource } from './jsonReader.ts';

/**
 * Like `parseJson`, for bodies that may contain scripts: numbers written as `1.0` in the `params` of a script
 * stay JsonDouble, because Painless and `knn_score` distinguish them from `1`.
 */
export function parseRequestJson(text: string): JsonValue {
  try {
    return text.includes('"params"') ? relax(parseJsonExact(text)) : parseJson(text);
  } catch (error) {
    throw error instanceof OpenSearchError
      ? new OpenSearchError(error.type, ofBody(error.reason, text))
      : error;
  }
}

/** Like `parseRequestJson`, for the first value of a text, ignoring the rest; `null` if there is none. */
export function parseFirstRequestJson(text: string): JsonValue {
  return relax(parseFirstJsonExact(text));
}

/** The original reads bodies from a stream, and prints the stream's class instead of the text. */
function ofBody(reason: string, text: string): string {
  return reason.replaceAll(printedSource(text), '(org.opensearch.common.io.stream.InputStreamStreamInput)');
}

/** In place: JsonDouble → number, except in the parameters of scripts. */
function relax(value: ExactJsonValue): JsonValue {
  if (value instanceof JsonDouble) return value.value;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = relax(value[i]);
  } else if (isJsonObject(value)) {
    const isScript = 'source' in value || 'id' in value || 'inline' in value;
    for (const key of Object.keys(value)) {
      if (!(isScript && key === 'params')) value[key] = relax(value[key]);
    }
  }
  return value as JsonValue;
}
