import type { LeafContext } from '../../query/index.ts';
import type { AggregationContext } from '../types.ts';
import { scriptValueCounter } from './scriptValues.ts';
import { termColumn } from './termColumn.ts';
import type { ValuesConfig } from './valuesConfig.ts';

/** How many values a document of this segment has, whatever their kind. */
export function valueCounter(
  config: ValuesConfig,
  context: AggregationContext,
  leaf: LeafContext,
): (doc: number) => number {
  if (config.script !== null) return scriptValueCounter(config, context, leaf);
  if (config.field?.name === '_index') return () => 1;
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
  if (presence === null) return () => 1;
  return (doc) => (presence.has(doc) ? 1 : absent);
}
