import { DateTime, mix32, murmur3Bytes } from '../common/index.ts';
import { arcDistance, GeoPoint } from './geoPoint.ts';
import { timeOf } from './painless/dates.ts';
import { PainlessFailure } from './painless/errors.ts';
import type { Globals } from './painless/frame.ts';
import { hashCode } from './painless/hashes.ts';
import type { Method, Type } from './painless/types.ts';
import { asNumber, asText, Double, type Value } from './painless/values.ts';

/** The functions of score scripts: saturation, sigmoid and decay functions. */

type Shape = 'Linear' | 'Exp' | 'Gauss';
type Decay = (distance: number) => number;

/** Decay functions: 1 at distance 0, `decay` at `scale`. */
const CURVES: Readonly<Record<Shape, (scale: number, decay: number) => Decay>> = {
  Linear: (scale, decay) => {
    const scaling = scale / (1 - decay);
    return (distance) => Math.max(0, (scaling - distance) / scaling);
  },
  Exp: (scale, decay) => {
    const scaling = Math.log(decay) / scale;
    return (distance) => Math.exp(scaling * distance);
  },
  Gauss: (scale, decay) => {
    const scaling = (0.5 * scale ** 2) / Math.log(decay);
    return (distance) => Math.exp((0.5 * distance ** 2) / scaling);
  },
};

const SHAPES: readonly Shape[] = ['Linear', 'Exp', 'Gauss'];

const METRES: Readonly<Record<string, number>> = {
  mm: 0.001,
  cm: 0.01,
  m: 1,
  meters: 1,
  km: 1000,
  kilometers: 1000,
  mi: 1609.344,
  miles: 1609.344,
  yd: 0.9144,
  yards: 0.9144,
  ft: 0.3048,
  feet: 0.3048,
  in: 0.0254,
  inch: 0.0254,
  nmi: 1852,
  NM: 1852,
  nauticalmiles: 1852,
};

function metres(text: string): number {
  const [, number, unit] = /^\s*([\d.]+(?:[eE][+-]?\d+)?)\s*([a-zA-Z]*)$/.exec(text) ?? [];
  if (number === undefined) {
    throw new PainlessFailure('number_format_exception', `For input string: "${text}"`);
  }
  return Number(number) * (METRES[unit] ?? 1);
}

const SPANS: Readonly<Record<string, number>> = {
  nanos: 1e-6,
  micros: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

function milliseconds(text: string): number {
  if (text === '0' || text === '') return 0;
  const [, number, unit] = /^\s*([\d.]+)\s*([a-z]+)\s*$/i.exec(text) ?? [];
  const span = SPANS[unit?.toLowerCase() ?? ''];
  if (number === undefined || span === undefined) {
    throw new PainlessFailure(
      'illegal_argument_exception',
      `failed to parse setting [decay] with value [${text}] as a time value: unit is missing or unrecognized`,
    );
  }
  return Number(number) * span;
}

function instant(text: string): number {
  const time = DateTime.fromISO(text, { zone: 'utc', setZone: true });
  if (time.isValid) return time.toMillis();
  if (/^\d+$/.test(text)) return Number(text);
  throw new PainlessFailure(
    'illegal_argument_exception',
    `failed to parse date field [${text}] with format [strict_date_optional_time||epoch_millis]`,
  );
}

function geoPoint(text: string): GeoPoint {
  const [lat, lon] = text.split(',').map(Number);
  if (Number.isFinite(lat) && Number.isFinite(lon)) return new GeoPoint(lat, lon);
  throw new PainlessFailure('parse_exception', `failed to parse [${text}], expected 2 or 3 coordinates`);
}

function numeric(shape: Shape, args: readonly Value[]): Value {
  const [origin, scale, offset, decay, value] = args.map(asNumber);
  const distance = Math.max(0, Math.abs(value - origin) - offset);
  return new Double(CURVES[shape](scale, decay)(distance));
}

function geo(shape: Shape, [origin, scale, offset, decay, value]: readonly Value[]): Value {
  const from = geoPoint(asText(origin));
  const to = value as GeoPoint;
  const distance = arcDistance(from.lat, from.lon, to.lat, to.lon);
  const beyond = Math.max(0, distance - metres(asText(offset)));
  return new Double(CURVES[shape](metres(asText(scale)), asNumber(decay))(beyond));
}

function date(shape: Shape, [origin, scale, offset, decay, value]: readonly Value[]): Value {
  const distance = Math.abs(timeOf(value).toMillis() - instant(asText(origin)));
  const beyond = Math.max(0, distance - milliseconds(asText(offset)));
  return new Double(CURVES[shape](milliseconds(asText(scale)), asNumber(decay))(beyond));
}

type ScoreFunction = (args: readonly Value[], globals: Globals) => Value;

function decays(
  name: string,
  run: (shape: Shape, args: readonly Value[]) => Value,
): Record<string, ScoreFunction> {
  return Object.fromEntries(
    SHAPES.map((shape) => [`decay${name}${shape}`, (args: readonly Value[]) => run(shape, args)]),
  );
}

/** The part of a DocLookup that a random score depends on. */
interface DocAtHand {
  readonly doc: number;
  readonly place: { readonly indexName: string; readonly shardId: number };
  at(name: Value): Value;
}

/** A number in [0, 1): the hash of a text with a seed that differs per shard. */
function chance(seed: number, text: string, { place }: DocAtHand): number {
  const salt = (hashCode(place.indexName) << 10) | place.shardId;
  return (murmur3Bytes(Buffer.from(text), mix32(salt ^ seed)) & 0x00ffffff) / 2 ** 24;
}

/** Derived from the document's value of the field, or without a field from its number. */
function randomScore([seed, field]: readonly Value[], { doc }: Globals): Value {
  const lookup = doc as unknown as DocAtHand;
  if (field === undefined) return new Double(chance(asNumber(seed), String(lookup.doc), lookup));
  const [first] = lookup.at(field) as Value[];
  return new Double(chance(asNumber(seed), asText(first ?? null), lookup));
}

export const scoreFunctions: Readonly<Record<string, ScoreFunction>> = {
  saturation: ([value, k]) => new Double(asNumber(value) / (asNumber(k) + asNumber(value))),
  sigmoid: ([value, k, a]) => {
    const power = asNumber(value) ** asNumber(a);
    return new Double(power / (asNumber(k) ** asNumber(a) + power));
  },
  randomScore,
  ...decays('Numeric', numeric),
  ...decays('Geo', geo),
  ...decays('Date', date),
};

const signature = (name: string, parameters: readonly Type[]): Method => ({
  name,
  parameters,
  returns: 'double',
});
const STRING = 'java.lang.String';

function decaySignatures(name: string, parameters: readonly Type[]): readonly Method[] {
  return SHAPES.map((shape) => signature(`decay${name}${shape}`, parameters));
}

export const scoreSignatures: readonly Method[] = [
  signature('saturation', ['double', 'double']),
  signature('sigmoid', ['double', 'double', 'double']),
  signature('randomScore', ['int']),
  signature('randomScore', ['int', STRING]),
  ...decaySignatures('Numeric', ['double', 'double', 'double', 'double', 'double']),
  ...decaySignatures('Geo', [STRING, STRING, STRING, 'double', 'org.opensearch.common.geo.GeoPoint']),
  ...decaySignatures('Date', [
    STRING,
    STRING,
    STRING,
    'double',
    'org.opensearch.script.JodaCompatibleZonedDateTime',
  ]),
];
