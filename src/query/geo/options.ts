import { illegalArgument, type JsonObject } from '../../common/index.ts';
import { readText } from '../reader.ts';

const VALIDATION_METHODS: readonly string[] = ['COERCE', 'IGNORE_MALFORMED', 'STRICT'];

/** Throws for a `validation_method` that the original does not know; false: points beyond the poles may pass. */
export function readStrict(body: JsonObject): boolean {
  if (body.validation_method === undefined) return true;
  const given = readText(body.validation_method);
  const method = given.toUpperCase();
  if (!VALIDATION_METHODS.includes(method)) {
    throw illegalArgument(
      `operator needs to be either [COERCE, IGNORE_MALFORMED, STRICT], but not [${given}]`,
    );
  }
  return method === 'STRICT';
}

/** `arc` and `plane` are told apart by the original alone: both are exact here. */
export function checkDistanceType(body: JsonObject): void {
  if (body.distance_type === undefined) return;
  const given = readText(body.distance_type);
  if (!['arc', 'plane'].includes(given.toLowerCase())) {
    throw illegalArgument(`No geo distance for [${given}]`);
  }
}
