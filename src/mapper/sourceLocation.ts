import { type ExactJsonValue, parseJsonExact } from '../common/index.ts';

/** The path to a value: member names and array indexes. */
export type SourcePath = readonly (string | number)[];

/** A value's position in a JSON text: start and end offsets. */
export interface Location {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds values by path in a text known to be valid JSON. Of duplicate members the last one counts, as for the
 * parser. Used for error messages, and for details that parsing loses (`1.0`, `1e3`). The members of an
 * object or array are located once and cached, because every number of a document may be looked up.
 */
export class SourceLocator {
  readonly #text: string;
  readonly #members = new Map<number, ReadonlyMap<string, number>>();
  readonly #items = new Map<number, readonly number[]>();

  constructor(text: string) {
    this.#text = text;
  }

  locate(path: SourcePath): Location {
    let start = skipSpace(this.#text, 0);
    for (const step of path) {
      const below = typeof step === 'number' ? this.#itemsAt(start)[step] : this.#membersAt(start).get(step);
      start = below ?? start;
    }
    return { start, end: skipValue(this.#text, start) };
  }

  /** The text of the value at `path` as sent. */
  rawText(path: SourcePath): string {
    const { start, end } = this.locate(path);
    return this.#text.slice(start, end);
  }

  exactValue(path: SourcePath): ExactJsonValue {
    return parseJsonExact(this.rawText(path));
  }

  #membersAt(start: number): ReadonlyMap<string, number> {
    let members = this.#members.get(start);
    if (members === undefined) {
      members = readMembers(this.#text, start);
      this.#members.set(start, members);
    }
    return members;
  }

  #itemsAt(start: number): readonly number[] {
    let items = this.#items.get(start);
    if (items === undefined) {
      items = readItems(this.#text, start);
      this.#items.set(start, items);
    }
    return items;
  }
}

/** ` at [Source: …; line: 1, column: 15]`, as at the end of Jackson's messages; the column counts bytes. */
export function sourceSuffix(text: string, position: number): string {
  const before = text.slice(0, position);
  const lines = before.split('\n');
  const column = Buffer.byteLength(lines[lines.length - 1]) + 1;
  const bytes = Buffer.byteLength(text);
  const shown = bytes > 500 ? Buffer.from(text).subarray(0, 500).toString() : text;
  const rest = bytes > 500 ? `[truncated ${bytes - 500} bytes]` : '';
  return `\n at [Source: (byte[])"${shown}"${rest}; line: ${lines.length}, column: ${column}]`;
}

/** `1:7`: line and column where a token starts. */
export function tokenLocation(text: string, position: number): string {
  const lines = text.slice(0, position).split('\n');
  return `${lines.length}:${Buffer.byteLength(lines[lines.length - 1]) + 1}`;
}

function skipSpace(text: string, at: number): number {
  while (at < text.length && ' \n\r\t'.includes(text[at])) at++;
  return at;
}

/** Start offsets of the members' values. */
function readMembers(text: string, start: number): ReadonlyMap<string, number> {
  const members = new Map<string, number>();
  if (text[start] !== '{') return members;
  let at = skipSpace(text, start + 1);
  while (at < text.length && text[at] === '"') {
    const keyEnd = skipString(text, at);
    const value = skipSpace(text, skipSpace(text, keyEnd) + 1);
    members.set(JSON.parse(text.slice(at, keyEnd)), value);
    at = afterValue(text, value);
  }
  return members;
}

/** Start offsets of the items. */
function readItems(text: string, start: number): readonly number[] {
  const items: number[] = [];
  if (text[start] !== '[') return items;
  for (let at = skipSpace(text, start + 1); at < text.length && text[at] !== ']'; at = afterValue(text, at)) {
    items.push(at);
  }
  return items;
}

/**
 * The start of the next member or item, after a comma; the end of the text if there is none. Positions may be
 * needed before the whole document was validated, so the text after this may be invalid (the last position of
 * a duplicate member wins).
 */
function afterValue(text: string, value: number): number {
  const at = skipSpace(text, skipValue(text, value));
  return text[at] === ',' ? skipSpace(text, at + 1) : text.length;
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
