import {
  illegalArgument,
  type JsonObject,
  type JsonValue,
  javaDouble,
  OpenSearchError,
  SeededRandom,
  type Steps,
} from '../../common/index.ts';

/** Predicts the next values of a series. */
export interface MovingModel {
  /** Number of values required for a prediction. */
  readonly needs: number;
  /** The coefficients that can be fitted, each between 0 and 1; empty if the model cannot be fitted. */
  readonly coefficients: readonly number[];
  readonly fittedByDefault: boolean;
  with(coefficients: readonly number[]): MovingModel;
  next(values: readonly number[]): number;
  forecast(values: readonly number[], count: number): readonly number[];
}

/** Reads the `settings` of a model. Throws SettingError. */
export class ModelSettings {
  readonly #left: Map<string, JsonValue>;

  constructor(json: JsonObject | null) {
    this.#left = new Map(Object.entries(json ?? {}));
  }

  fraction(name: string, absent: number): number {
    const value = this.#take(name);
    if (value === null) return absent;
    if (typeof value !== 'number') throw this.#wrongType(name, 'a double', value);
    if (value >= 0 && value <= 1) return value;
    throw new SettingError(
      `Parameter [${name}] must be between 0-1 inclusive.  Providedvalue was [${javaDouble(value)}]`,
    );
  }

  whole(name: string, absent: number): number {
    const value = this.#take(name);
    if (value === null) return absent;
    if (typeof value !== 'number') throw this.#wrongType(name, 'an integer', value);
    return Math.trunc(value);
  }

  flag(name: string, absent: boolean): boolean {
    const value = this.#take(name);
    if (value === null) return absent;
    if (typeof value !== 'boolean') throw this.#wrongType(name, 'a boolean', value);
    return value;
  }

  text(name: string): string | null {
    const value = this.#take(name);
    if (value !== null && typeof value !== 'string') throw this.#wrongType(name, 'a String', value);
    return value;
  }

  /** Throws for unread settings. */
  close(): void {
    if (this.#left.size > 0)
      throw new SettingError(`Unrecognized parameter(s): [[${[...this.#left.keys()].join(', ')}]]`);
  }

  #take(name: string): JsonValue {
    const value = this.#left.get(name) ?? null;
    if (value !== null) this.#left.delete(name);
    return value;
  }

  #wrongType(name: string, wanted: string, value: JsonValue): OpenSearchError {
    return new SettingError(
      `Parameter [${name}] must be ${wanted}, type \`${javaClass(value)}\` provided instead`,
    );
  }
}

/** An invalid setting of a model. */
export class SettingError extends OpenSearchError {
  constructor(reason: string) {
    super('parse_exception', reason);
  }
}

function javaClass(value: JsonValue): string {
  if (typeof value === 'string') return 'String';
  if (typeof value === 'boolean') return 'Boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'Integer' : 'Double';
  return Array.isArray(value) ? 'ArrayList' : 'LinkedHashMap';
}

/** Models by name, each created from its settings. */
export const movingModels: Readonly<Record<string, (settings: ModelSettings) => MovingModel>> = {
  simple: () => fixedModel((values) => values.reduce((sum, value) => sum + value, 0) / values.length),
  linear: () => fixedModel(linearMean),
  ewma: (settings) => ewma(settings.fraction('alpha', 0.3)),
  holt: (settings) => holt(settings.fraction('alpha', 0.3), settings.fraction('beta', 0.1)),
  holt_winters: (settings) => {
    const coefficients = [
      settings.fraction('alpha', 0.3),
      settings.fraction('beta', 0.1),
      settings.fraction('gamma', 0.3),
    ];
    const period = settings.whole('period', 1);
    const multiplicative = seasonality(settings.text('type')) === 'mult';
    const pad = settings.flag('pad', multiplicative);
    return holtWinters(coefficients, { period, multiplicative, padding: multiplicative && pad ? 1e-10 : 0 });
  },
};

function seasonality(text: string | null): string {
  if (text === null || text === 'add' || text === 'mult') return text ?? 'add';
  throw new OpenSearchError(
    'parse_exception',
    `failed to parse seasonality type [${text}]. accepted values are [[add, mult]]`,
  );
}

/** Predicts repeatedly, treating each prediction as an observed value. */
function fixedModel(mean: (values: readonly number[]) => number): MovingModel {
  const model: MovingModel = {
    needs: 1,
    coefficients: [],
    fittedByDefault: false,
    with: () => model,
    next: mean,
    forecast: (values, count) => new Array<number>(count).fill(mean(values)),
  };
  return model;
}

