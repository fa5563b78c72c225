import type { FieldTypeDefinition } from '../fieldTypes.ts';
import { binaryType } from './binary.ts';
import { booleanType } from './boolean.ts';
import { completionType } from './completion.ts';
import { dateTypes } from './date.ts';
import { flatObjectType } from './flatObject.ts';
import { geoPointType } from './geoPoint.ts';
import { geoShapeType } from './geoShape.ts';
import { ipType } from './ip.ts';
import { ipRangeType } from './ipRange.ts';
import { joinType } from './join.ts';
import { keywordType } from './keyword.ts';
import { knnVectorType } from './knnVector.ts';
import { numberTypes } from './number.ts';
import { percolatorType } from './percolator.ts';
import { rangeTypes } from './range.ts';
import { rankFeaturesType, rankFeatureType } from './rankFeature.ts';
import { scaledFloatType } from './scaledFloat.ts';
import { searchAsYouTypeType } from './searchAsYouType.ts';
import { textType } from './text.ts';
import { tokenCountType } from './tokenCount.ts';

/** The table of field types. `object`, `nested` and `alias` are not leaf fields and are handled elsewhere. */
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
    geoShapeType,
    knnVectorType,
    ...rangeTypes,
    ipRangeType,
    tokenCountType,
    rankFeatureType,
    rankFeaturesType,
    flatObjectType,
    completionType,
    joinType,
    percolatorType,
    searchAsYouTypeType,
  ].map((type) => [type.typeName, type]),
);
