export { fuzzyMatcher, maxEditsFor, prefixDistance } from './automaton/fuzzy.ts';
export { fuzzyOrds } from './automaton/levenshteinWalk.ts';
export { compileRegexp, type RegexpMatcher } from './automaton/regexp.ts';
export { oncePerLeaf } from './bound/oncePerLeaf.ts';
export { halfFloatBits } from './bound/pointText.ts';
export { findAll, joinPieces, matchedAhead, scoreAll } from './bound/scoreAll.ts';
export { fieldScoring, similarityOfSettings } from './bound/similarity.ts';
export type { FieldScoring, FieldStatistics, TermCounts } from './bound/similarityTypes.ts';
export { shardStatistics } from './bound/statistics.ts';
export type { CountedClause } from './clause.ts';
export { CLAUSES } from './clauses/index.ts';
export { regexpFlags } from './clauses/regexp.ts';
export {
  allDocs,
  concatDocs,
  countDocs,
  docArray,
  docBits,
  docRange,
  docSetOfArray,
  docSetOfBits,
  hasDoc,
  indexOfDoc,
  intersect,
  lowerBound,
  NO_DOCS,
  subtract,
  union,
} from './docSet.ts';
export { checkFielddata, fielddataBytes, uninvertedColumn, valueColumn } from './fielddata.ts';
export { shardError } from './fieldQueries.ts';
export { clearFilterCache } from './filterCache.ts';
export { arcDistance, type GeoBox, metresPer, parseDistance, planeDistance } from './geo/distance.ts';
export { type GeoPoint, readPoint } from './geo/point.ts';
export { edgesOf, inBox } from './geo/shapes.ts';
export { checkIdFieldData } from './idFieldData.ts';
export { joinIds } from './join/joinIds.ts';
export { type JoinField, joinOf } from './join/relations.ts';
export { LookupFailure } from './lookup.ts';
export { intAt, numberAt } from './numberTokens.ts';
export {
  floatMember,
  type ObjectMember,
  objectMember,
  readMembers,
  scalarMember,
  textMember,
  textOrObjectMember,
} from './objectMembers.ts';
export { type ParseContext, parseQuery, parseQueryAt } from './parse.ts';
export { indexInMemory } from './percolate/percolateQuery.ts';
export { checkStoredQuery } from './percolate/storedQuery.ts';
export { printedQuery } from './printedQuery.ts';
export { printedRange, rangeColumn } from './rangeColumn.ts';
export {
  checkFields,
  contentErrorAt,
  type Edge,
  isScalar,
  malformedQuery,
  parseMember,
  parsingErrorAt,
  placedAt,
  readBoolean,
  readInt,
  readNumber,
  readText,
  textAt,
  tokenName,
} from './reader.ts';
export { isMissingValue } from './scoring/missingValue.ts';
export { readFuzziness } from './text/matchMembers.ts';
export { booleanAt } from './tokens.ts';
export * from './types.ts';
