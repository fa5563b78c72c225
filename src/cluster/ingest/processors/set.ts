import type { Value } from '../../../script/index.ts';
import { METADATA } from '../document.ts';
import type { ProcessorType } from '../processor.ts';
import { javaText } from './fields.ts';

const TEXT_METADATA: ReadonlySet<string> = new Set(
  METADATA.filter((name) => !/version$|seq_no|term/.test(name)),
);

/** Document names, ids and routings are stored as strings. */
function fitting(path: string, value: Value): Value {
  return TEXT_METADATA.has(path) && value !== null ? javaText(value) : value;
}

export const setProcessor: ProcessorType = {
  name: 'set',
  doc: 'sets a field to a value, which may be a template',
  create(configuration) {
    const field = configuration.template('field');
    const value = configuration.valueTemplate('value');
    const override = configuration.flag('override', true);
    const ignoreEmpty = configuration.flag('ignore_empty_value', false);
    return (document) => {
      const path = field(document);
      if (!override && document.has(path) && document.get(path) !== null) return;
      const rendered = value(document);
      if (ignoreEmpty && (rendered === null || rendered === '')) return;
      document.set(path, fitting(path, rendered));
    };
  },
};

export const appendProcessor: ProcessorType = {
  name: 'append',
  doc: 'appends values to a list',
  create(configuration) {
    const field = configuration.template('field');
    const value = configuration.valueTemplate('value');
    const allowDuplicates = configuration.flag('allow_duplicates', true);
    return (document) => {
      document.append(field(document), value(document), allowDuplicates);
    };
  },
};
