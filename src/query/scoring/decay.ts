import {
  greatest,
  illegalArgument,
  isJsonObject,
  type JsonObject,
  javaDouble,
  least,
  OpenSearchError,
  parseTimeMs,
  parsingError,
} from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import type { Column } from '../../segment/index.ts';
import { explanation } from '../bound/explain.ts';
import { numericColumn } from '../fieldQueries.ts';
import { arcDistance, parseDistance } from '../geo/distance.ts';
import { readPoint } from '../geo/point.ts';
import { parsingErrorAt, readNumber, readText, textAt } from '../reader.ts';
import type { LeafContext, QueryShardContext } from '../types.ts';
import type { ScoreFunctionBuilder } from './scoreFunction.ts';

type DecayKind = 'gauss' | 'exp' | 'linear';
const MODES = ['min', 'max', 'avg', 'sum', 'median'] as const;
type Mode = (typeof MODES)[number];

/** Decay functions of a distance; at `scale` their value is `decay`. */
const CURVES: Readonly<Record<DecayKind, (scale: number, decay: number) => Curve>> = {
  gauss: (scale, decay) => {
    const variance = -(scale * scale) / (2 * Math.log(decay));
    return {
      factor: (distance) => Math.exp(-(distance * distance) / (2 * variance)),
      print: (distance) => `exp(-0.5*pow(${distance},2.0)/${javaDouble(variance)})`,
    };
  },
  exp: (scale, decay) => {
    const rate = Math.log(decay) / scale;
    return {
      factor: (distance) => Math.exp(rate * distance),
      print: (distance) => `exp(- ${distance} * ${javaDouble(-rate)})`,
    };
  },
  linear: (scale, decay) => {
    const reach = scale / (1 - decay);
    return {
      factor: (distance) => Math.max(0, (reach - distance) / reach),
      print: (distance) => `max(0.0, ((${javaDouble(reach)} - ${distance})/${javaDouble(reach)})`,
    };
  },
};

interface Curve {
  readonly factor: (distance: number) => number;
  /** The formula, with a text in place of the distance. */
  readonly print: (distance: string) => string;
}

/**
 * Parses `{field: {origin, scale, offset, decay}, multi_value_mode}`; the interpretation of the values
 * depends on the field.
 */
export function parseDecay(kind: DecayKind, json: JsonObject): ScoreFunctionBuilder {
  let field: string | null = null;
  let mode: Mode = 'min';
  for (const key of Object.keys(json)) {
    // If there are several fields, the last one wins.
    if (isJsonObject(json[key])) field = key;
    else if (key === 'multi_value_mode') mode = readMode(textAt(json, key));
    else throw parsingErrorAt('malformed score function score parameters.', json, key);
  }
  if (field === null) throw parsingErrorAt('malformed score function score parameters.', json, null, 'end');
  const name = field;
  const options = json[name] as JsonObject;
  return (context) => bindDecay(kind, context, name, { options, mode });
}

function readMode(text: string): Mode {
  const mode = MODES.find((one) => one === text.toLowerCase());
  if (mode === undefined) throw illegalArgument(`Illegal sort mode: ${text}`);
  return mode;
}

interface DecayParts {
  readonly options: JsonObject;
  readonly mode: Mode;
}

/** Measures distances between values and the origin; scale and offset are in the same unit. */
interface Measure {
  /** The origin, as text. */
  readonly origin: string;
  readonly scale: number;
  readonly offset: number;
  distances(leaf: LeafContext): (doc: number) => number[];
  /** The distances as printed by the original. */
  texts(leaf: LeafContext): (doc: number) => string[];
  /** Separates the mode from the distances. */
  readonly separator: string;
}

function bindDecay(kind: DecayKind, context: QueryShardContext, name: string, parts: DecayParts) {
  const field = context.mapper.field(name);
  if (field === undefined) throw parsingError(`unknown field [${name}]`, 1, 0);
  const measure = measureOf(context, field, parts.options);
  const decay = parts.options.decay === undefined ? 0.5 : readNumber(parts.options.decay);
  if (measure.scale <= 0) throw illegalArgument('function_score : scale must be > 0.0.');
  if (decay <= 0 || decay >= 1) throw illegalArgument('function_score : decay must be in the range [0..1].');
  if (measure.offset < 0) throw illegalArgument('function_score : offset must be > 0.0');
  const curve = CURVES[kind](measure.scale, decay);
  return {
    key: `${kind}(${name},${JSON.stringify(parts)},${measure.origin})`,
    leaf(leaf: LeafContext) {
      const distances = measure.distances(leaf);
      return (doc: number) => {
        const own = distances(doc).map((distance) => Math.max(0, distance - measure.offset));
        return own.length === 0 ? 1 : curve.factor(join(own, parts.mode));
      };
    },
    explain(leaf: LeafContext, doc: number) {
      const texts = measure.texts(leaf)(doc);
      const mode = `${parts.mode.toUpperCase()}${measure.separator}`;
      const printed = curve.print(`${mode}[${texts.length === 0 ? '0.0' : texts.join(', ')}]`);
      const own = measure
        .distances(leaf)(doc)
        .map((distance) => Math.max(0, distance - measure.offset));
      const factor = Math.fround(own.length === 0 ? 1 : curve.factor(join(own, parts.mode)));
      return explanation(factor, `Function for field ${name}:`, [explanation(factor, printed)]);
    },
  };
}

