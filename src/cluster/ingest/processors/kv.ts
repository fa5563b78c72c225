import { illegalArgument } from '../../../common/index.ts';
import type { ProcessorType } from '../processor.ts';
import { asString, requiredValue } from './fields.ts';

const BRACKETS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '<': '>', '"': '"', "'": "'" };

function unquoted(text: string): string {
  return text.length > 1 && BRACKETS[text[0]] === text[text.length - 1] ? text.slice(1, -1) : text;
}

/** Trims a set of characters off both ends. */
function trimmer(chars: string | null): (text: string) => string {
  if (chars === null) return (text) => text;
  return (text) => {
    let [from, to] = [0, text.length];
    while (from < to && chars.includes(text[from])) from++;
    while (to > from && chars.includes(text[to - 1])) to--;
    return text.slice(from, to);
  };
}

export const kvProcessor: ProcessorType = {
  name: 'kv',
  doc: 'extracts key-value pairs from a text',
  create(configuration) {
    const field = configuration.text('field');
    const target = configuration.optionalText('target_field');
    const fieldSplit = configuration.lateRegex('field_split');
    const valueSplit = configuration.lateRegex('value_split');
    const include = configuration.optionalList('include_keys')?.map(String) ?? null;
    const exclude = configuration.optionalList('exclude_keys')?.map(String) ?? [];
    const ignoreMissing = configuration.flag('ignore_missing', false);
    const strip = configuration.flag('strip_brackets', false);
    const trimKey = trimmer(configuration.optionalText('trim_key'));
    const trimValue = trimmer(configuration.optionalText('trim_value'));
    const prefix = (target === null ? '' : `${target}.`) + (configuration.optionalText('prefix') ?? '');
    return (document) => {
      const value = requiredValue(document, field, ignoreMissing, 'cannot extract key-value pairs.');
      if (value === null) return;
      for (const part of fieldSplit().split(asString(value, field))) {
        const [rawKey, ...rest] = valueSplit().split(part, true, 2);
        if (rest.length === 0) {
          throw illegalArgument(`field [${field}] does not contain value_split [${valueSplit().source}]`);
        }
        const key = trimKey(rawKey);
        if ((include && !include.includes(key)) || exclude.includes(key)) continue;
        const text = trimValue(rest[0]);
        document.append(prefix + key, strip ? unquoted(text) : text, true);
        flattenSingle(document.get(prefix + key), (single) => document.set(prefix + key, single));
      }
    };
  },
};

/** A key with a single value does not become a list. */
function flattenSingle(value: unknown, set: (value: string) => void): void {
  if (Array.isArray(value) && value.length === 1) set(value[0] as string);
}
