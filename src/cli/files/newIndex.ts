import { isJsonObject, type JsonObject } from '../../common/index.ts';
import { type FieldValues, inferMapping, vectorsIn } from '../../documents/index.ts';
import { CommandError } from '../frame/exitCodes.ts';

/**
 * The body that creates an index for documents like these. Throws CommandError for a vector field whose values are
 * not lists of numbers of one length.
 */
export function inferredIndex(sample: readonly FieldValues[], vectorFields: readonly string[]): JsonObject {
  const shapes = new Map(vectorsIn(sample).map(({ field, dimension }) => [field, dimension]));
  const properties = { ...inferMapping(sample) } as JsonObject;
  for (const field of vectorFields) {
    const dimension = shapes.get(field);
    if (dimension === undefined) {
      throw new CommandError(
        'failed',
        `--vector ${field}: its values are not lists of numbers of one length`,
      );
    }
    properties[field] = { type: 'knn_vector', dimension };
  }
  const mappings = { properties };
  return vectorFields.length > 0 ? { settings: { 'index.knn': true }, mappings } : { mappings };
}

/** What looks like a vector and was not asked for as one. */
export function otherVectors(
  sample: readonly FieldValues[],
  vectorFields: readonly string[],
): readonly string[] {
  return vectorsIn(sample).flatMap(({ field }) => (vectorFields.includes(field) ? [] : [field]));
}

/** A file with the body of an index, its `mappings`, or the `properties` of those. */
export function givenIndex(body: unknown): JsonObject {
  if (!isJsonObject(body)) throw new CommandError('failed', '--mapping: the file has no JSON object');
  if (isJsonObject(body.mappings) || isJsonObject(body.settings)) return body;
  return isJsonObject(body.properties) ? { mappings: body } : { mappings: { properties: body } };
}
