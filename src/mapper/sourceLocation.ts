import { type ExactJsonValue, parseJsonExact } from '../common/index.ts';

/** The way to a value: member names and array places. */
export type SourcePath = readonly (string | number)[];

/** Where a value stands in a JSON text: the places of its first character and after its last. */
export interface Location {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the value at `path` in a text that is known to be JSON. Of members with one name the last counts, as it does
 * for the parser. Slow: only for error messages and for what the parsed value has lost (`1.0`, `1e3`).
 */
export function locate(text: string, path: SourcePath): Location {
  let start = skipSpace(text, 0);
  for (const step of path)
    start = typeof step === 'number' ? item(text, start, step) : member(text, start, step);
  return { start, end: skipValue(text, start) };
}

/** The text of the value at `path` as it was sent. */
export function rawText(text: string, path: SourcePath): string {
  const { start, end } = locate(text, path);
  return text.slice(start, end);
}

export function exactValue(text: string, path: SourcePath): ExactJsonValue {
  return parseJsonExact(rawText(text, path));
}

/** ` at [Source: …; line: 1, column: 15]` as Jackson ends its messages; the column counts bytes. */
export function sourceSuffix(text: string, position: number): string {
  const before = text.slice(0, position);
  const lines = before.split('\n');
  const column = Buffer.byteLength(lines[lines.length - 1]) + 1;
  const bytes = Buffer.byteLength(text);
  const shown = bytes > 500 ? Buffer.from(text).subarray(0, 500).toString() : text;
  const rest = bytes > 500 ? `[truncated ${bytes - 500} bytes]` : '';
  return `\n at [Source: (byte[])"${shown}"${rest}; line: ${lines.length}, column: ${column}]`;
}

/** `1:7`: line and column of a token's first character. */
export function tokenLocation(text: string, position: number): string {
  const lines = text.slice(0, position).split('\n');
  return `${lines.length}:${Buffer.byteLength(lines[lines.length - 1]) + 1}`;
}

function skipSpace(text: string, at: number): number {
  while (at < text.length && ' \n\r\t'.includes(text[at])) at++;
  return at;
}

function member(text: string, start: number, name: string): number {
  let found = start;
  let at = skipSpace(text, start + 1);
  while (at < text.length && text[at] === '"') {
    const keyEnd = skipString(text, at);
    const value = skipSpace(text, skipSpace(text, keyEnd) + 1);
    if (JSON.parse(text.slice(at, keyEnd)) === name) found = value;
    at = skipSpace(text, skipValue(text, value));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return found;
}

function item(text: string, start: number, index: number): number {
  let at = skipSpace(text, start + 1);
  for (let i = 0; i < index; i++) {
    at = skipSpace(text, skipValue(text, at));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return at;
}

function skipString(text: string, at: number): number {
  for (at++; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return at;
}

function skipValue(text: string, at: number): number {
  if (text[at] === '"') return skipString(text, at);
  if (text[at] !== '{' && text[at] !== '[') {
    while (at < text.length && !' \n\r\t,]}'.includes(text[at])) at++;
    return at;
  }
  let depth = 0;
  while (at < text.length) {
    const char = text[at];
    if (char === '"') {
      at = skipString(text, at);
      continue;
    }
    at++;
    if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0) return at;
  }
  return at;
}
