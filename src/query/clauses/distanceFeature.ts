import { illegalArgument, type JsonValue, javaDouble, parseTimeMs } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import { doubleNumber, explanation, matchesDoc, noMatch, wholeNumber } from '../bound/explain.ts';
import { type LeafMatcher, WholeMatcher } from '../bound/matcher.ts';
import { type BoundQuery, SimpleQuery } from '../bound/query.ts';
import { ChangingScorer, ConstantScorer } from '../bound/scorer.ts';
import { plainShape, type QueryShape } from '../bound/shape.ts';
import { type Weight, weightOf } from '../bound/weight.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { docSetOfBits, NO_DOCS } from '../docSet.ts';
import { numericColumn } from '../fieldQueries.ts';
import { arcDistance, parseDistance } from '../geo/distance.ts';
import { readPoint } from '../geo/point.ts';
import { commonMembers, type ObjectMember, readMembers, textMember } from '../objectMembers.ts';
import { NO_COMMON, readText } from '../reader.ts';
import type { Explanation, LeafContext, QueryShardContext } from '../types.ts';

const f32 = Math.fround;

/** Members are only validated together. */
const noReading = (): void => {};
const plain = textMember(noReading);
/** Lists and objects are read as points, even if the field is a date. */
const originMember: ObjectMember = {
  tokens: ['VALUE_STRING', 'VALUE_NUMBER', 'START_OBJECT', 'START_ARRAY'],
  read({ origin }) {
    if (typeof origin === 'object') readPoint(origin);
  },
};

export const distanceFeatureClause: ClauseType = {
  names: ['distance_feature'],
  doc: 'documents with a date or point; the closer to an origin, the higher the score',
  parse(body) {
    const common = { ...NO_COMMON };
    const members = { ...commonMembers(common), field: plain, origin: originMember, pivot: plain };
    readMembers('distance_feature', body, members);
    const missing = ['field', 'origin', 'pivot'].filter((key) => body[key] === undefined);
    if (missing.length > 0) throw illegalArgument(`Required [${missing.join(', ')}]`);
    const { origin } = body;
    const field = readText(body.field);
    const pivot = readText(body.pivot);
    return makeBuilder({
      clause: 'distance_feature',
      json: body,
      ...common,
      bind: (context) => bind(context, field, origin, pivot),
    });
  },
};

function bind(context: QueryShardContext, name: string, origin: JsonValue, pivot: string): BoundQuery {
  const field = context.mapper.field(name);
  if (field === undefined) return matchNoneQuery;
  const measure = measureOf(context, field, origin, pivot);
  const key = `distance_feature(${field.name},${JSON.stringify(origin)},${pivot})`;
  return new DistanceFeatureQuery(key, field.name, measure);
}

class DistanceFeatureQuery extends SimpleQuery {
  readonly key: string;
  readonly #field: string;
  readonly #measure: Measure;

  constructor(key: string, field: string, measure: Measure) {
    super();
    this.key = key;
    this.#field = field;
    this.#measure = measure;
  }

