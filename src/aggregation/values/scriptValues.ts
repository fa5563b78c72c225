import { DateTime } from '../../common/index.ts';
import { isMissingValue, type LeafContext } from '../../query/index.ts';
import {
  asText,
  type CompiledScript,
  compileScript,
  DocLookup,
  Double,
  toNumber,
  type Value,
} from '../../script/index.ts';
import type { DocBlock } from '../framework/aggregator.ts';
import type { AggregationContext } from '../types.ts';
import type { IdRun, KeyFilter, KeyReader, KeySource } from './keys.ts';
import { ComputedReader, fieldReader, missingNumber, type NumberSource } from './numbers.ts';
import { StringIds } from './termIds.ts';
import { termColumn } from './termKeys.ts';
import type { ValuesConfig } from './valuesConfig.ts';

/** Computes a script's values for one document of a segment. */
type ScriptRunner = (doc: number, score: number) => readonly Value[];

/** Numbers that a script computes for each document, or for each value of the field. */
export function scriptNumbers(config: ValuesConfig, context: AggregationContext): NumberSource {
  const script = compileScript(config.script!.json, 'aggs');
  // The placeholder for a missing value is not passed to the script.
  const absent = missingNumber(config);
  return {
    integral: config.integral,
    isComputed: true,
    leaf(leaf) {
      const run =
        config.field === null
          ? docRunner(script, context, leaf)
          : numberRunner(script, config, context, leaf);
      return new ComputedReader((doc, score) => {
        const values = run(doc, score)
          .map(numberOf)
          .filter((value) => value !== null)
          .sort((a, b) => a - b);
        return values.length === 0 && absent !== null ? [absent] : values;
      });
    },
  };
}

/** Terms that a script computes for each document, or for each term of the field. */
export function scriptKeys(
  config: ValuesConfig,
  context: AggregationContext,
  filter: KeyFilter | null,
): KeySource {
  const script = compileScript(config.script!.json, 'aggs');
  const terms = new StringIds(filter);
  return {
    get size() {
      return terms.size;
    },
    key: (id) => terms.term(id),
    leaf: (leaf) => termReader(runnerOf(script, config, context, leaf), terms, config.missing),
    addAll() {},
  };
}

/** Counts the values that a script returns for a document. */
export function scriptValueCounter(
  config: ValuesConfig,
  context: AggregationContext,
  leaf: LeafContext,
): (doc: number) => number {
  const script = compileScript(config.script!.json, 'aggs');
  const run =
    config.kind === 'bytes'
      ? runnerOf(script, config, context, leaf)
      : numberRunner(script, config, context, leaf);
  const least = config.missing === undefined ? 0 : 1;
  return (doc) => Math.max(run(doc, 0).length, least);
}

function termReader(run: ScriptRunner, terms: StringIds, missing: unknown): KeyReader {
  return {
    read(block): IdRun {
      const ids: number[] = [];
      const positions: number[] = [];
      for (let i = 0; i < block.count; i++) {
        const texts = run(block.docs[i], scoreOf(block, i)).map(asText);
        if (texts.length === 0 && missing !== undefined) texts.push(String(missing));
        for (const text of texts.length > 1 ? new Set(texts) : texts) {
          const id = terms.idOf(text);
          if (id < 0) continue;
          ids.push(id);
          positions.push(i);
        }
      }
      const count = ids.length;
      return { ids: Uint32Array.from(ids), positions: Uint32Array.from(positions), count, dense: false };
    },
  };
}

function scoreOf(block: DocBlock, index: number): number {
  return block.scores ? block.scores[index] : 0;
}

function runnerOf(
  script: CompiledScript,
  config: ValuesConfig,
  context: AggregationContext,
  leaf: LeafContext,
): ScriptRunner {
  if (config.field === null) return docRunner(script, context, leaf);
  const column = termColumn(config)(leaf);
  if (column === null) return () => [];
  const { ords, offsets, presence, dictionary } = column;
  return valueRunner(script, context, leaf, (doc) => {
    const present = presence === null || presence.has(doc);
    const start = offsets ? offsets[doc] : doc;
    const end = present ? (offsets ? offsets[doc + 1] : doc + 1) : start;
    return Array.from(ords.subarray(start, end), (ord) => dictionary.term(ord));
  });
}

function numberRunner(
  script: CompiledScript,
  config: ValuesConfig,
  context: AggregationContext,
  leaf: LeafContext,
): ScriptRunner {
  if (config.field === null) return docRunner(script, context, leaf);
  const reader = fieldReader(leaf, config, null);
  return valueRunner(script, context, leaf, (doc) => {
    const block = {
      docs: Uint32Array.of(doc),
      owners: new Uint32Array(1),
      scores: null,
      count: 1,
      ownerBound: 1,
      contiguous: true,
    };
    const { values, places, count } = reader.read(block);
    return Array.from(places.subarray(0, count), (place) =>
      config.integral ? values[place] : new Double(values[place]),
    );
  });
}

/** Runs the script once per document. */
function docRunner(script: CompiledScript, context: AggregationContext, leaf: LeafContext): ScriptRunner {
  const doc = new DocLookup(context.mapper, leaf.reader, context);
  let score = 0;
  const run = script.bind({ doc, score: () => new Double(score), now: context.now });
  return (number, currentScore) => {
    doc.doc = number;
    score = currentScore;
    return listOf(runOrNothing(context, run));
  };
}

/** Runs the script once per value, available as `_value`. */
function valueRunner(
  script: CompiledScript,
  context: AggregationContext,
  leaf: LeafContext,
  valuesOf: (doc: number) => readonly Value[],
): ScriptRunner {
  const doc = new DocLookup(context.mapper, leaf.reader, context);
  let value: Value = null;
  const run = script.bind({ doc, value: () => value, now: context.now });
  return (number) => {
    doc.doc = number;
    return valuesOf(number).flatMap((current) => {
      value = current;
      return listOf(runOrNothing(context, run));
    });
  };
}

function listOf(value: Value): readonly Value[] {
  if (value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function runOrNothing(context: AggregationContext, run: () => Value): Value {
  try {
    return run();
  } catch (error) {
    if (isMissingValue(context, error)) return null;
    throw error;
  }
}

function numberOf(value: Value): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  const number = toNumber(value);
  if (number !== null || typeof value === 'string') return number ?? Number(value);
  return value !== null && typeof value === 'object' && 'time' in value ? millisOf(value.time) : null;
}

function millisOf(time: unknown): number | null {
  return DateTime.isDateTime(time) ? time.toMillis() : null;
}
