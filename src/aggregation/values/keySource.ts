import { javaDouble } from '../../common/index.ts';
import type { AggregationContext } from '../types.ts';
import type { Key, KeyFilter, KeySource } from './keys.ts';
import { LongKeys, needsLongKeys } from './longKeys.ts';
import { missingNumber } from './numberField.ts';
import { ANY_NUMBERS, NumberKeys, WHOLE_NUMBERS } from './numberKeys.ts';
import { numberSource } from './numberSource.ts';
import type { NumberSource } from './numbers.ts';
import { scriptKeys } from './scriptValues.ts';
import { termColumn } from './termColumn.ts';
import { TermKeys } from './termKeys.ts';
import { TextKeys } from './textKeys.ts';
import type { ValuesConfig } from './valuesConfig.ts';

/** Keys that are the values themselves, and whether they all are whole numbers. */
export interface ValueKeys {
  readonly keys: KeySource;
  readonly integral: boolean;
}

/** The values of a field or script as keys of buckets. */
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