  shape(): QueryShape {
    return plainShape('DistanceFeatureQuery', this.#measure.text);
  }

  explain(leaf: LeafContext, doc: number, boost: number): Explanation {
    if (!matchesDoc(this, leaf, doc)) {
      return noMatch(`Document ${doc} doesn't have a value for field ${this.#field}`);
    }
    const measure = this.#measure;
    const score = this.#score(measure.distance(leaf)(doc), boost);
    const how = `Distance score, computed as weight * pivotDistance / (pivotDistance + abs(${measure.formula})) from:`;
    return explanation(score, how, [explanation(boost, 'weight'), ...measure.explain(leaf, doc)]);
  }

  weight(boost: number): Weight {
    return weightOf((leaf) => {
      const distance = this.#measure.distance(leaf);
      const change = (doc: number): number => this.#score(distance(doc), boost);
      return new ChangingScorer(new ConstantScorer(this.matcher(leaf), 0), { change });
    });
  }

  protected makeMatcher({ reader }: LeafContext): LeafMatcher {
    return new WholeMatcher(() => {
      const bits = reader.exists(this.#field);
      return bits === null ? NO_DOCS : docSetOfBits(bits);
    });
  }

  #score(distance: number, boost: number): number {
    const { unit } = this.#measure;
    return f32(boost * (unit / (unit + distance)));
  }
}

interface Measure {
  /** As Lucene prints the query. */
  readonly text: string;
  /** Describes the distance. */
  readonly formula: string;
  /** The distance at which the score is half the boost. */
  readonly unit: number;
  readonly distance: (leaf: LeafContext) => (doc: number) => number;
  readonly explain: (leaf: LeafContext, doc: number) => readonly Explanation[];
}

function measureOf(
  context: QueryShardContext,
  field: MappedFieldType,
  origin: JsonValue,
  pivot: string,
): Measure {
  if (field.family === 'date') return dateMeasure(context, field, origin, pivot);
  if (field.family === 'geo_point') return pointMeasure(field, origin, pivot);
  throw illegalArgument(
    `Illegal data type of [${field.typeName}]!` +
      '[distance_feature] query can only be run on a date, date_nanos or geo_point field type!',
  );
}

/** Of several values the nearest one counts. A date given as origin means its last millisecond. */
function dateMeasure(
  context: QueryShardContext,
  field: MappedFieldType,
  origin: JsonValue,
  pivot: string,
): Measure {
  if (typeof origin === 'object') {
    const { lat, lon } = readPoint(origin);
    return dateMeasure(context, field, `${javaDouble(lat)}, ${javaDouble(lon)}`, pivot);
  }
  const bound = { roundUp: true, format: null, timeZone: null, now: context.now };
  const from = Number(field.toRangeBound(origin, bound));
  const unit = parseTimeMs(pivot, 'distance_feature.pivot');
  checkPivot(unit, String(unit));
  const nearest = (leaf: LeafContext): ((doc: number) => number) => {
    const column = numericColumn(leaf.reader.column(field.name));
    if (column === null) return () => from;
    const { values, offsets } = column;
    return (doc) => {
      const begin = offsets === null ? doc : offsets[doc];
      const end = offsets === null ? doc + 1 : offsets[doc + 1];
      let best = Number(values[begin]);
      for (let i = begin + 1; i < end; i++) {
        if (Math.abs(Number(values[i]) - from) < Math.abs(best - from)) best = Number(values[i]);
      }
      return best;
    };
  };
  return {
    text: `LongDistanceFeatureQuery(field=,origin=${from},pivotDistance=${unit})`,
    formula: 'value - origin',
    unit,
    distance(leaf) {
      const value = nearest(leaf);
      return (doc) => Math.abs(value(doc) - from);
    },
    explain: (leaf, doc) => [
      wholeNumber(unit, 'pivotDistance'),
      wholeNumber(from, 'origin'),
      wholeNumber(nearest(leaf)(doc), 'current value'),
    ],
  };
}

function checkPivot(unit: number, shown: string): void {
  if (!(unit > 0)) throw illegalArgument(`pivotDistance must be > 0, got ${shown}`);
}

function pointMeasure(field: MappedFieldType, origin: JsonValue, pivot: string): Measure {
  const { lat, lon } = readPoint(origin);
  const unit = parseDistance(pivot);
  checkPivot(unit, javaDouble(unit));
  const nearest = (leaf: LeafContext): ((doc: number) => { lat: number; lon: number; distance: number }) => {
    const column = leaf.reader.column(field.name);
    if (column === null || column.kind !== 'pairs') return () => ({ lat, lon, distance: 0 });
    const { first, second, offsets } = column;
    return (doc) => {
      const begin = offsets === null ? doc : offsets[doc];
      const end = offsets === null ? doc + 1 : offsets[doc + 1];
      let best = { lat, lon, distance: Number.POSITIVE_INFINITY };
      for (let i = begin; i < end; i++) {
        const distance = arcDistance(lat, lon, first[i], second[i]);
        if (distance < best.distance) best = { lat: first[i], lon: second[i], distance };
      }
      return best;
    };
  };
  const center = `originLat=${javaDouble(lat)},originLon=${javaDouble(lon)}`;
  return {
    text: `LatLonPointDistanceFeatureQuery(field=,${center},pivotDistance=${javaDouble(unit)})`,
    formula: 'distance',
    unit,
    distance(leaf) {
      const point = nearest(leaf);
      return (doc) => point(doc).distance;
    },
    explain(leaf, doc) {
      const own = nearest(leaf)(doc);
      return [
        doubleNumber(unit, 'pivotDistance'),
        doubleNumber(lat, 'originLat'),
        doubleNumber(lon, 'originLon'),
        doubleNumber(own.lat, 'current lat'),
        doubleNumber(own.lon, 'current lon'),
        doubleNumber(own.distance, 'distance'),
      ];
    },
  };
}
