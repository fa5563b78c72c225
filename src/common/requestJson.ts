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
 * As `parseJson`, for bodies that may hold scripts: in the `params` of a script numbers that were written `1.0` stay
 * JsonDouble, because Painless and `knn_score` tell them from `1`.
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

/** As `parseRequestJson` of the first value of a text, whatever follows; null where there is none. */
export function parseFirstRequestJson(text: string): JsonValue {
  return relax(parseFirstJsonExact(text));
}

/** The original reads bodies from a stream and names its class where it would print the text. */
function ofBody(reason: string, text: string): string {
  return reason.replaceAll(printedSource(text), '(org.opensearch.common.io.stream.InputStreamStreamInput)');
}

/** In place: JsonDouble → number, but for the parameters of scripts. */
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
