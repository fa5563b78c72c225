import { illegalArgument, type JsonObject } from '../../common/index.ts';
import { readText } from '../reader.ts';

const VALIDATION_METHODS = ['COERCE', 'IGNORE_MALFORMED', 'STRICT'] as const;

/** How invalid coordinates are handled: wrapped onto the globe, left to Lucene, or rejected. */
export type ValidationMethod = (typeof VALIDATION_METHODS)[number];

/** Throws for an unknown `validation_method`. */
export function readValidationMethod(body: JsonObject): ValidationMethod {
  if (body.validation_method === undefined) return 'STRICT';
  const given = readText(body.validation_method);
  const method = VALIDATION_METHODS.find((one) => one === given.toUpperCase());
  if (method !== undefined) return method;
  throw illegalArgument(`operator needs to be either [COERCE, IGNORE_MALFORMED, STRICT], but not [${given}]`);
}

/** `arc` and `plane` only differ in the original; here both are exact. */
export function checkDistanceType(body: JsonObject): void {
  if (body.distance_type === undefined) return;
  const given = readText(body.distance_type);
  if (!['arc', 'plane'].includes(given.toLowerCase())) {
    throw illegalArgument(`No geo distance for [${given}]`);
  }
}