/** Linearly weighted mean; the sum of the weights starts at one, as in the original. */
function linearMean(values: readonly number[]): number {
  let total = 1;
  let sum = 0;
  values.forEach((value, index) => {
    sum += value * (index + 1);
    total += index + 1;
  });
  return sum / total;
}

function ewma(alpha: number): MovingModel {
  const next = (values: readonly number[]): number =>
    values.slice(1).reduce((average, value) => value * alpha + average * (1 - alpha), values[0]);
  return {
    needs: 1,
    coefficients: [alpha],
    fittedByDefault: false,
    with: ([changed]) => ewma(changed),
    next,
    forecast: (values, count) => new Array<number>(count).fill(next(values)),
  };
}

/** Smoothed level and trend. */
function holt(alpha: number, beta: number): MovingModel {
  const forecast = (values: readonly number[], count: number): readonly number[] => {
    let level = values[0];
    let trend = 0;
    for (const value of values.slice(1)) {
      const last = level;
      level = alpha * value + (1 - alpha) * (last + trend);
      trend = beta * (level - last) + (1 - beta) * trend;
    }
    return Array.from({ length: count }, (_, step) => level + step * trend);
  };
  return {
    needs: 1,
    coefficients: [alpha, beta],
    fittedByDefault: false,
    with: ([a, b]) => holt(a, b),
    next: (values) => forecast(values, 1)[0],
    forecast,
  };
}

interface Seasons {
  readonly period: number;
  readonly multiplicative: boolean;
  readonly padding: number;
}

function holtWinters(coefficients: readonly number[], seasons: Seasons): MovingModel {
  const forecast = (values: readonly number[], count: number) =>
    seasonalForecast(values, count, coefficients, seasons);
  return {
    needs: seasons.period * 2,
    coefficients,
    fittedByDefault: true,
    with: (changed) => holtWinters(changed, seasons),
    next: (values) => forecast(values, 1)[0],
    forecast,
  };
}

/** Smoothed level, trend and season. */
function seasonalForecast(
  values: readonly number[],
  count: number,
  [alpha, beta, gamma]: readonly number[],
  { period, multiplicative, padding }: Seasons,
): readonly number[] {
  if (values.length < period * 2) {
    const needed = `(2 * period == 2 * ${period} == ${2 * period})`;
    throw illegalArgument(
      `Holt-Winters aggregation requires at least ${needed} data-points to function.  Only [${values.length}] were provided.`,
    );
  }
  const padded = values.map((value) => value + padding);
  let level = 0;
  let trend = 0;
  for (let i = 0; i < period; i++) {
    level += padded[i];
    trend += (padded[i + period] - padded[i]) / period;
  }
  level /= period;
  const season = new Float64Array(padded.length);
  if (level !== 0) for (let i = 0; i < period; i++) season[i] = padded[i] / level;
  // The original discards the first trend: smoothing starts without one.
  trend = 0;
  for (let i = period; i < padded.length; i++) {
    const before = season[i - period];
    const own = multiplicative ? padded[i] / before : padded[i] - before;
    const last = { level, trend };
    level = alpha * own + (1 - alpha) * (last.level + last.trend);
    trend = beta * (level - last.level) + (1 - beta) * last.trend;
    const seasonal = multiplicative
      ? padded[i] / (last.level + last.trend)
      : padded[i] - (last.level - last.trend);
    season[i] = gamma * seasonal + (1 - gamma) * before;
  }
  return Array.from({ length: count }, (_, index) => {
    const next = season[padded.length - period + (index % period)];
    const line = level + (index + 1) * trend;
    return multiplicative ? line * next : line + next;
  });
}

/** Fits the coefficients to the values after `train` by simulated annealing with a fixed seed. */
export function* fitModel(
  model: MovingModel,
  train: readonly number[],
  test: readonly number[],
): Steps<MovingModel> {
  const random = new SeededRandom(42);
  const cost = ({ forecast }: MovingModel): number =>
    forecast(train, test.length).reduce((sum, value, index) => sum + Math.abs(test[index] - value), 0);
  let [current, best] = [model, model];
  let currentCost = cost(model);
  let bestCost = currentCost;
  for (let temperature = 1; temperature > 0.0001; temperature *= 0.9) {
    for (let i = 0; i < 100; i++) {
      yield;
      const changed = [...current.coefficients];
      changed[Math.floor(random.next() * changed.length)] = random.next();
      const neighbour = current.with(changed);
      const neighbourCost = cost(neighbour);
      const better = neighbourCost < currentCost;
      if (!better && Math.exp(-(neighbourCost - currentCost) / temperature) <= random.next()) continue;
      [current, currentCost] = [neighbour, neighbourCost];
      if (neighbourCost < bestCost) [best, bestCost] = [neighbour, neighbourCost];
    }
  }
  return best;
}
