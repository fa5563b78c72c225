import {
  illegalArgument,
  isJsonObject,
  type JsonValue,
  javaMath,
  objectExpected,
} from '../../common/index.ts';
import { compileScript, fromJson, toJson, type Value } from '../../script/index.ts';
import {
  booleanField,
  type Field,
  type FieldPlace,
  type Fields,
  type Parsed,
  parseObject,
} from '../framework/objectParser.ts';
import { type ScriptSource, scriptField } from '../values/valuesConfig.ts';

/** Frequencies of a term in the matching documents (the subset) and in all (the superset). */
export interface Frequencies {
  readonly subsetFreq: number;
  readonly subsetSize: number;
  readonly supersetFreq: number;
  readonly supersetSize: number;
}

export type Heuristic = (frequencies: Frequencies) => number;

/** Absolute times relative change in probability. */
export const JLH: Heuristic = ({ subsetFreq, subsetSize, supersetFreq, supersetSize }) => {
  if (subsetSize === 0 || supersetSize === 0 || supersetFreq === 0) return 0;
  const subset = subsetFreq / subsetSize;
  const superset = supersetFreq / supersetSize;
  return subset <= superset ? 0 : (subset - superset) * (subset / superset);
};

const percentage: Heuristic = ({ subsetFreq, supersetFreq }) =>
  supersetFreq === 0 ? 0 : subsetFreq / supersetFreq;

const NO_SUPERSET =
  'does your background filter not include all documents in the bucket? ' +
  'If so and it is intentional, set "background_is_superset": false';

/** The four counts of the contingency table of term and subset. */
function cells(
  { subsetFreq, subsetSize, supersetFreq, supersetSize }: Frequencies,
  backgroundIsSuperset: boolean,
) {
  if (backgroundIsSuperset) {
    const problem =
      subsetFreq > supersetFreq
        ? 'subsetFreq > supersetFreq'
        : subsetSize > supersetSize
          ? 'subsetSize > supersetSize'
          : supersetFreq - subsetFreq > supersetSize - subsetSize
            ? 'supersetFreq - subsetFreq > supersetSize - subsetSize'
            : null;
    if (problem !== null) throw illegalArgument(`${problem}, ${NO_SUPERSET}`);
  }
  const n11 = subsetFreq;
  const n10 = subsetSize - subsetFreq;
  const n01 = backgroundIsSuperset ? supersetFreq - subsetFreq : supersetFreq;
  const total = backgroundIsSuperset ? supersetSize : subsetSize + supersetSize;
  const n00 = total - n11 - n10 - n01;
  return { n11, n10, n01, n00, total, in1: n11 + n10, out: n01 + n00, has: n11 + n01, lacks: n10 + n00 };
}

function chiSquare(includeNegatives: boolean, backgroundIsSuperset: boolean): Heuristic {
  return (frequencies) => {
    const { n11, n10, n01, n00, total, in1, out, has, lacks } = cells(frequencies, backgroundIsSuperset);
    if (!includeNegatives && n11 / in1 < n01 / out) return Number.NEGATIVE_INFINITY;
    return (total * (n11 * n00 - n01 * n10) ** 2) / (in1 * out * has * lacks);
  };
}

function mutualInformation(includeNegatives: boolean, backgroundIsSuperset: boolean): Heuristic {
  return (frequencies) => {
    const { n11, n10, n01, n00, total, in1, out, has, lacks } = cells(frequencies, backgroundIsSuperset);
    const part = (cell: number, a: number, b: number) =>
      cell === 0 ? 0 : (cell / total) * (javaMath.log((total * cell) / (a * b)) / Math.LN2);
    const score = part(n11, has, in1) + part(n01, has, out) + part(n10, lacks, in1) + part(n00, lacks, out);
    if (Number.isNaN(score)) return Number.NEGATIVE_INFINITY;
    return !includeNegatives && n11 / in1 < n01 / out ? Number.NEGATIVE_INFINITY : score;
  };
}

/** Normalized Google distance, converted to a score that grows with closeness. */
function googleDistance(backgroundIsSuperset: boolean): Heuristic {
  return (frequencies) => {
    const { n11, total, in1, has } = cells(frequencies, backgroundIsSuperset);
    if (n11 === 0) return 0;
    const distance =
      (Math.max(javaMath.log(has), javaMath.log(in1)) - javaMath.log(n11)) /
      (javaMath.log(total) - Math.min(javaMath.log(has), javaMath.log(in1)));
    return javaMath.exp(-distance);
  };
}

/** A script using `params._subset_freq`, `_subset_size`, `_superset_freq` and `_superset_size`. */
function scriptHeuristic(options: { readonly script?: ScriptSource }): Heuristic {
  if (options.script === undefined) throw illegalArgument('Required [script]');
  const script = compileScript(options.script.json, 'script_heuristic');
  const own = script.source.params;
  return ({ subsetFreq, subsetSize, supersetFreq, supersetSize }) => {
    const frequencies = {
      _subset_freq: subsetFreq,
      _subset_size: subsetSize,
      _superset_freq: supersetFreq,
      _superset_size: supersetSize,
    };
    const params = fromJson({ ...(isJsonObject(own) ? own : {}), ...frequencies }) as Map<string, Value>;
    return Number(toJson(script.bind({ params, now: () => 0 })()));
  };
}

const superset = { background_is_superset: booleanField() };
const negatives = { ...superset, include_negatives: booleanField() };

/** A heuristic with its own parser name. */
function heuristic<F extends Fields>(
  name: string,
  fields: F,
  create: (options: Parsed<F>) => Heuristic,
): readonly [string, Field<Heuristic>] {
  const read = (json: JsonValue, { aggregation, container, key }: FieldPlace): Heuristic => {
    if (!isJsonObject(json)) throw objectExpected(name, container, key);
    return create(parseObject(json, fields, { parser: name, aggregation }));
  };
  return [name, { tokens: [], read, registered: true }];
}

/** Heuristics by member name. */
export const heuristics: ReadonlyMap<string, Field<Heuristic>> = new Map([
  heuristic('jlh', {}, () => JLH),
  heuristic('percentage', {}, () => percentage),
  heuristic('chi_square', negatives, ({ include_negatives = false, background_is_superset = true }) =>
    chiSquare(include_negatives, background_is_superset),
  ),
  heuristic('mutual_information', negatives, ({ include_negatives = false, background_is_superset = true }) =>
    mutualInformation(include_negatives, background_is_superset),
  ),
  heuristic('gnd', superset, ({ background_is_superset = true }) => googleDistance(background_is_superset)),
  heuristic('script_heuristic', { script: scriptField }, scriptHeuristic),
]);
