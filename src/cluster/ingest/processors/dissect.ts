import { OpenSearchError } from '../../../common/index.ts';
import type { ProcessorType } from '../processor.ts';
import { asString, requiredValue } from './fields.ts';

type Modifier = 'none' | 'append' | 'appendInOrder' | 'name' | 'value' | 'skip';

interface DissectKey {
  readonly name: string;
  readonly modifier: Modifier;
  /** `->`: skips repetitions of the delimiter that follows. */
  readonly skipRight: boolean;
  readonly order: number;
  /** The text after the key. */
  readonly delimiter: string;
}

interface DissectPattern {
  readonly leading: string;
  readonly keys: readonly DissectKey[];
}

function parsePattern(pattern: string): DissectPattern {
  const starts = [...pattern.matchAll(/%\{([^}]*)\}/g)];
  if (starts.length === 0) throw invalid(pattern, 'Unable to find any keys or delimiters.');
  const keys = starts.map((match, i) => {
    const end = match.index + match[0].length;
    const delimiter = pattern.slice(end, starts[i + 1]?.index ?? pattern.length);
    if (delimiter === '' && i < starts.length - 1)
      throw invalid(pattern, 'the keys stand without a delimiter between them');
    return parseKey(match[1], delimiter, pattern);
  });
  for (const { name } of keys.filter(({ modifier }) => modifier === 'name')) {
    const pairs = keys.filter(
      (key) => key.name === name && (key.modifier === 'name' || key.modifier === 'value'),
    );
    if (pairs.length !== 2) throw invalid(pattern, `Found invalid key/reference associations: '${name}'`);
  }
  return { leading: pattern.slice(0, starts[0].index), keys };
}

function parseKey(text: string, delimiter: string, pattern: string): DissectKey {
  const match = /^([+*&?]?)(.*?)(?:\/(\d+))?(->)?$/.exec(text);
  if (!match) throw invalid(pattern, `Unable to parse the key [${text}]`);
  const [, sign, name, order, skipRight] = match;
  if (sign === '' && order !== undefined)
    throw invalid(pattern, `the key [${text}] has an order and no append`);
  if (name === '' && sign !== '' && sign !== '?') throw invalid(pattern, 'the key has no name');
  const modifiers: Readonly<Record<string, Modifier>> = {
    '+': 'append',
    '*': 'name',
    '&': 'value',
    '?': 'skip',
  };
  const modifier = name === '' ? 'skip' : (modifiers[sign] ?? 'none');
  return {
    name,
    modifier: modifier === 'append' && order !== undefined ? 'appendInOrder' : modifier,
    skipRight: skipRight !== undefined,
    order: Number(order ?? 0),
    delimiter,
  };
}

function invalid(pattern: string, why: string): OpenSearchError {
  return new OpenSearchError('pattern_parse', `Unable to parse pattern: ${pattern} Reason: ${why}`);
}

/** The text of each key, in order; `null` if the text does not match. */
function cut({ leading, keys }: DissectPattern, text: string): string[] | null {
  if (!text.startsWith(leading)) return null;
  const values: string[] = [];
  let at = leading.length;
  for (const { delimiter, skipRight } of keys) {
    const end = delimiter === '' ? text.length : text.indexOf(delimiter, at);
    if (end === -1) return null;
    values.push(text.slice(at, end));
    at = end + delimiter.length;
    if (skipRight && delimiter !== '') while (text.startsWith(delimiter, at)) at += delimiter.length;
  }
  return at === text.length || keys[keys.length - 1].delimiter === '' ? values : null;
}

/** Builds the fields: joins appended parts, and pairs names with values. */
function assemble(
  keys: readonly DissectKey[],
  values: readonly string[],
  separator: string,
): Map<string, string> {
  const fields = new Map<string, string>();
  const appended = new Map<string, { readonly order: number; readonly text: string }[]>();
  const names = new Map<string, string>();
  const referenced = new Map<string, string>();
  for (const [i, { name, modifier, order }] of keys.entries()) {
    if (modifier === 'none') fields.set(name, values[i]);
    else if (modifier === 'name') names.set(name, values[i]);
    else if (modifier === 'value') referenced.set(name, values[i]);
    if (modifier === 'skip' || modifier === 'name' || modifier === 'value') continue;
    const parts = appended.get(name) ?? [];
    parts.push({ order: modifier === 'appendInOrder' ? order : parts.length, text: values[i] });
    appended.set(name, parts);
  }
  for (const [name, parts] of appended) {
    if (parts.length > 1 || !fields.has(name)) {
      const sorted = [...parts].sort((a, b) => a.order - b.order);
      fields.set(name, sorted.map(({ text }) => text).join(separator));
    }
  }
  for (const [reference, name] of names) fields.set(name, referenced.get(reference) ?? '');
  return fields;
}

export const dissectProcessor: ProcessorType = {
  name: 'dissect',
  doc: 'splits a text into fields at the delimiters of a pattern',
  create(configuration) {
    const field = configuration.text('field');
    const source = configuration.text('pattern');
    const pattern = parsePattern(source);
    const separator = configuration.optionalText('append_separator') ?? '';
    const ignoreMissing = configuration.flag('ignore_missing', false);
    return (document) => {
      const value = requiredValue(document, field, ignoreMissing);
      if (value === null) return;
      const text = asString(value, field);
      const values = cut(pattern, text);
      if (values === null) throw noMatch(source, text);
      for (const [name, part] of assemble(pattern.keys, values, separator)) document.set(name, part);
    };
  },
};

function noMatch(pattern: string, text: string): OpenSearchError {
  const reason = `Unable to find match for dissect pattern: ${pattern} against source: ${text}`;
  return new OpenSearchError('find_match', reason);
}
