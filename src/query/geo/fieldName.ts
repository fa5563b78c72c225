import { illegalArgument, type JsonObject, OpenSearchError } from '../../common/index.ts';
import { isScalar, parsingErrorAt } from '../reader.ts';

interface Words {
  readonly unexpected: (key: string) => string;
  readonly missing: () => OpenSearchError;
  /** The field's value may be a string. */
  readonly takesText?: boolean;
}

/** How each geo clause reports unknown members and a missing field. */
const WORDS: Readonly<Record<string, Words>> = {
  geo_bounding_box: {
    unexpected: (key) => `failed to parse [geo_bounding_box] query. unexpected field [${key}]`,
    missing: () => {
      const reason = 'failed to parse [geo_bounding_box] query. bounding box not provided';
      return new OpenSearchError('parse_exception', reason);
    },
  },
  geo_distance: {
    unexpected: (key) => `failed to parse [geo_distance] query. unexpected field [${key}]`,
    missing: () => illegalArgument('fieldName must not be null or empty'),
    takesText: true,
  },
  geo_polygon: {
    unexpected: (key) => `[geo_polygon] query does not support [${key}]`,
    missing: () => illegalArgument('fieldName must not be null'),
  },
  geo_shape: {
    unexpected: (key) => `query does not support [${key}]`,
    missing: () => illegalArgument('fieldName is required'),
  },
};

/** The member of a geo clause that is not an option, which is its field. */
export function geoFieldName(clause: string, body: JsonObject, options: readonly string[]): string {
  const { unexpected, missing, takesText = false } = WORDS[clause];
  const known = [...options, 'boost', '_name'];
  let field: string | null = null;
  for (const key of Object.keys(body)) {
    if (known.includes(key)) continue;
    if (isScalar(body[key]) && (!takesText || field !== null)) {
      throw parsingErrorAt(unexpected(key), body, key);
    }
    if (field !== null) {
      const reason = `[${clause}] query doesn't support multiple fields, found [${field}] and [${key}]`;
      throw parsingErrorAt(reason, body, key);
    }
    field = key;
  }
  if (field === null) throw missing();
  return field;
}
