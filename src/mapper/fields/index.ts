import type { FieldTypeDefinition } from '../fieldTypes.ts';
import { binaryType } from './binary.ts';
import { booleanType } from './boolean.ts';
import { dateTypes } from './date.ts';
import { geoPointType } from './geoPoint.ts';
import { ipType } from './ip.ts';
import { keywordType } from './keyword.ts';
import { knnVectorType } from './knnVector.ts';
import { numberTypes } from './number.ts';
import { scaledFloatType } from './scaledFloat.ts';
import { textType } from './text.ts';

/** The table of field types. `object`, `nested` and `alias` are no leaves and stand elsewhere. */
export const fieldTypes: ReadonlyMap<string, FieldTypeDefinition> = new Map(
  [
    textType,
    keywordType,
    ...numberTypes,
    scaledFloatType,
    booleanType,
    ...dateTypes,
    ipType,
    binaryType,
    geoPointType,
    knnVectorType,
  ].map((type) => [type.typeName, type]),
);

/** Types of version 2.7 that Rockpool does not have. */
export const missingFieldTypes: ReadonlySet<string> = new Set([
  'geo_shape',
  'xy_point',
  'xy_shape',
  'percolator',
  'join',
  'murmur3',
  'annotated_text',
]);
