import {
  illegalArgument,
  type JsonObject,
  javaDouble,
  javaFloat,
  jsonAt,
  OpenSearchError,
  stringifyJson,
} from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { parseScriptSource, type ScriptSource } from '../../script/index.ts';
import { explanation } from '../bound/explain.ts';
import { checkFielddata } from '../fielddata.ts';
import { shardError } from '../fieldQueries.ts';
import { numberAt, type TokenContainer } from '../numberTokens.ts';
import { isScalar, parsingErrorAt, textAt } from '../reader.ts';
import { nonNullToken, type RefuseToken, readTokens, valueToken } from '../tokenLoop.ts';
import type { LeafContext, QueryShardContext } from '../types.ts';
import { parseDecay } from './decay.ts';
import type { LeafScorer, ScoreScript } from './leafScorer.ts';
import { parseRandomScore } from './randomScore.ts';
import { firstValue, type ScoreFunctionBuilder } from './scoreFunction.ts';
import { scoreScript } from './scoreScript.ts';
import { explainScript } from './scriptText.ts';

const f32 = Math.fround;

/** A type of scoring function. */
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
    const reason = `Unable to find a field mapper for field [${name}]. No 'missing' value defined.`;
    throw new OpenSearchError('exception', reason);
  }
  checkFielddata(field);
  if (field.family !== 'numeric' && field.family !== 'boolean' && field.family !== 'date') {
    throw illegalArgument(`[${clause}] works on numbers; field [${name}] is of type [${field.typeName}]`);
  }
  return field;
}

const fieldValueFactor: ScoreFunctionType = {
  name: 'field_value_factor',
  doc: 'the value of a field, with a factor and a modifier',
  parse(json) {
    const { field: name, ...options } = readFactor(json);
    const { factor, missing, modifierName } = options;
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

function readFactor(json: JsonObject): FactorOptions & { readonly field: string } {
  const read = { factor: 1, missing: null as number | null, modifierName: 'none' };
  let field: string | null = null;
  const members = {
    field: valueToken((body, key) => void (field = textAt(body, key))),
    factor: nonNullToken((body, key) => void (read.factor = factorAt(body, key))),
    modifier: valueToken((body, key) => void (read.modifierName = modifierAt(body, key))),
    missing: valueToken((body, key) => void (read.missing = numberAt(body, key))),
  };
  const refuse: RefuseToken = (container, key, member) =>
    parsingErrorAt(`field_value_factor query does not support [${member}]`, container, key);
  readTokens({ clause: 'field_value_factor', members, isLenient: true, refuse }, json);
  if (field !== null) return { ...read, field };
  throw parsingErrorAt("[field_value_factor] required field 'field' missing", json, null, 'end');
}

function factorAt(container: TokenContainer, key: string | number): number {
  const value = jsonAt(container, key);
  if (isScalar(value)) return Math.fround(numberAt(container, key));
  const reason = "[field_value_factor] field 'factor' does not support lists or objects";
  throw parsingErrorAt(reason, container, key);
}

function modifierAt(container: TokenContainer, key: string | number): string {
  const name = textAt(container, key).toLowerCase();
  if (Object.hasOwn(MODIFIERS, name)) return name;
  throw illegalArgument(
    `No enum constant org.opensearch.common.lucene.search.function.FieldValueFactorFunction.Modifier.${name.toUpperCase()}`,
  );
}

interface FactorOptions {
  readonly factor: number;
  readonly missing: number | null;
  readonly modifierName: string;
}

function factorScorer(leaf: LeafContext, name: string, options: FactorOptions): LeafScorer {
  const value = firstValue(leaf, name);
  const modifier = MODIFIERS[options.modifierName];
  return (doc) => {
    const own = value(doc) ?? options.missing;
    if (own === null) throw new OpenSearchError('exception', `Missing value for field [${name}]`);
    const result = modifier(own * options.factor);
    if (result < 0) throw negativeValue(result, own, options.modifierName);
    return result;
  };
}

function negativeValue(result: number, own: number, modifier: string): OpenSearchError {
  const advice = `; consider using ${modifier}1p or ${modifier}2p instead of ${modifier} to avoid negative scores`;
  return illegalArgument(
    `field value function must not produce negative scores, but got: [${javaDouble(result)}] for field value: ` +
      `[${javaDouble(own)}]${modifier === 'ln' || modifier === 'log' ? advice : ''}`,
  );
}

const scriptScoreFunction: ScoreFunctionType = {
  name: 'script_score',
  doc: 'the result of a script',
  parse(json) {
    checkMembers('script_score', json, ['script']);
    if (json.script === undefined) {
      throw parsingErrorAt("script_score requires 'script' field", json, null, 'end');
    }
    const source = parseScriptSource(json.script, { container: json, key: 'script' });
    return (context) => {
      const script = loadedScript(context, source);
      const leafOf = (leaf: LeafContext): LeafScorer => {
        const scorer = script.leaf(leaf);
        return (doc, score) => {
          const value = scorer(doc, score);
          if (value >= 0 || Number.isNaN(value)) return value;
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

/** Loads a script; compilation errors are wrapped as causes. */
function loadedScript(context: QueryShardContext, source: ScriptSource): ScoreScript {
  try {
    return scoreScript(context, source);
  } catch (error) {
    if (!(error instanceof OpenSearchError) || error.type === 'not_emulated_exception') throw error;
    throw shardError(context, 'script_score: the script could not be loaded', error);
  }
}

function decayType(name: 'gauss' | 'exp' | 'linear'): ScoreFunctionType {
  return {
    name,
    doc: 'decays with the distance of a number, date or point from an origin',
    parse: (json) => parseDecay(name, json),
  };
}

const TYPES: readonly ScoreFunctionType[] = [
  fieldValueFactor,
  {
    name: 'random_score',
    doc: 'a random number from 0 to 1, reproducible by a seed and a field',
    parse: parseRandomScore,
  },
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
    if (known.includes(key)) continue;
    throw parsingErrorAt(`${name} query does not support [${key}]`, json, key);
  }
}
