import { illegalArgument, notEmulated } from '../../common/index.ts';
import type { ComponentParameters } from '../parameters.ts';
import type { CharFilter } from '../stream.ts';
import { OffsetWriter } from './offsets.ts';

/** `mapping`: the longest key that fits at a place is replaced by its value. */
export function mappingCharFilter(parameters: ComponentParameters): CharFilter {
  if (parameters.has('mappings_path')) throw notEmulated('[mappings_path]');
  const lines = parameters.list('mappings');
  if (lines === null) {
    throw illegalArgument('mapping requires either `mappings` or `mappings_path` to be configured');
  }
  const table = new Map<string, string>();
  lines.forEach((line, i) => {
    const [key, value] = parseRule(line, i + 1);
    if (table.has(key)) throw illegalArgument(`match "${key}" was already added`);
    table.set(key, value);
  });
  const longest = Math.max(0, ...[...table.keys()].map((key) => key.length));
  return (text) => {
    const writer = new OffsetWriter();
    for (let at = 0; at < text.length; ) {
      const key = longestKey(text, at, longest, table);
      if (key === null) {
        writer.write(text[at], at, at + 1);
        at++;
      } else {
        writer.write(table.get(key) ?? '', at, at + key.length);
        at += key.length;
      }
    }
    return writer.finish(text.length);
  };
}

function longestKey(
  text: string,
  at: number,
  longest: number,
  table: ReadonlyMap<string, string>,
): string | null {
  for (let size = Math.min(longest, text.length - at); size > 0; size--) {
    const key = text.slice(at, at + size);
    if (table.has(key)) return key;
  }
  return null;
}

function parseRule(line: string, number: number): [string, string] {
  const arrow = line.lastIndexOf('=>');
  const key = arrow < 0 ? '' : unescapeText(line.slice(0, arrow).trim());
  if (key === '') throw illegalArgument(`Line [${number}]: Invalid mapping rule : [${line}]`);
  return [key, unescapeText(line.slice(arrow + 2).trim())];
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\',
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
};

function unescapeText(text: string): string {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== '\\' || i + 1 === text.length) {
      out += text[i];
      continue;
    }
    const kind = text[++i];
    const hex = text.slice(i + 1, i + 5);
    if (kind === 'u' && /^[0-9A-Fa-f]{4}$/.test(hex)) {
      out += String.fromCharCode(Number.parseInt(hex, 16));
      i += 4;
    } else out += Object.hasOwn(ESCAPES, kind) ? ESCAPES[kind] : kind;
  }
  return out;
}
