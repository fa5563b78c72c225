import { illegalArgument, javaFloat, type OpenSearchError } from '../../common/index.ts';
import type { FieldStatistics, Model, TermCounts } from './similarityTypes.ts';

/** The probabilistic models besides BM25: compute a score from statistics of the field and term. */

type ModelFactory = (field: FieldStatistics, term: TermCounts) => Model;
type Get = (key: string) => string | null;
type GetNumber = (key: string, fallback: number) => number;

/** The model of a type with its parameters; `null` for an unknown type. */
export function modelOf(type: string, get: Get, number: GetNumber): ModelFactory | null {
  switch (type) {
    case 'DFR':
      return divergenceFromRandomness(get, number);
    case 'IB':
      return informationBased(get, number);
    case 'DFI':
      return divergenceFromIndependence(get);
    case 'LMDirichlet':
      return dirichlet(number('mu', 2000));
    case 'LMJelinekMercer':
      return jelinekMercer(number('lambda', 0.1));
    default:
      return null;
  }
}

const { log, log2, pow, sqrt } = Math;

/** Normalises a frequency by the document's length. */
type Normalization = (field: FieldStatistics, term: TermCounts) => Model;

function averageLength(field: FieldStatistics): number {
  return field.sumTotalTermFreq / field.docCount;
}

function normalizationOf(get: Get, number: GetNumber): Normalization {
  const name = get('normalization');
  switch (name) {
    case 'no':
      return () => (frequency) => frequency;
    case 'h1': {
      const c = number('normalization.h1.c', 1);
      return (field) => (frequency, length) => frequency * c * (averageLength(field) / length);
    }
    case 'h2': {
      const c = number('normalization.h2.c', 1);
      return (field) => (frequency, length) => frequency * log2(1 + (c * averageLength(field)) / length);
    }
    case 'h3': {
      const mu = number('normalization.h3.c', 800);
      return (field, term) => {
        const prior = mu * ((term.totalTermFreq + 1) / (field.sumTotalTermFreq + 1));
        return (frequency, length) => ((frequency + prior) / (length + mu)) * mu;
      };
    }
    case 'z': {
      const z = number('normalization.z.z', 0.3);
      return (field) => (frequency, length) => frequency * pow(averageLength(field) / length, z);
    }
    default:
      throw illegalArgument(`Unsupported Normalization [${name}]`);
  }
}

type BasicModel = (field: FieldStatistics, term: TermCounts) => (tfn: number, effect: number) => number;

/** Models that differ only in the information of a single occurrence. */
function saturating(information: (field: FieldStatistics, term: TermCounts) => number): BasicModel {
  return (field, term) => {
    const a = information(field, term);
    return (tfn, effect) => a * effect * (1 - 1 / (1 + tfn));
  };
}

const BASIC_MODELS: Readonly<Record<string, BasicModel>> = {
  g: (field, term) => {
    const occurrences = term.totalTermFreq + 1;
    const lambda = occurrences / (field.docCount + occurrences);
    const a = log2(lambda + 1);
    const b = log2((1 + lambda) / lambda);
    return (tfn, effect) => (b - (b - a) / (1 + tfn)) * effect;
  },
  if: saturating((field, term) => log2(1 + (field.docCount + 1) / (term.totalTermFreq + 0.5))),
  in: saturating((field, term) => log2((field.docCount + 1) / (term.docFreq + 0.5))),
  ine: saturating(({ docCount }, term) => {
    const expected = docCount * (1 - pow((docCount - 1) / docCount, term.totalTermFreq));
    return log2((docCount + 1) / (expected + 0.5));
  }),
};

const AFTER_EFFECTS: Readonly<Record<string, (term: TermCounts) => number>> = {
  b: (term) => (term.totalTermFreq + 2) / (term.docFreq + 1),
  l: () => 1,
};

function choice<T>(table: Readonly<Record<string, T>>, name: string | null, what: string, known = ''): T {
  if (name !== null && Object.hasOwn(table, name)) return table[name];
  throw illegalArgument(`Unsupported ${what} [${name}]${known === '' ? '' : `, expected one of [${known}]`}`);
}

