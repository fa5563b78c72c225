import { illegalArgument, type JsonValue, parseTimeMs } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { docSetOfBits, NO_DOCS } from '../docSet.ts';
import { arcDistance, parseDistance, readPoint } from '../geo/distance.ts';
import { type LuceneQuery, matchNoneQuery, NOTHING_SCORED } from '../lucene/query.ts';
import { mapScores } from '../lucene/scoreSum.ts';
import { checkMembers, readCommon, readText } from '../reader.ts';
import { firstValue } from '../scoring/scoreFunction.ts';
import type { LeafContext, QueryShardContext } from '../types.ts';

const f32 = Math.fround;

export const distanceFeatureClause: ClauseType = {
  names: ['distance_feature'],
  doc: 'documents with a date or a point, the nearer to an origin the higher their score',
  parse(body) {
    checkMembers('distance_feature', body, ['field', 'origin', 'pivot']);
    for (const key of ['field', 'origin', 'pivot']) {
      if (body[key] === undefined) throw illegalArgument(`Required [${key}]`);
    }
    const { origin } = body;
    const field = readText(body.field);
    const pivot = readText(body.pivot);
    return makeBuilder({
      clause: 'distance_feature',
      json: body,
      ...readCommon({ boost: body.boost ?? 1, ...(body._name === undefined ? {} : { _name: body._name }) }),
      bind: (context) => bind(context, field, origin, pivot),
    });
  },
};

function bind(context: QueryShardContext, name: string, origin: JsonValue, pivot: string): LuceneQuery {
  const field = context.mapper.field(name);
  if (field === undefined) return matchNoneQuery;
  const { distance, unit } = measure(context, field, origin, pivot);
  const match: LuceneQuery['match'] = ({ reader }) => {
    const bits = reader.exists(field.name);
    return bits === null ? NO_DOCS : docSetOfBits(bits);
  };
  return {
    key: `distance_feature(${field.name},${JSON.stringify(origin)},${pivot})`,
    match,
    weight: (boost) => ({
      score(leaf) {
        const docs = match(leaf);
        if (docs.kind === 'none') return NOTHING_SCORED;
        const own = distance(leaf);
        return mapScores({ docs, scores: null, constant: 0 }, (doc) =>
          f32((boost * unit) / (unit + own(doc))),
        );
      },
    }),
  };
}

interface Measure {
  /** The distance at which the score is half the boost. */
  readonly unit: number;
  readonly distance: (leaf: LeafContext) => (doc: number) => number;
}

function measure(
  context: QueryShardContext,
  field: MappedFieldType,
  origin: JsonValue,
  pivot: string,
): Measure {
  if (field.family === 'date') {
    const bound = { roundUp: false, format: null, timeZone: null, now: context.now };
    const from = Number(field.toRangeBound(origin, bound));
    return {
      unit: parseTimeMs(pivot, 'distance_feature.pivot'),
      distance(leaf) {
        const value = firstValue(leaf, field.name);
        return (doc) => Math.abs((value(doc) ?? from) - from);
      },
    };
  }
  if (field.family !== 'geo_point') {
    throw illegalArgument(
      `Illegal data type of [${field.typeName}]!` +
        '[distance_feature] query can only be run on a date, date_nanos or geo_point field type!',
    );
  }
  const { lat, lon } = readPoint(origin);
  return {
    unit: parseDistance(pivot),
    distance(leaf) {
      const column = leaf.reader.column(field.name);
      if (column === null || column.kind !== 'pairs') return () => 0;
      return (doc) => {
        const at = column.offsets === null ? doc : column.offsets[doc];
        return arcDistance(lat, lon, column.first[at], column.second[at]);
      };
    },
  };
}
