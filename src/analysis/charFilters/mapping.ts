import { illegalArgument, OpenSearchError } from '../../common/index.ts';
import type { ComponentParameters } from '../parameters.ts';
import type { CharFilter } from '../stream.ts';
import { OffsetWriter } from './offsets.ts';

/** `mapping`: replaces the longest key that matches at each position by its value. */
export function mappingCharFilter(parameters: ComponentParameters): CharFilter {
  const lines = parameters.words('mappings');
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

function hexFormat(hex: string): OpenSearchError {
  return new OpenSearchError('number_format_exception', `For input string: "${hex}" under radix 16`);
}

function parseRule(line: string, number: number): [string, string] {
  const arrow = line.lastIndexOf('=>');
  if (arrow < 0) throw invalid(`Line [${number}]: Invalid mapping rule : [${line}]`);
  const key = unescapeText(line.slice(0, arrow).trim(), number);
  const value = unescapeText(line.slice(arrow + 2).trim(), number);
  if (key === '') throw illegalArgument('cannot match the empty string');
  return [key, value];
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\',
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
};

function invalid(reason: string): OpenSearchError {
  return new OpenSearchError('runtime_exception', reason, { status: 400 });
}

function unescapeText(text: string, line: number): string {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== '\\') {
      out += text[i];
      continue;
    }
    const kind = text[++i] ?? '';
    const hex = text.slice(i + 1, i + 5);
    if (kind === '' || (kind === 'u' && hex.length < 4)) {
      throw invalid(`Line [${line}]: Invalid escaped char in [${text}]`);
    }
    if (kind === 'u') {
      if (!/^[0-9A-Fa-f]{4}$/.test(hex)) throw hexFormat(hex);
      out += String.fromCharCode(Number.parseInt(hex, 16));
      i += 4;
    } else out += Object.hasOwn(ESCAPES, kind) ? ESCAPES[kind] : kind;
  }
  return out;
}
