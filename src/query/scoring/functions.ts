import {
  illegalArgument,
  type JsonObject,
  type JsonValue,
  javaDouble,
  javaFloat,
  OpenSearchError,
  stringifyJson,
} from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { parseScriptSource } from '../../script/index.ts';
import { explanation } from '../bound/explain.ts';
import { contentErrorAt, readNumber, readText } from '../reader.ts';
import type { LeafContext, QueryShardContext } from '../types.ts';
import { parseDecay } from './decay.ts';
import type { LeafScorer } from './leafScorer.ts';
import { firstValue, type ScoreFunctionBuilder } from './scoreFunction.ts';
import { scoreScript } from './scoreScript.ts';
import { explainScript } from './scriptText.ts';

const f32 = Math.fround;

/** One kind of scoring function. */
interface ScoreFunctionType {
  readonly name: string;
  readonly doc: string;
  parse(json: JsonObject): ScoreFunctionBuilder;
}

const MODIFIERS: Readonly<Record<string, (value: number) => number>> = {
  none: (value) => value,
  log: Math.log10,
  log1p: (value) => Math.log10(value + 1),
  log2p: (value) => Math.log10(value + 2),
  ln: Math.log,
  ln1p: (value) => Math.log1p(value),
  ln2p: (value) => Math.log1p(value + 1),
  square: (value) => value * value,
  sqrt: Math.sqrt,
  reciprocal: (value) => 1 / value,
};

function numericField(context: QueryShardContext, name: string, clause: string): MappedFieldType {
  const field = context.mapper.field(name);
  if (field === undefined) {
    throw illegalArgument(`Unable to find a field mapper for field [${name}]. No 'missing' value defined.`);
  }
  if (field.family !== 'numeric' && field.family !== 'boolean' && field.family !== 'date') {
    throw illegalArgument(`[${clause}] works on numbers; field [${name}] is of type [${field.typeName}]`);
  }
  return field;
}

const fieldValueFactor: ScoreFunctionType = {
  name: 'field_value_factor',
  doc: 'the value of a field, times a factor, through a modifier',
  parse(json) {
    checkMembers('field_value_factor', json, ['field', 'factor', 'modifier', 'missing']);
    if (json.field === undefined) {
      throw new OpenSearchError('parsing_exception', "[field_value_factor] required field 'field' missing");
    }
    const name = readText(json.field);
    const factor = json.factor === undefined ? 1 : Math.fround(readNumber(json.factor));
    const modifierName = json.modifier === undefined ? 'none' : readText(json.modifier).toLowerCase();
    if (!Object.hasOwn(MODIFIERS, modifierName)) {
      throw illegalArgument(
        `No enum constant org.opensearch.common.lucene.search.function.FieldValueFactorFunction.Modifier.${modifierName.toUpperCase()}`,
      );
    }
    const missing = json.missing === undefined ? null : readNumber(json.missing);
    const options = { factor, missing, modifier: MODIFIERS[modifierName] };
    return (context) => {
      if (missing === null || context.mapper.field(name) !== undefined)
        numericField(context, name, 'field_value_factor');
      return {
        key: `field_value_factor(${stringifyJson(json)})`,
        leaf: (leaf) => factorScorer(leaf, name, options),
        explain(leaf, doc, score) {
          const value = f32(factorScorer(leaf, name, options)(doc, score.value));
          const otherwise = missing === null ? '' : `?:${javaDouble(missing)}`;
          const read = `doc['${name}'].value${otherwise} * factor=${javaFloat(factor)}`;
          return explanation(value, `field value function: ${modifierName}(${read})`);
        },
      };
    };
  },
};

interface FactorOptions {
  readonly factor: number;
  readonly missing: number | null;
  readonly modifier: (value: number) => number;
}

function factorScorer(leaf: LeafContext, name: string, options: FactorOptions): LeafScorer {
  const value = firstValue(leaf, name);
  return (doc) => {
    const own = value(doc) ?? options.missing;
    if (own === null) {
      throw new OpenSearchError('illegal_argument_exception', `Missing value for field [${name}]`);
    }
    const result = options.modifier(own * options.factor);
    if (result < 0 || !Number.isFinite(result)) {
      throw illegalArgument(
        `field value function must not produce negative scores, but got: [${result}] for field value: [${own}]`,
      );
    }
    return result;
  };
}

const randomScore: ScoreFunctionType = {
  name: 'random_score',
  doc: 'a number from 0 to 1 that depends on a seed and the document',
  parse(json) {
    checkMembers('random_score', json, ['seed', 'field']);
    const seed = json.seed === undefined ? null : seedOf(json.seed);
    return (context) => {
      const start = seed ?? Math.floor((context.random?.() ?? 0.5) * 0x7fffffff);
      const scoreOf = ({ docBase }: LeafContext, doc: number): number =>
        (mix(start ^ mix(docBase + doc + 1)) & 0xffffff) / 0x1000000;
      const field = json.field ?? (seed === null ? null : '_id');
      return {
        key: `random(${stringifyJson(json)})`,
        leaf: (leaf) => (doc) => scoreOf(leaf, doc),
        explain: (leaf, doc) =>
          explanation(scoreOf(leaf, doc), `random score function (seed: ${start}, field: ${field})`),
      };
    };
  },
};

function seedOf(value: JsonValue): number {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(BigInt.asIntN(32, BigInt(value)));
  let hash = 0;
  for (const c of readText(value)) hash = (Math.imul(hash, 31) + (c.codePointAt(0) as number)) | 0;
  return hash;
}

/** Spreads the bits of an int (murmur's finaliser). */
function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

const scriptScoreFunction: ScoreFunctionType = {
  name: 'script_score',
  doc: 'what a script yields',
  parse(json) {
    checkMembers('script_score', json, ['script']);
    const source = parseScriptSource(json.script ?? null);
    return (context) => {
      const script = scoreScript(context, source);
      const leafOf = (leaf: LeafContext): LeafScorer => {
        const scorer = script.leaf(leaf);
        return (doc, score) => {
          const value = scorer(doc, score);
          if (value >= 0) return value;
          throw illegalArgument(
            `script score function must not produce negative scores, but got: [${javaDouble(value)}]`,
          );
        };
      };
      return {
        key: script.key,
        leaf: leafOf,
        explain: (leaf, doc, score) => explainScript(source, f32(leafOf(leaf)(doc, score.value)), score),
      };
    };
  },
};

function decayType(name: 'gauss' | 'exp' | 'linear'): ScoreFunctionType {
  return {
    name,
    doc: 'falls with the distance of a number, a date or a point from an origin',
    parse: (json) => parseDecay(name, json),
  };
}

const TYPES: readonly ScoreFunctionType[] = [
  fieldValueFactor,
  randomScore,
  scriptScoreFunction,
  decayType('gauss'),
  decayType('exp'),
  decayType('linear'),
];

/** The scoring functions by name. */
export const scoreFunctionTypes: ReadonlyMap<string, ScoreFunctionType> = new Map(
  TYPES.map((type) => [type.name, type]),
);

function checkMembers(name: string, json: JsonObject, known: readonly string[]): void {
  for (const key of Object.keys(json)) {
    if (!known.includes(key)) throw contentErrorAt(`[${name}] query does not support [${key}]`, json, key);
  }
}
