import type { ClauseType } from '../clause.ts';
import { spanClauses } from '../span/spanClause.ts';
import { boolClause } from './bool.ts';
import { boostingClause } from './boosting.ts';
import { commonClause } from './common.ts';
import { constantScoreClause } from './constantScore.ts';
import { disMaxClause } from './disMax.ts';
import { distanceFeatureClause } from './distanceFeature.ts';
import { existsClause } from './exists.ts';
import { functionScoreClause } from './functionScore.ts';
import { fuzzyClause } from './fuzzy.ts';
import { geoBoundingBoxClause } from './geoBoundingBox.ts';
import { geoDistanceClause } from './geoDistance.ts';
import { geoPolygonClause } from './geoPolygon.ts';
import { geoShapeClause } from './geoShape.ts';
import { hasChildClause } from './hasChild.ts';
import { hasParentClause } from './hasParent.ts';
import { idsClause } from './ids.ts';
import { intervalsClause } from './intervals.ts';
import { knnClause } from './knn.ts';
import { matchClause } from './match.ts';
import { matchAllClause } from './matchAll.ts';
import { matchBoolPrefixClause } from './matchBoolPrefix.ts';
import { matchNoneClause } from './matchNone.ts';
import { matchPhraseClause } from './matchPhrase.ts';
import { matchPhrasePrefixClause } from './matchPhrasePrefix.ts';
import { moreLikeThisClause } from './moreLikeThis.ts';
import { multiMatchClause } from './multiMatch.ts';
import { nestedClause } from './nested.ts';
import { notEmulatedClauses } from './notEmulated.ts';
import { parentIdClause } from './parentId.ts';
import { percolateClause } from './percolate.ts';
import { prefixClause } from './prefix.ts';
import { queryStringClause } from './queryString.ts';
import { rangeClause } from './range.ts';
import { rankFeatureClause } from './rankFeature.ts';
import { regexpClause } from './regexp.ts';
import { scriptClause } from './script.ts';
import { scriptScoreClause } from './scriptScore.ts';
import { simpleQueryStringClause } from './simpleQueryString.ts';
import { termClause } from './term.ts';
import { termsClause } from './terms.ts';
import { termsSetClause } from './termsSet.ts';
import { wildcardClause } from './wildcard.ts';
import { wrapperClause } from './wrapper.ts';

/** All clauses of the query DSL. */
export const CLAUSES: readonly ClauseType[] = [
  boolClause,
  boostingClause,
  commonClause,
  constantScoreClause,
  disMaxClause,
  existsClause,
  fuzzyClause,
  functionScoreClause,
  geoBoundingBoxClause,
  geoDistanceClause,
  geoPolygonClause,
  geoShapeClause,
  idsClause,
  knnClause,
  matchAllClause,
  matchBoolPrefixClause,
  matchClause,
  matchNoneClause,
  matchPhraseClause,
  matchPhrasePrefixClause,
  multiMatchClause,
  nestedClause,
  prefixClause,
  queryStringClause,
  rangeClause,
  regexpClause,
  scriptClause,
  scriptScoreClause,
  simpleQueryStringClause,
  termClause,
  termsClause,
  wildcardClause,
  wrapperClause,
  distanceFeatureClause,
  intervalsClause,
  moreLikeThisClause,
  termsSetClause,
  hasChildClause,
  hasParentClause,
  parentIdClause,
  percolateClause,
  rankFeatureClause,
  ...spanClauses,
  ...notEmulatedClauses,
];

export const clauseTypes: ReadonlyMap<string, ClauseType> = new Map(
  CLAUSES.flatMap((clause) => clause.names.map((name) => [name, clause] as const)),
);
