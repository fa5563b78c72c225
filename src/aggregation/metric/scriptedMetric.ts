import {
  type ExactJsonObject,
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../common/index.ts';
import {
  type CompiledScript,
  compileScript,
  DocLookup,
  Double,
  fromJson,
  toExactJson,
  toJson,
  type Value,
} from '../../script/index.ts';
import type { Aggregator, AggregatorPlace } from '../framework/aggregator.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { objectField, parseObject } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import { scriptField } from '../values/valuesConfig.ts';

const fields = {
  init_script: scriptField,
  map_script: scriptField,
  combine_script: scriptField,
  reduce_script: scriptField,
  params: objectField((json) => json),
} as const;

interface Scripts {
  readonly init: CompiledScript | null;
  readonly map: CompiledScript;
  readonly combine: CompiledScript;
  /** Compiled where results are reduced, since the original reports its errors there. */
  readonly reduce: () => CompiledScript;
  readonly params: JsonObject;
}

const CONTEXTS = {
  map_script: 'aggs_map',
  combine_script: 'aggs_combine',
  reduce_script: 'aggs_reduce',
} as const;

/**
 * A value computed by four scripts: a state per shard, a run per document, and the combination of the states.
 */
export const scriptedMetric: AggregationType = {
  name: 'scripted_metric',
  family: 'metric',
  parse(json, aggregation) {
    const options = parseObject(json, fields, { parser: 'scripted_metric', aggregation });
    if (!options.map_script) throw illegalArgument('Required [map_script]');
    const compile = (name: 'map_script' | 'combine_script' | 'reduce_script'): CompiledScript => {
      const script = options[name];
      const shown = name.replace('_script', 'Script');
      if (!script) throw illegalArgument(`[${shown}] must not be null: [${aggregation}]`);
      return compileScript(script.json, CONTEXTS[name]);
    };
    // Script errors are reported by shards.
    const create = (place: AggregatorPlace): Aggregator => {
      const scripts: Scripts = {
        init: options.init_script ? compileScript(options.init_script.json, 'aggs_init') : null,
        map: compile('map_script'),
        combine: compile('combine_script'),
        reduce: () => compile('reduce_script'),
        params: options.params ?? {},
      };
      return new ScriptedAggregator(place, scripts);
    };
    return { needsScores: true, create };
  },
};

type State = Map<string, Value>;

/** Merges the aggregation's params with the script's own, which take precedence. */
function paramsOf(scripts: Scripts, script: CompiledScript): State {
  const own: JsonValue = script.source.params;
  return fromJson({ ...scripts.params, ...(isJsonObject(own) ? own : {}) }) as State;
}

class ScriptedAggregator implements Aggregator {
  readonly #place: AggregatorPlace;
  readonly #scripts: Scripts;
  readonly #states: State[] = [];

  constructor(place: AggregatorPlace, scripts: Scripts) {
    this.#place = place;
    this.#scripts = scripts;
  }

  leaf(leaf: Parameters<Aggregator['leaf']>[0]): ReturnType<Aggregator['leaf']> {
    const { mapper, now } = this.#place.context;
    const doc = new DocLookup(mapper, leaf.reader);
    let score = 0;
    const runners = new Map<number, () => Value>();
    const params = paramsOf(this.#scripts, this.#scripts.map);
    const runnerOf = (owner: number): (() => Value) => {
      const known = runners.get(owner);
      if (known) return known;
      const state = this.#stateOf(owner);
      const run = this.#scripts.map.bind({ doc, score: () => new Double(score), state, params, now });
      runners.set(owner, run);
      return run;
    };
    return {
      collect(block) {
        for (let i = 0; i < block.count; i++) {
          doc.doc = block.docs[i];
          score = block.scores ? block.scores[i] : 0;
          runnerOf(block.owners[i])();
        }
      },
    };
  }

  #stateOf(owner: number): State {
    const known = this.#states[owner];
    if (known) return known;
    const state: State = new Map();
    const { init } = this.#scripts;
    const { now } = this.#place.context;
    if (init) init.bind({ state, params: paramsOf(this.#scripts, init), now })();
    this.#states[owner] = state;
    return state;
  }

  build(owner: number): InternalScriptedMetric {
    const { combine } = this.#scripts;
    const { now } = this.#place.context;
    const params = paramsOf(this.#scripts, combine);
    const value = combine.bind({ state: this.#stateOf(owner), params, now })();
    return new InternalScriptedMetric(this.#scripts, [value], null);
  }
}

class InternalScriptedMetric implements InternalAggregation {
  readonly type = 'scripted_metric';
  readonly #scripts: Scripts;
  /** The combined states of the shards. */
  readonly states: readonly Value[];
  /** Set once the states are reduced. */
  readonly value: Value;

  constructor(scripts: Scripts, states: readonly Value[], value: Value) {
    this.#scripts = scripts;
    this.states = states;
    this.value = value;
  }

  reduce(results: readonly InternalScriptedMetric[]): InternalAggregation {
    const states = results.flatMap((result) => result.states);
    const reduce = this.#scripts.reduce();
    const params = paramsOf(this.#scripts, reduce);
    const value = reduce.bind({ states: [...states], params, now: () => 0 })();
    return new InternalScriptedMetric(this.#scripts, states, value);
  }

  number(key: string | null): number | null {
    const json = toJson(this.value);
    return (key === null || key === 'value') && typeof json === 'number' ? json : null;
  }

  render(): ExactJsonObject {
    return { value: toExactJson(this.value) };
  }
}