function join(values: readonly number[], mode: Mode): number {
  switch (mode) {
    case 'min':
      return least(values);
    case 'max':
      return greatest(values);
    case 'sum':
      return values.reduce((sum, value) => sum + value, 0);
    case 'median': {
      const sorted = [...values].sort((a, b) => a - b);
      const middle = sorted.length >> 1;
      return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
    case 'avg':
      return values.reduce((sum, value) => sum + value, 0) / values.length;
  }
}

function measureOf(context: QueryShardContext, field: MappedFieldType, options: JsonObject): Measure {
  const { origin, scale, offset } = options;
  const unknown = Object.keys(options).find((key) => !['origin', 'scale', 'offset', 'decay'].includes(key));
  if (unknown !== undefined) throw parseError(`parameter [${unknown}] not supported!`);
  for (const [key, value] of Object.entries(options)) {
    if (!Array.isArray(value) || (key === 'origin' && field.family === 'geo_point')) continue;
    throw illegalArgument("Can't get text on a START_ARRAY at 1:1");
  }
  switch (field.family) {
    case 'numeric': {
      // An invalid number is reported before a missing one.
      for (const value of Object.values(options)) readNumber(value);
      if (origin === undefined || scale === undefined) {
        throw parseError('both [scale] and [origin] must be set for numeric fields.');
      }
      const shift = offset === undefined ? 0 : readNumber(offset);
      return linearMeasure(field, readNumber(origin), readNumber(scale), shift);
    }
    case 'date': {
      const bound = { roundUp: false, format: null, timeZone: null, now: context.now };
      const from = origin === undefined ? context.now() : Number(field.toRangeBound(origin, bound));
      if (scale === undefined) throw parseError('[scale] must be set for date fields.');
      const span = (key: 'scale' | 'offset'): number =>
        parseTimeMs(readText(options[key]), `DecayFunctionParser.${key}`);
      return linearMeasure(field, from, span('scale'), offset === undefined ? 0 : span('offset'));
    }
    case 'geo_point': {
      if (scale === undefined) throw parseError('[origin] and [scale] must be set for geo fields.');
      const point = origin === undefined ? { lat: 0, lon: 0 } : readPoint(origin);
      return {
        origin: `${point.lat},${point.lon}`,
        scale: parseDistance(scale),
        offset: offset === undefined ? 0 : parseDistance(offset),
        distances: (leaf) => pointDistances(leaf.reader.column(field.name), point.lat, point.lon),
        separator: ' of: ',
        texts: (leaf) => (doc) =>
          pointsOf(leaf.reader.column(field.name), doc).map(([lat, lon]) => {
            const from = `${javaDouble(lat)}, ${javaDouble(lon)}(=doc value)`;
            const to = `${javaDouble(point.lat)}, ${javaDouble(point.lon)}(=origin)`;
            const least = offset === undefined ? 0 : parseDistance(offset);
            return `Math.max(arcDistance(${from},${to}) - ${javaDouble(least)}(=offset), 0)`;
          }),
      };
    }
    default:
      throw parsingError(
        `field [${field.name}] is of type [${field.typeName}], but only numeric types are supported.`,
      );
  }
}

function parseError(reason: string): OpenSearchError {
  return new OpenSearchError('parse_exception', reason);
}

function linearMeasure(field: MappedFieldType, origin: number, scale: number, offset: number): Measure {
  const valuesOf = (leaf: LeafContext): ((doc: number) => number[]) => {
    const column = numericColumn(leaf.reader.column(field.name));
    if (column === null) return () => [];
    const { values, offsets, presence } = column;
    return (doc) => {
      if (offsets === null) return presence === null || presence.has(doc) ? [Number(values[doc])] : [];
      return Array.from(values.subarray(offsets[doc], offsets[doc + 1]), Number);
    };
  };
  return {
    origin: String(origin),
    scale,
    offset,
    separator: '',
    distances(leaf) {
      const own = valuesOf(leaf);
      return (doc) => own(doc).map((value) => Math.abs(value - origin));
    },
    texts(leaf) {
      const own = valuesOf(leaf);
      const from = `${javaDouble(origin)}(=origin)`;
      return (doc) =>
        own(doc).map((value) => {
          const distance = `Math.abs(${javaDouble(value)}(=doc value) - ${from}))`;
          return `Math.max(${distance} - ${javaDouble(offset)}(=offset), 0)`;
        });
    },
  };
}

function pointsOf(column: Column | null, doc: number): (readonly [number, number])[] {
  if (column === null || column.kind !== 'pairs') return [];
  const { first, second, offsets, presence } = column;
  if (offsets === null && presence !== null && !presence.has(doc)) return [];
  const from = offsets === null ? doc : offsets[doc];
  const to = offsets === null ? doc + 1 : offsets[doc + 1];
  return Array.from({ length: to - from }, (_, i) => [first[from + i], second[from + i]] as const);
}

function pointDistances(column: Column | null, lat: number, lon: number): (doc: number) => number[] {
  return (doc) => pointsOf(column, doc).map(([ownLat, ownLon]) => arcDistance(ownLat, ownLon, lat, lon));
}
