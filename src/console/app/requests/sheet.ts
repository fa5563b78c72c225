import { takesLines } from '../../../documents/index.ts';
import { definitionIn, type Variables, withValues } from './variables.ts';

/** A sheet: several requests as a person writes them, each a line with method and path and a body below. */

export interface SheetRequest {
  /** In capital letters. */
  readonly method: string;
  /** With a slash in front, with its parameters, and with the values of variables. */
  readonly path: string;
  /** Where its line begins. */
  readonly from: number;
  /** Where its line ends. */
  readonly lineEnd: number;
  /** Where its last line with words ends. */
  readonly to: number;
}

export const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH'] as const;

const REQUEST_LINE = /^\s*(GET|POST|PUT|DELETE|HEAD|PATCH)\s+(\S+)/i;

/** Comments, definitions of variables, and what looks like them: paths, texts. */
const PARTS = new RegExp(
  [
    /^[ \t]*(?:GET|POST|PUT|DELETE|HEAD|PATCH)[ \t]+\S+/,
    /^[ \t]*@[A-Za-z_]\w*[ \t]*=[^\n]*/,
    /"{3}[\s\S]*?(?:"{3}|$(?!\n))/,
    /"(?:[^"\\\n]|\\.)*"/,
    /\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))/,
    /(?:#|\/\/)[^\n]*/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gim',
);

/** With spaces for comments and definitions, so that every place stays where it is. */
export function withoutComments(text: string): string {
  return text.replace(PARTS, (part) =>
    /^(?:#|\/[/*]|[ \t]*@)/.test(part) ? part.replace(/[^\n]/g, ' ') : part,
  );
}

interface Definition {
  readonly from: number;
  readonly name: string;
  readonly value: string;
}

function definitionsOf(text: string): readonly Definition[] {
  if (!text.includes('@')) return [];
  return [...text.matchAll(PARTS)].flatMap(({ 0: part, index }) => {
    const found = definitionIn(part);
    return found ? [{ from: index, name: found[0], value: found[1] }] : [];
  });
}

/** What is defined above a place; of several lines with the same name the last. */
export function variablesAt(text: string, position: number): Variables {
  const above = definitionsOf(text).filter(({ from }) => from < position);
  return new Map(above.map(({ name, value }) => [name, value]));
}

interface Line {
  readonly from: number;
  readonly text: string;
}

function linesOf(text: string): readonly Line[] {
  let from = 0;
  return text.split('\n').map((line) => {
    const start = from;
    from += line.length + 1;
    return { from: start, text: line };
  });
}

/** First to last. Texts in `"""` may hold what looks like a request. */
export function parseSheet(text: string): readonly SheetRequest[] {
  const requests: SheetRequest[] = [];
  const variables = new Map<string, string>();
  const definitions = definitionsOf(text).values();
  let next = definitions.next().value;
  let isInText = false;
  for (const { from, text: line } of linesOf(withoutComments(text))) {
    const end = from + line.length;
    const match = isInText ? null : REQUEST_LINE.exec(line);
    if (match) {
      const [, method, path] = match;
      for (; next && next.from < from; next = definitions.next().value) variables.set(next.name, next.value);
      const absolute = `/${withValues(path, variables).replace(/^\/+/, '')}`;
      requests.push({ method: method.toUpperCase(), path: absolute, from, lineEnd: end, to: end });
      continue;
    }
    if (line.split('"""').length % 2 === 0) isInText = !isInText;
    const last = requests.at(-1);
    if (last && line.trim() !== '') requests[requests.length - 1] = { ...last, to: end };
  }
  return requests;
}

/** The request that somebody at this place means: the one that begins last before it, else the first. */
export function requestAt(requests: readonly SheetRequest[], position: number): SheetRequest | null {
  return requests.findLast(({ from }) => from <= position) ?? requests[0] ?? null;
}

/** All requests of which a part is selected; the one at the cursor when nothing is. */
export function requestsIn(
  requests: readonly SheetRequest[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly SheetRequest[] {
  const touched = requests.filter((request) => request.from <= to && request.to >= from);
  if (from !== to && touched.length > 0) return touched;
  const at = requestAt(requests, from);
  return at ? [at] : [];
}

export interface Body {
  /** Empty: there is none. */
  readonly text: string;
  /** One JSON value a line. */
  readonly isLines: boolean;
  /** Its lines are those of the sheet, so that a place in one is a place in the other. */
  readonly keepsLines: boolean;
}

/** What is sent: without comments, with the values of variables; texts in `"""` as JSON has them; of NDJSON each value in a line. */
export function bodyOf(sheet: string, { path, from, lineEnd, to }: SheetRequest): Body {
  const written = sheet.slice(lineEnd + 1, to);
  const plain = withoutComments(written);
  if (plain.trim() === '') return { text: '', isLines: false, keepsLines: true };
  const valued = withValues(plain, variablesAt(sheet, from));
  const text = valued.replace(/"""([\s\S]*?)"""/g, (_all, inner: string) => JSON.stringify(inner));
  if (!takesLines(path)) return { text, isLines: false, keepsLines: text === plain };
  return { text: jsonLines(text), isLines: true, keepsLines: false };
}

const TEXT_OR_EDGE = /"(?:[^"\\]|\\.)*"|[{}[\]]/g;

/** Values one after the other, however they are written, as one line each. What is no such list stays. */
export function jsonLines(text: string): string {
  const values: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(TEXT_OR_EDGE)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    if (depth !== 0 || token.startsWith('"')) continue;
    values.push(oneLine(text.slice(start, index + 1)));
    start = index + 1;
  }
  const isWhole = depth === 0 && values.length > 0 && text.slice(start).trim() === '';
  const lines = isWhole ? values : text.split('\n').filter((line) => line.trim() !== '');
  return `${lines.join('\n')}\n`;
}

/** Line breaks stand only between tokens: none are in JSON's texts. */
function oneLine(value: string): string {
  return value.trim().replace(/\s*\n\s*/g, ' ');
}
