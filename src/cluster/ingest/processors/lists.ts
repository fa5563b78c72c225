import { illegalArgument } from '../../../common/index.ts';
import { toNumber, type Value } from '../../../script/index.ts';
import type { ProcessorType } from '../processor.ts';
import { unhandled } from '../unhandledFailure.ts';
import { asString, javaText, requiredValue, wrongClass } from './fields.ts';

function asList(value: Value, field: string): readonly Value[] {
  if (Array.isArray(value)) return value;
  throw wrongClass(value, field, 'java.util.List');
}

export const joinProcessor: ProcessorType = {
  name: 'join',
  doc: 'joins a list into a string',
  create(configuration) {
    const field = configuration.text('field');
    const separator = configuration.text('separator');
    const target = configuration.optionalText('target_field') ?? field;
    return (document) => {
      const list = asList(requiredValue(document, field, false, 'cannot join.'), field);
      document.set(target, list.map(javaText).join(separator));
    };
  },
};

export const splitProcessor: ProcessorType = {
  name: 'split',
  doc: 'splits a string into a list',
  create(configuration) {
    const field = configuration.text('field');
    const separator = configuration.lateRegex('separator');
    const ignoreMissing = configuration.flag('ignore_missing', false);
    const preserveTrailing = configuration.flag('preserve_trailing', false);
    const target = configuration.optionalText('target_field') ?? field;
    return (document) => {
      const value = requiredValue(document, field, ignoreMissing, 'cannot split.');
      if (value === null) return;
      document.set(target, separator().split(asString(value, field), preserveTrailing));
    };
  },
};

export const sortProcessor: ProcessorType = {
  name: 'sort',
  doc: 'sorts a list',
  create(configuration) {
    const field = configuration.text('field');
    const target = configuration.optionalText('target_field') ?? field;
    const order = configuration.optionalText('order') ?? 'asc';
    if (order !== 'asc' && order !== 'desc') {
      throw configuration.error(
        'order',
        `Sort direction [${order}] not recognized. Valid values are: [asc, desc]`,
      );
    }
    const direction = order === 'asc' ? 1 : -1;
    return (document) => {
      const list = asList(requiredValue(document, field, false, 'cannot sort.'), field);
      document.set(
        target,
        [...list].sort((a, b) => direction * compare(a, b)),
      );
    };
  },
};

function compare(a: Value, b: Value): number {
  const [x, y] = [toNumber(a), toNumber(b)];
  if (x !== null && y !== null) return x - y;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  throw illegalArgument('the values of the list cannot be compared with each other');
}

export const foreachProcessor: ProcessorType = {
  name: 'foreach',
  doc: 'runs a processor for each value of a list',
  create(configuration, context) {
    const field = configuration.text('field');
    const ignoreMissing = configuration.flag('ignore_missing', false);
    const entries = Object.entries(configuration.map('processor'));
    if (entries.length !== 1)
      throw configuration.error('processor', 'Must specify exactly one processor type');
    const [type, json] = entries[0];
    const run = context.parseStep(type, json);
    return (document) => {
      // Failures to read the list bypass all failure handlers, as in the original.
      const values = unhandled(() => {
        const value = ignoreMissing && !document.has(field) ? null : document.get(field);
        return value === null ? null : asList(value, field);
      });
      if (values === null) {
        if (ignoreMissing) return;
        throw illegalArgument(`field [${field}] is null, cannot loop over its elements.`);
      }
      const outer = document.ingest.get('_value');
      const changed: Value[] = [];
      try {
        for (const item of values) {
          document.ingest.set('_value', item);
          if (!run(document)) return 'drop';
          changed.push(document.ingest.get('_value') ?? null);
        }
      } finally {
        if (outer === undefined) document.ingest.delete('_value');
        else document.ingest.set('_value', outer);
      }
      document.set(field, changed);
    };
  },
};
