import { javaDouble } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import type { AggregationContext } from '../types.ts';
import type { Key, KeyFilter, KeyReader, KeySource } from './keys.ts';
import { LongKeys, needsLongKeys } from './longKeys.ts';
import { ANY_NUMBERS, NumberKeys, WHOLE_NUMBERS } from './numberKeys.ts';
import { fieldReader, missingNumber, type NumberSource } from './numbers.ts';
import { scriptKeys, scriptNumbers, scriptValueCounter } from './scriptValues.ts';
import { TermKeys, termColumn } from './termKeys.ts';
import type { ValuesConfig } from './valuesConfig.ts';

/** The numbers of a numeric, date or boolean field, or of a script. */
export function numberSource(config: ValuesConfig, context: AggregationContext): NumberSource {
  if (config.script !== null) return scriptNumbers(config, context);
  const missing = missingNumber(config);
  return {
    integral: config.integral && (missing === null || Number.isInteger(missing)),
    isComputed: false,
    leaf: (leaf) => fieldReader(leaf, config, missing),
  };
}

/** Keys that are the values themselves, and whether all are integers. */
export interface ValueKeys {
  readonly keys: KeySource;
  readonly integral: boolean;
}

/** The values of a field or script as bucket keys. */
export function valueKeys(
  config: ValuesConfig,
  context: AggregationContext,
  filter: KeyFilter | null,
): ValueKeys {
  if (config.kind === 'bytes' || config.kind === 'ip' || config.kind === 'range') {
    if (config.script !== null) return { keys: scriptKeys(config, context, filter), integral: false };
    const constant = config.field?.name === '_index' ? context.indexName : missingTerm(config);
    return { keys: new TermKeys(termColumn(config), constant, filter), integral: false };
  }
  if (config.asText) return textKeys(config, context, filter);
  return numberKeys(config, context, filter);
}

function numberKeys(config: ValuesConfig, context: AggregationContext, filter: KeyFilter | null): ValueKeys {
  if (config.field && config.script === null && needsLongKeys(config.field.name, context.leaves)) {
    return { keys: new LongKeys(config.field.name, missingNumber(config), filter), integral: true };
  }
  const source: NumberSource = numberSource(config, context);
  const rounding = source.integral ? WHOLE_NUMBERS : ANY_NUMBERS;
  return { keys: new NumberKeys(source, rounding, filter), integral: source.integral };
}

function textKeys(config: ValuesConfig, context: AggregationContext, filter: KeyFilter | null): ValueKeys {
  const print = (key: Key): string => (config.integral ? String(key) : javaDouble(Number(key)));
  const create = (shown: KeyFilter | null) => numberKeys(config, context, shown).keys;
  return { keys: new TextKeys(print, filter, create), integral: false };
}

function missingTerm({ field, missing, kind }: ValuesConfig): string | null {
  if (missing === undefined) return null;
  return kind === 'ip' && field ? String(field.toIndexValue(missing)) : String(missing);
}

/** Numeric keys as the strings that they print as. */
export class TextKeys implements KeySource {
  readonly #numbers: KeySource;
  readonly #print: (key: Key) => string;

  /** `create` makes the numeric keys, with a filter on their strings. */
  constructor(
    print: (key: Key) => string,
    filter: KeyFilter | null,
    create: (filter: KeyFilter | null) => KeySource,
  ) {
    this.#print = print;
    this.#numbers = create(filter && ((key) => filter(print(key))));
  }

  get size(): number {
    return this.#numbers.size;
  }

  key(id: number): string {
    return this.#print(this.#numbers.key(id));
  }

  leaf(leaf: LeafContext): KeyReader {
    return this.#numbers.leaf(leaf);
  }

  addAll(leaves: readonly LeafContext[]): void {
    this.#numbers.addAll(leaves);
  }
}

/** For segments whose documents have exactly one value each. */
export const oneValue = (): number => 1;

/** Counts the values of a document in this segment, whatever their type. */
export function valueCounter(
  config: ValuesConfig,
  context: AggregationContext,
  leaf: LeafContext,
): (doc: number) => number {
  if (config.script !== null) return scriptValueCounter(config, context, leaf);
  if (config.field?.name === '_index') return oneValue;
  if (config.kind === 'numeric' || config.kind === 'date') missingNumber(config);
  const absent = config.missing === undefined ? 0 : 1;
  const column =
    config.field === null
      ? null
      : config.kind === 'bytes'
        ? (termColumn(config)(leaf) ?? leaf.reader.column(config.field.name))
        : leaf.reader.column(config.field.name);
  if (column === null) return () => absent;
  if (column.kind === 'binary') {
    const { presence } = column;
    return (doc) => (presence === null || presence.has(doc) ? column.values(doc).length : absent);
  }
  const { offsets, presence } = column;
  if (offsets !== null) {
    return (doc) =>
      presence === null || presence.has(doc) ? offsets[doc + 1] - offsets[doc] || absent : absent;
  }
  if (presence === null) return oneValue;
  return (doc) => (presence.has(doc) ? 1 : absent);
}
