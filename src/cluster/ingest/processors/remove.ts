import { illegalArgument } from '../../../common/index.ts';
import { textTemplate } from '../configuration.ts';
import type { ProcessorType } from '../processor.ts';

export const removeProcessor: ProcessorType = {
  name: 'remove',
  doc: 'removes fields',
  create(configuration) {
    const names = [configuration.required('field')].flat().map((name) => textTemplate(String(name)));
    const ignoreMissing = configuration.flag('ignore_missing', false);
    return (document) => {
      for (const name of names) {
        const path = name(document);
        if (document.has(path) || !ignoreMissing) document.remove(path);
      }
    };
  },
};

export const renameProcessor: ProcessorType = {
  name: 'rename',
  doc: 'renames a field',
  create(configuration) {
    const field = configuration.template('field');
    const target = configuration.template('target_field');
    const ignoreMissing = configuration.flag('ignore_missing', false);
    return (document) => {
      const [from, to] = [field(document), target(document)];
      if (!document.has(from)) {
        if (ignoreMissing) return;
        throw illegalArgument(`field [${from}] doesn't exist`);
      }
      if (document.has(to)) throw illegalArgument(`field [${to}] already exists`);
      const value = document.get(from);
      document.remove(from);
      document.set(to, value);
    };
  },
};

export const dotExpanderProcessor: ProcessorType = {
  name: 'dot_expander',
  doc: 'expands a field with dots in its name to objects',
  create(configuration) {
    const field = configuration.text('field');
    const path = configuration.optionalText('path');
    if (!field.includes('.')) throw configuration.error('field', 'field does not contain a dot');
    if (field.startsWith('.') || field.endsWith('.') || field.includes('..')) {
      throw configuration.error('field', "Field can't start or end with a dot");
    }
    return (document) => {
      const parent = path === null ? document.ctx : document.has(path) ? document.get(path) : null;
      if (!(parent instanceof Map) || !parent.has(field)) return;
      const value = parent.get(field) ?? null;
      const target = path === null ? field : `${path}.${field}`;
      if (document.has(target)) document.append(target, value, true);
      else {
        parent.delete(field);
        document.set(target, value);
        return;
      }
      parent.delete(field);
    };
  },
};
