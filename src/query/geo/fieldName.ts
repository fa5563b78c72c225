import { illegalArgument, type JsonObject } from '../../common/index.ts';
import { parsingErrorAt } from '../reader.ts';

/** The member of a geo clause that is no option: its field. */
export function geoFieldName(clause: string, body: JsonObject, options: readonly string[]): string {
  const known = [...options, 'boost', '_name'];
  const fields = Object.keys(body).filter((key) => !known.includes(key));
  if (fields.length === 0) throw illegalArgument('fieldName must not be null or empty');
  if (fields.length > 1) {
    const reason = `[${clause}] query doesn't support multiple fields, found [${fields[0]}] and [${fields[1]}]`;
    throw parsingErrorAt(reason, body, fields[1]);
  }
  return fields[0];
}
