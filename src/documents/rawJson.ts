/** Cuts JSON without parsing it: members and elements exactly as they stand in the text. */

const SPACE = /[ \t\r\n]*/y;
/** No server accepts a larger document. */
const LONGEST_ELEMENT = 100 * 1024 * 1024;
const SCALAR = /[^,\]}\s]+/y;

/** The index after the value that begins at `at`. Throws Error if the text ends first. */
function endOfValue(text: string, at: number): number {
  const c = text[at];
  if (c === '"') return endOfString(text, at);
  if (c !== '{' && c !== '[') {
    const end = behind(SCALAR, text, at);
    if (end === at) throw new Error('the JSON is missing a value');
    return end;
  }
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) i = endOfString(text, i) - 1;
    else if (code === 0x7b || code === 0x5b) depth++;
    else if ((code === 0x7d || code === 0x5d) && --depth === 0) return i + 1;
  }
  throw new Error('unexpected end of JSON');
}

function endOfString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
  throw new Error('unexpected end of JSON');
}

function behind(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The members of an object by name; empty if the text is not an object. Throws Error for truncated JSON. */
export function rawMembers(text: string): ReadonlyMap<string, string> {
  const members = new Map<string, string>();
  let at = behind(SPACE, text, 0);
  if (text[at] !== '{') return members;
  at = behind(SPACE, text, at + 1);
  while (at < text.length && text[at] !== '}') {
    const nameEnd = endOfString(text, at);
    const name = JSON.parse(text.slice(at, nameEnd)) as string;
    at = behind(SPACE, text, behind(SPACE, text, nameEnd) + 1);
    const end = endOfValue(text, at);
    members.set(name, text.slice(at, end));
    at = behind(SPACE, text, end);
    if (text[at] === ',') at = behind(SPACE, text, at + 1);
  }
  return members;
}

/** The elements of an array; empty if the text is not an array. Throws Error for truncated JSON. */
export function rawElements(text: string): readonly string[] {
  const elements: string[] = [];
  let at = behind(SPACE, text, 0);
  if (text[at] !== '[') return elements;
  at = behind(SPACE, text, at + 1);
  while (at < text.length && text[at] !== ']') {
    const end = endOfValue(text, at);
    elements.push(text.slice(at, end));
    at = behind(SPACE, text, end);
    if (text[at] === ',') at = behind(SPACE, text, at + 1);
  }
  return elements;
}

/** A scalar as text (`"a"` → a, `17` → 17); `null` for null, missing values, objects and arrays. */
export function rawScalar(text: string | undefined): string | null {
  if (text === undefined || text === 'null' || text.startsWith('{') || text.startsWith('[')) return null;
  return text.startsWith('"') ? (JSON.parse(text) as string) : text;
}

/**
 * The elements of an array that arrives in chunks, each as soon as it is complete. Holds one element in
 * memory.
 */
export async function* streamedElements(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  let isOpen = false;
  for await (const chunk of chunks) {
    rest += chunk;
    let at = behind(SPACE, rest, 0);
    if (!isOpen && at < rest.length) {
      isOpen = true;
      at = behind(SPACE, rest, at + 1);
    }
    for (let end = wholeValue(rest, at); end !== -1; end = wholeValue(rest, at)) {
      yield rest.slice(at, end);
      at = behind(SPACE, rest, end);
      if (rest[at] === ',') at = behind(SPACE, rest, at + 1);
    }
    rest = rest.slice(at);
    if (rest.length > LONGEST_ELEMENT) throw new Error('unexpected end of JSON: unterminated array item');
  }
  if (!rest.startsWith(']')) throw new Error('unexpected end of JSON: unterminated array');
  if (rest.slice(1).trim() !== '') throw new Error('unexpected text after the JSON array');
}

/** The end of the value at `at`; -1 if it may continue in the next chunk. */
function wholeValue(text: string, at: number): number {
  if (at >= text.length || text[at] === ']') return -1;
  try {
    const end = endOfValue(text, at);
    return end < text.length ? end : -1;
  } catch {
    return -1;
  }
}
