export { columnRefusal } from './columnRefusal.ts';
export {
  type DateFormatter,
  type DateMathOptions,
  type DateParseOptions,
  dateFormatter,
  dateTime,
  hoursOutOfRange,
  type Instant,
  localToEpochMs,
  parseDateMath,
  parseZone,
  UTC,
  type Zone,
} from './dates/index.ts';
export { metresPer, parseDistance } from './distance.ts';
export { completionField, decodeCompletion } from './fields/completion.ts';
export { type CompletionContext, completionContexts } from './fields/completionContexts.ts';
export { completionKey } from './fields/completionKey.ts';
export { DEFAULT_DATE_FORMAT } from './fields/date.ts';
export { fieldTypes } from './fields/index.ts';
export { joinIdField } from './fields/join.ts';
export { isFielddata } from './fields/text.ts';
export { checkUse } from './fieldUse.ts';
export { decodeGeohash, type GeoPoint, normalizePoint, parseGeoPoint } from './geo.ts';
export { encodeGeohash, geohashLengthFor, geohashNeighbours } from './geohash.ts';
export { parseGeometry } from './geometry/geoJson.ts';
export type { Geometry, Polygon, Position } from './geometry/geometry.ts';
export { formatIp, parseCidr, parseIp, stepIp, tryParseIp } from './ipAddress.ts';
export { javaText } from './javaText.ts';
export { fieldWithNumberForms, withNumberForms } from './printedNumbers.ts';
export { looseUtf8, rangeBytes } from './rangeBytes.ts';
export { createMapperService, type MapperServiceOptions } from './service.ts';
export { storedColumn } from './storedValues.ts';
export * from './types.ts';
