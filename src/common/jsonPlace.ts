import { type JsonPlace, OpenSearchError } from './errors.ts';
import { isJsonObject, type JsonValue } from './json.ts';

interface TextPosition {
  readonly line: number;
  readonly col: number;
}

/**
 * A copy of the error with the lines and columns of its places (JsonPlace) filled in, including causes and
 * root causes. `root` is the value parsed from `text`; an error without places is returned unchanged.
 * Positions are only determined when an error is thrown, which keeps the parser fast.
 */
export function placeError(error: OpenSearchError, root: JsonValue, text: string): OpenSearchError {
  const causedBy = error.causedBy && placeError(error.causedBy, root, text);
  const roots = error.rootCauses?.map((cause) =>
    cause === error.causedBy ? (causedBy as OpenSearchError) : placeError(cause, root, text),
  );
  const position = error.at && positionOf(error.at, root, text);
  if (!position && causedBy === error.causedBy && !roots?.some((cause, i) => cause !== error.rootCauses?.[i]))
    return error;
  const { line, col } = position ?? { line: 1, col: 1 };
  // An error that repeats its cause also repeats the cause's place.
  const repeats = causedBy !== null && error.reason === error.causedBy?.reason;
  const own = position ? withPosition(error.reason, position) : error.reason;
  const reason = repeats ? causedBy.reason : own;
  const metadata = position && 'line' in error.metadata ? { ...error.metadata, line, col } : error.metadata;
  return new OpenSearchError(error.type, reason, {
    status: error.status,
    causedBy: causedBy ?? undefined,
    metadata,
    rootCauses: roots,
  });
}

/** Replaces the placeholders `[1:1]`, ` at 1:1` and Jackson's `line: 1, column: 1`. */
function withPosition(reason: string, { line, col }: TextPosition): string {
  return reason
    .replace(/\[1:1\]/, `[${line}:${col}]`)
    .replace(/ at 1:1$/, ` at ${line}:${col}`)
    .replace(/ line: 1, column: 1\](?=\]?$)/, ` line: ${line}, column: ${col}]`);
}

function positionOf(place: JsonPlace, root: JsonValue, text: string): TextPosition | null {
  const path = pathTo(place.container, root);
  if (path === null) return null;
  const offset = new Scanner(text).find(place.key === null ? path : [...path, place.key], place.edge);
  if (offset === null) return null;
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return { line: text.slice(0, lineStart).split('\n').length, col: offset - lineStart + 1 };
}

function pathTo(container: object, node: JsonValue): (string | number)[] | null {
  if (node === container) return [];
  const entries = Array.isArray(node) ? node.entries() : isJsonObject(node) ? Object.entries(node) : [];
  for (const [key, child] of entries) {
    if (typeof child !== 'object' || child === null) continue;
    const path = pathTo(container, child);
    if (path !== null) return [key, ...path];
  }
  return null;
}

/** Walks text that is known to be valid JSON. */
class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The offset of the token at the end of `path`; `null` when the text has no such value. */
  find(path: readonly (string | number)[], edge: JsonPlace['edge']): number | null {
    let keyOffset = 0;
    for (const step of path) {
      const found = this.#enter(step);
      if (found === null) return null;
      keyOffset = found;
    }
    this.#space();
    const start = this.#at;
    if (edge === 'key') return keyOffset;
    if (edge === 'value') return start;
    // The token of an object or a list is only its bracket.
    if (edge === 'after' && /[[{]/.test(this.#text[start])) return start + 1;
    this.#skip();
    return edge === 'end' ? this.#at - 1 : this.#at;
  }

  /** Moves to the member's value; returns the offset of its name (in arrays, of the value itself). */
  #enter(step: string | number): number | null {
    this.#space();
    const open = this.#text[this.#at];
    if (open !== (typeof step === 'number' ? '[' : '{')) return null;
    this.#at++;
    for (let index = 0; ; index++) {
      this.#space();
      const offset = this.#at;
      if (offset >= this.#text.length || this.#text[offset] === ']' || this.#text[offset] === '}')
        return null;
      let key: string | number = index;
      if (open === '{') {
        this.#skip();
        key = JSON.parse(this.#text.slice(offset, this.#at)) as string;
        this.#space();
        this.#at++;
      }
      if (key === step) return offset;
      this.#skip();
      this.#space();
      if (this.#text[this.#at] === ',') this.#at++;
    }
  }

  /** Moves past one value. */
  #skip(): void {
    this.#space();
    let depth = 0;
    for (; this.#at < this.#text.length; this.#at++) {
      const c = this.#text[this.#at];
      if (c === '"') this.#string();
      else if (c === '{' || c === '[') depth++;
      else if (c === '}' || c === ']') {
        if (depth === 0) return;
        depth--;
      } else if (depth === 0) {
        if (c === ',' || c === ':' || /\s/.test(c)) return;
        continue;
      }
      if (depth === 0) {
        this.#at++;
        return;
      }
    }
  }

  /** From the opening quote to the closing one. */
  #string(): void {
    for (this.#at++; this.#text[this.#at] !== '"' && this.#at < this.#text.length; this.#at++) {
      if (this.#text[this.#at] === '\\') this.#at++;
    }
  }

  #space(): void {
    while (/\s/.test(this.#text[this.#at] ?? 'x')) this.#at++;
  }
}