function divergenceFromRandomness(get: Get, number: GetNumber): ModelFactory {
  const basicModel = choice(BASIC_MODELS, basicModelName(get), 'BasicModel', 'ine, in, g, if');
  const afterEffect = choice(AFTER_EFFECTS, afterEffectName(get), 'AfterEffect', 'b, l');
  const normalization = normalizationOf(get, number);
  return (field, term) => {
    const model = basicModel(field, term);
    const effect = afterEffect(term);
    const tfn = normalization(field, term);
    return (frequency, length) => model(tfn(frequency, length), effect);
  };
}

function basicModelName(get: Get): string | null {
  const name = get('basic_model');
  if (name === 'be' || name === 'd' || name === 'p') {
    throw illegalArgument(`Basic model [${name}] isn't supported anymore, please use another model.`);
  }
  return name;
}

function afterEffectName(get: Get): string | null {
  const name = get('after_effect');
  if (name === 'no') {
    throw illegalArgument(`After effect [${name}] isn't supported anymore, please use another effect.`);
  }
  return name;
}

const DISTRIBUTIONS: Readonly<Record<string, (tfn: number, lambda: number) => number>> = {
  ll: (tfn, lambda) => -log(lambda / (tfn + lambda)),
  spl: (tfn, lambda) => {
    const power = pow(lambda, Math.min(1 - 1 / (tfn + 1), 1 - Number.EPSILON / 2));
    return -log((power - lambda) / (1 - lambda));
  },
};

const LAMBDAS: Readonly<Record<string, (term: TermCounts) => number>> = {
  df: (term) => term.docFreq,
  ttf: (term) => term.totalTermFreq,
};

function informationBased(get: Get, number: GetNumber): ModelFactory {
  const distribution = choice(DISTRIBUTIONS, get('distribution'), 'Distribution');
  const occurrences = choice(LAMBDAS, get('lambda'), 'Lambda');
  const normalization = normalizationOf(get, number);
  return (field, term) => {
    const ratio = (occurrences(term) + 1) / (field.docCount + 1);
    const lambda = ratio === 1 ? 1 - Number.EPSILON / 2 : ratio;
    const tfn = normalization(field, term);
    return (frequency, length) => distribution(tfn(frequency, length), lambda);
  };
}

const INDEPENDENCES: Readonly<Record<string, (frequency: number, expected: number) => number>> = {
  standardized: (frequency, expected) => (frequency - expected) / sqrt(expected),
  saturated: (frequency, expected) => (frequency - expected) / expected,
  chisquared: (frequency, expected) => (frequency - expected) ** 2 / expected,
};

function divergenceFromIndependence(get: Get): ModelFactory {
  const measure = choice(
    INDEPENDENCES,
    get('independence_measure'),
    'IndependenceMeasure',
    'standardized, saturated, chisquared',
  );
  return (field, term) => (frequency, length) => {
    const expected = ((term.totalTermFreq + 1) * length) / (field.sumTotalTermFreq + 1);
    return frequency <= expected ? 0 : log2(measure(frequency, expected) + 1);
  };
}

/** The probability of a term in the whole field. */
function probability(field: FieldStatistics, term: TermCounts): number {
  return (term.totalTermFreq + 1) / (field.sumTotalTermFreq + 1);
}

export function outOfRange(name: string, value: number, range: string): OpenSearchError {
  return illegalArgument(`illegal ${name} value: ${javaFloat(value)}, must be ${range}`);
}

function dirichlet(mu: number): ModelFactory {
  if (!Number.isFinite(mu) || mu < 0) throw outOfRange('mu', mu, 'a non-negative finite value');
  return (field, term) => (frequency, length) =>
    Math.max(0, log(1 + frequency / (mu * probability(field, term))) + log(mu / (length + mu)));
}

function jelinekMercer(lambda: number): ModelFactory {
  if (!(lambda > 0 && lambda <= 1)) throw illegalArgument('lambda must be in the range (0 .. 1]');
  return (field, term) => (frequency, length) =>
    log(1 + ((1 - lambda) * frequency) / length / (lambda * probability(field, term)));
}
